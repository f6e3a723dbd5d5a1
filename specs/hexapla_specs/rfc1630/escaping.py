"""RFC 1630, "Reserved characters", "Unsafe characters", "Encoding reserved characters"."""

import functools
from collections.abc import Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.escaping import Escaping, Kept
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1630.document import cite

ENCODING = "Encoding reserved characters"
SAFE_SETS = "REDUCED OR INCREASED SAFE CHARACTER SETS"

IN_A_PATH = Provision(
    cite("BNF of Generic URI Syntax", "xpalpha"),
    "allows in a path what its grammar has in xpalpha, and encodes the rest",
)
IN_XALPHAS = Provision(
    cite("BNF of Generic URI Syntax", "xalpha"),
    "allows what its grammar has in xalpha, and encodes the rest, real plus signs among it",
)
LATIN_1 = Provision(
    cite(ENCODING, "CONVENTIONAL URI ENCODING SCHEME"),
    "encodes a character by its ISO Latin 1 code, and has none for others",
)
RESERVED_PERCENT = Provision(
    cite(ENCODING, f"{SAFE_SETS}; Example 3"),
    "keeps a percent sign without two hexadecimal digits for the future, so that it is illegal",
)


class Rfc1630Escaping(Escaping):
    """What the grammar allows in each part, and the conventional encoding scheme."""

    charset = "latin-1"
    charset_provision = LATIN_1
    malformed = RESERVED_PERCENT
    class_rules = ("safe", "extra", "reserved", "national", "punctuation")
    reserved_segments = frozenset((".", ".."))

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The characters of xpalpha in a path, and those of xalpha after it."""
        in_xalphas = Kept(self.characters("xalpha"), IN_XALPHAS)
        in_a_path = Kept(self.characters("xpalpha"), IN_A_PATH)
        return FrozenMapping({"path": in_a_path, "query": in_xalphas, "fragment": in_xalphas})
