"""RFC 1808, 2.2: BNF for Relative URLs.

Escapes stand in the grammar; what they mean is not said, nor when two URLs are the same.
"""

from hexapla.documents.citation import Provision
from hexapla.operations.escaping import Escaping
from hexapla_specs.rfc1808.document import cite

NO_MEANING = Provision(
    cite("2.2", "BNF for Relative URLs"),
    "has escapes in its grammar and does not say what they mean",
)
MALFORMED_ESCAPE = Provision(
    cite("2.2", "BNF for Relative URLs"), "has two hexadecimal digits in every escape"
)


class Rfc1808Escaping(Escaping):
    """The little that the grammar says of escapes."""

    charset = None
    charset_provision = NO_MEANING
    malformed = MALFORMED_ESCAPE
    class_rules = ("safe", "extra", "unreserved", "reserved", "national", "punctuation")
