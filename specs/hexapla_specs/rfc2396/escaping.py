"""RFC 2396, 2: URI Characters and Escape Sequences."""

import functools
from collections.abc import Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.escaping import Escaping, Kept
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc2396.document import cite
from hexapla_specs.rfc2396.syntax import ESCAPE_DATA

# What a component reserves: 3.2, 3.3 for a segment, 3.4. Nothing in a fragment (4.1).
RESERVED_IN = FrozenMapping({"authority": ";:@?/", "path": "/;=?", "query": ";/?:@&=+,$"})

# 3.2.2, 3.3, 3.4, 4.1: the rule for the characters that may stand in a component.
CHARACTERS_OF = FrozenMapping(
    {"authority": "userinfo", "path": "pchar", "query": "uric", "fragment": "uric"}
)

# The section that says what a component reserves, and the name of the place.
SECTIONS = FrozenMapping(
    {
        "authority": ("3.2", "an authority"),
        "path": ("3.3", "a path segment"),
        "query": ("3.4", "a query"),
        "fragment": ("4.1", "a fragment"),
    }
)
CONFLICTING = {
    component: Provision(
        cite(f"2.2, {section}", "Reserved Characters"),
        f"escapes in {where} what is reserved there, and what is in no URI",
    )
    for component, (section, where) in SECTIONS.items()
}
ALL_BUT_UNRESERVED = Provision(
    cite("2.4", "Escape Sequences"), "escapes all that is not unreserved"
)
NO_CHARSET = Provision(
    cite("2.1", "URI and non-ASCII characters"),
    "leaves the charset of octets beyond US-ASCII to each scheme",
)
MALFORMED_ESCAPE = Provision(
    cite("2.4.1", "Escaped Encoding"), "needs two hexadecimal digits after a percent sign"
)


class Rfc2396Escaping(Escaping):
    """What each component lets stand for itself (2.2, 2.4.3, and section 3)."""

    charset = "ascii"
    charset_provision = NO_CHARSET
    malformed = MALFORMED_ESCAPE
    class_rules = ("unreserved", "mark", "reserved", "control", "space", "delims", "unwise")

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The characters that a component allows and does not reserve, or unreserved ones alone."""
        if self.spec.options[ESCAPE_DATA.name] == "all-but-unreserved":
            unreserved = Kept(self.characters("unreserved"), ALL_BUT_UNRESERVED)
            return FrozenMapping(dict.fromkeys(CHARACTERS_OF, unreserved))
        return FrozenMapping(
            (component, Kept(self.characters(rule, but=reserved), CONFLICTING[component]))
            for component, rule in CHARACTERS_OF.items()
            for reserved in (RESERVED_IN.get(component, ""),)
        )
