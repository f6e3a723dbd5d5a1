"""RFC 3986, 3.1: Scheme."""

from hexapla.operations.schemes import Schemes


class Rfc3986Schemes(Schemes):
    """No production: each scheme has a specification of its own."""

    remark = "each scheme has a specification of its own (3.1)"
