"""RFC 1808: escapes, and establishing a base."""

from hexapla.documents.citation import Provision
from hexapla.operations.base import BasePrecedence, BaseRule, BaseSource
from hexapla.operations.escaping import Escaping
from hexapla_specs.rfc1808.syntax import cite

# RFC 1808, 2.2: BNF for Relative URLs.
#
# Escapes stand in the grammar; what they mean is not said, nor when two URLs are the same.

_BNF = cite("2.2", "BNF for Relative URLs")
NO_MEANING = Provision(_BNF, "has escapes in its grammar and does not say what they mean")
MALFORMED_ESCAPE = Provision(_BNF, "has two hexadecimal digits in every escape")


class Rfc1808Escaping(Escaping):
    """The little that the grammar says of escapes."""

    charset = None
    charset_provision = NO_MEANING
    malformed = MALFORMED_ESCAPE
    class_rules = ("safe", "extra", "unreserved", "reserved", "national", "punctuation")


# RFC 1808, 3: Establishing a Base URL, and 10: Embedding the Base URL in HTML documents.

_EMBEDDED = "Base URL within Document Content"


class Rfc1808BasePrecedence(BasePrecedence):
    """The order of 3.1 to 3.4."""

    rules = (
        BaseRule(
            BaseSource.BASE_ELEMENT,
            Provision(
                cite("3.1, 10", _EMBEDDED), "takes the base that the content has within itself"
            ),
        ),
        BaseRule(
            BaseSource.HEADER,
            Provision(cite("3.1", _EMBEDDED), "takes the base of a message from its field Base"),
            "Base",
            Provision(
                cite("3.2", "Base URL from the Encapsulating Entity"),
                "takes the base of the entity that a document is enclosed in",
            ),
        ),
        BaseRule(
            BaseSource.RETRIEVAL,
            Provision(
                cite("3.3", "Base URL from the Retrieval URL"),
                "takes the URL by which the document was retrieved",
            ),
        ),
        BaseRule(
            BaseSource.NOTHING,
            Provision(cite("3.4", "Default Base URL"), "treats the empty base as undefined"),
        ),
    )
    absolute = Provision(cite("3.1, 10", _EMBEDDED), "needs an absolute URL for a base")
