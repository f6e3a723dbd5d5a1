"""RFC 1808, 3: Establishing a Base URL, and 10: Embedding the Base URL in HTML documents."""

from hexapla.documents.citation import Provision
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, BaseSource
from hexapla_specs.rfc1808.document import cite

_EMBEDDED = "Base URL within Document Content"


class Rfc1808BasePrecedence(BasePrecedence):
    """The order of 3.1 to 3.4."""

    rules = (
        BaseRule(
            BaseLevel.DOCUMENT,
            BaseSource.BASE_ELEMENT,
            Provision(
                cite("3.1, 10", _EMBEDDED), "takes the base that the content has within itself"
            ),
        ),
        BaseRule(
            BaseLevel.DOCUMENT,
            BaseSource.HEADER,
            Provision(cite("3.1", _EMBEDDED), "takes the base of a message from its field Base"),
            header="Base",
            around=Provision(
                cite("3.2", "Base URL from the Encapsulating Entity"),
                "takes the base of the entity that a document is enclosed in",
            ),
        ),
        BaseRule(
            BaseLevel.RETRIEVAL,
            BaseSource.RETRIEVAL,
            Provision(
                cite("3.3", "Base URL from the Retrieval URL"),
                "takes the URL by which the document was retrieved",
            ),
        ),
        BaseRule(
            BaseLevel.DEFAULT,
            BaseSource.NOTHING,
            Provision(cite("3.4", "Default Base URL"), "treats the empty base as undefined"),
        ),
    )
    absolute = Provision(cite("3.1, 10", _EMBEDDED), "needs an absolute URL for a base")
