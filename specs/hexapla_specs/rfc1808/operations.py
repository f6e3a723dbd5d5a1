"""RFC 1808: escaping, and establishing a base URL."""

from hexapla.operations.base import BasePrecedence, BaseRule, BaseSource
from hexapla.operations.escaping import Escaping
from hexapla_specs.rfc1808.syntax import provision

# RFC 1808, 2.2: BNF for Relative URLs.
#
# The grammar contains escapes, but the RFC doesn't say what they mean, or when two URLs are
# equivalent.


class Rfc1808Escaping(Escaping):
    """Escaping; the RFC defines only the grammar of escapes."""

    charset = None
    charset_provision = provision(
        "2.2", "has escapes in its grammar, but does not say what they mean"
    )
    malformed = provision("2.2", "requires two hexadecimal digits in every escape")
    class_rules = ("safe", "extra", "unreserved", "reserved", "national", "punctuation")


# RFC 1808, 3: Establishing a Base URL, and 10: Embedding the Base URL in HTML documents.


class Rfc1808BasePrecedence(BasePrecedence):
    """The order of precedence of bases in 3.1 to 3.4."""

    rules = (
        BaseRule(
            BaseSource.BASE_ELEMENT,
            provision("3.1, 10", "takes the base that is embedded in the content"),
        ),
        BaseRule(
            BaseSource.HEADER,
            provision("3.1", "takes the base of a message from its header field Base"),
            "Base",
            provision("3.2", "takes the base of the entity that encloses a document"),
        ),
        BaseRule(
            BaseSource.RETRIEVAL,
            provision("3.3", "takes the URL used to retrieve the document"),
        ),
        BaseRule(BaseSource.NOTHING, provision("3.4", "treats the empty base as undefined")),
    )
    absolute = provision("3.1, 10", "requires an absolute URL as a base")
