"""RFC 2396, 5.1: Establishing a Base URI, and D: Embedding the Base URI in HTML documents.

The fields of a header are those of RFC 2110, to which 5.1.1 refers.
"""

from hexapla.documents.citation import Provision
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, BaseSource
from hexapla_specs.rfc2396.document import cite

_EMBEDDED = "Base URI within Document Content"
_ENCAPSULATING = Provision(
    cite("5.1.2", "Base URI from the Encapsulating Entity"),
    "takes the base of the entity that a document is enclosed in",
)


class Rfc2396BasePrecedence(BasePrecedence):
    """The four layers of 5.1."""

    rules = (
        BaseRule(
            BaseLevel.DOCUMENT,
            BaseSource.BASE_ELEMENT,
            Provision(
                cite("5.1.1, D", _EMBEDDED), "takes the base that the content has within itself"
            ),
        ),
        *(
            BaseRule(
                BaseLevel.DOCUMENT,
                BaseSource.HEADER,
                Provision(cite("5.1.1", _EMBEDDED), f"takes it from the field {field} (RFC 2110)"),
                header=field,
                around=_ENCAPSULATING,
            )
            for field in ("Content-Base", "Content-Location")
        ),
        BaseRule(
            BaseLevel.RETRIEVAL,
            BaseSource.RETRIEVAL,
            Provision(
                cite("5.1.3", "Base URI from the Retrieval URI"),
                "takes the URI by which the document was retrieved",
            ),
        ),
        BaseRule(
            BaseLevel.DEFAULT,
            BaseSource.DEFAULT,
            Provision(cite("5.1.4", "Default Base URI"), "leaves it to the application"),
        ),
    )
    absolute = Provision(cite("5.1.1, D", _EMBEDDED), "needs an absolute URI for a base")
    fragment = Provision(cite("4", "URI References"), "has no fragment in a URI")
