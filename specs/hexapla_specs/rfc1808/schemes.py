"""RFC 1808, 2.2: BNF for Relative URLs."""

from hexapla.operations.schemes import Schemes


class Rfc1808Schemes(Schemes):
    """No production: the schemes are those of RFC 1738."""

    remark = "left to RFC 1738; all schemes share one set of reserved characters (2.2)"
