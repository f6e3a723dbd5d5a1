"""RFC 2396, G.3."""

from hexapla.operations.schemes import Schemes


class Rfc2396Schemes(Schemes):
    """No production: the schemes have moved to documents of their own."""

    remark = "moved out: the syntax of each scheme is in documents of its own (G.3)"
