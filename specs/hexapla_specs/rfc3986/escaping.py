"""RFC 3986, 2: Characters."""

import functools
from collections.abc import Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.escaping import Escaping, Kept
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc3986.document import cite

# 2.1 Percent-Encoding, 2.2 Reserved Characters, 2.5 Identifying Data.

MALFORMED_TRIPLET = Provision(
    cite("2.1", "Percent-Encoding"), "needs two hexadecimal digits after a percent sign"
)
ENCODES_DATA = Provision(
    cite("2.2, 2.5", "Reserved Characters"),
    "percent-encodes data but for unreserved characters, unless a scheme allows more",
)
UTF_8 = Provision(cite("2.5", "Identifying Data"), "encodes text as octets by UTF-8")


class Rfc3986Escaping(Escaping):
    """The characters that data keeps; they are the same in all components."""

    charset = "utf-8"
    charset_provision = UTF_8
    malformed = MALFORMED_TRIPLET
    class_rules = ("unreserved", "reserved", "gen-delims", "sub-delims")

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The unreserved characters."""
        kept = Kept(self.characters("unreserved"), ENCODES_DATA)
        return FrozenMapping(dict.fromkeys(("authority", "path", "query", "fragment"), kept))
