"""RFC 3986, 5.1: Establishing a Base URI.

The field of a header is that of RFC 2557, to which 5.1.2 refers.
"""

from hexapla.documents.citation import Provision
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, BaseSource
from hexapla_specs.rfc3986.document import cite

_ENCAPSULATING = Provision(
    cite("5.1.2", "Base URI from the Encapsulating Entity"),
    "takes the base of the entity that encloses a representation, from the field "
    "Content-Location (RFC 2557)",
)


class Rfc3986BasePrecedence(BasePrecedence):
    """The four layers of 5.1."""

    rules = (
        BaseRule(
            BaseLevel.DOCUMENT,
            BaseSource.BASE_ELEMENT,
            Provision(
                cite("5.1.1", "Base URI Embedded in Content"),
                "takes the base that the content has within itself",
            ),
        ),
        BaseRule(
            BaseLevel.ENCAPSULATING_ENTITY,
            BaseSource.HEADER,
            _ENCAPSULATING,
            header="Content-Location",
            around=_ENCAPSULATING,
        ),
        BaseRule(
            BaseLevel.RETRIEVAL,
            BaseSource.RETRIEVAL,
            Provision(
                cite("5.1.3", "Base URI from the Retrieval URI"),
                "takes the URI by which the representation was retrieved",
            ),
        ),
        BaseRule(
            BaseLevel.DEFAULT,
            BaseSource.DEFAULT,
            Provision(cite("5.1.4", "Default Base URI"), "leaves it to the application"),
        ),
    )
    absolute = Provision(cite("5.1", "Establishing a Base URI"), "needs a base in absolute form")
    made_absolute = Provision(
        cite("5.1", "Establishing a Base URI"), "makes a base absolute that is a reference"
    )
    fragment = Provision(cite("5.1", "Establishing a Base URI"), "strips a base of its fragment")
