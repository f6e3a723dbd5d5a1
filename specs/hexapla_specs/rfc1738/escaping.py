"""RFC 1738, 2.2: URL Character Encoding Issues."""

import functools
from collections.abc import Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.escaping import Escaping, Kept
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1738.document import cite

_ENCODING = "URL Character Encoding Issues"
UNSAFE = frozenset(' <>"#%{}|\\^~[]`')

MUST_BE_ENCODED = Provision(
    cite("2.2", _ENCODING),
    'has alphanumerics and "$-_.+!*\'()," for data, and encodes the rest',
)
OCTETS = Provision(
    cite("2.2", _ENCODING),
    "encodes octets, and knows the characters only of those that US-ASCII has",
)
MALFORMED_ENCODING = Provision(
    cite("2.2", _ENCODING), "needs two hexadecimal digits after a percent sign"
)


class Rfc1738Escaping(Escaping):
    """What may be written unencoded as data; it is the same in all parts of a URL."""

    charset = "ascii"
    charset_provision = OCTETS
    malformed = MALFORMED_ENCODING
    class_rules = ("safe", "extra", "unreserved", "reserved", "national", "punctuation")

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The unreserved characters."""
        kept = Kept(self.characters("unreserved"), MUST_BE_ENCODED)
        return FrozenMapping(dict.fromkeys(("authority", "path", "query"), kept))

    @functools.cached_property
    def classes(self) -> Mapping[str, frozenset[str]]:
        """The classes of the grammar, and the unsafe characters."""
        return FrozenMapping({**super().classes, "unsafe": UNSAFE})
