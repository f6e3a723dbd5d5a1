"""RFC 2396, 6: URI Normalization and Equivalence."""

from collections.abc import Iterator
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import EquivalenceRules, Judgement, Rewriting, Sameness
from hexapla.operations.scheme_facts import load_scheme_facts
from hexapla.standard.component import recombined
from hexapla.text.escapes import (
    MALFORMED,
    OCTETS,
    ascii_lower,
    behind_scheme,
    character_of,
    unescaped_where,
    units,
    with_lower_scheme,
    with_upper_digits,
)
from hexapla_specs.rfc2396.document import RFC2396, cite
from hexapla_specs.rfc2396.escaping import MALFORMED_ESCAPE, RESERVED_IN, SECTIONS
from hexapla_specs.rfc2396.syntax import Parsed

# 2 URI Characters and Escape Sequences: what an escape changes, and what it does not.

UNRESERVED_MAY_BE_ESCAPED = Provision(
    cite("2.3", "Unreserved Characters"), "lets unreserved characters be escaped"
)
HEX_DIGITS = Provision(
    cite("2.4.1", "Escaped Encoding"), "has hexadecimal digits in either case stand for an octet"
)
RESERVED_CHANGES = {
    component: Provision(
        cite(f"2.2, {section}", "Reserved Characters"),
        f"reserves the character in {where}, so that escaping it changes what a URI means",
    )
    for component, (section, where) in SECTIONS.items()
}
FRAGMENT_DELIMITER = Provision(
    cite("2.4.3", "Excluded US-ASCII Characters"), "delimits a fragment by a number sign"
)

# 4 URI References.

FRAGMENT_MEANING = Provision(
    cite("4, 4.1", "URI References"),
    "has no part in the URI for a fragment, whose meaning is its media type's",
)
NOT_ABSOLUTE = Provision(
    cite("4", "URI References"),
    "calls an absolute URI a URI, and a relative one not before it is resolved",
)

# 6 URI Normalization and Equivalence.

_SECTION_6 = cite("6", "URI Normalization and Equivalence")
SCHEME_CASE = Provision(
    cite("3.1, 6", "Scheme Component"), "treats upper case in a scheme name as lower case"
)
HOST_CASE = Provision(_SECTION_6, "ignores case in the host of a server")
DEFAULT_PORT = Provision(_SECTION_6, "lets a port go that is the scheme's default")
SCHEME_DEPENDENT = Provision(
    _SECTION_6, "leaves what else makes two URIs equivalent to their scheme"
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC2396.date)


class Rfc2396Equivalence(EquivalenceRules):
    """What 2.3 and 6 let be written in another way, and what 2.2 does not."""

    def incomparable(self, text: str) -> Provision | None:
        """Refuse what is no URI by itself, and a percent sign that escapes nothing."""
        if self.spec.split(text)[1] is None:
            return NOT_ABSOLUTE
        return MALFORMED_ESCAPE if MALFORMED.search(text) else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return what 2.3 and 6 let be written in another way."""
        return (
            Rewriting(SCHEME_CASE, with_lower_scheme),
            Rewriting(HEX_DIGITS, with_upper_digits),
            Rewriting(UNRESERVED_MAY_BE_ESCAPED, self._with_unreserved_unescaped),
            Rewriting(HOST_CASE, self._with_lower_host),
            Rewriting(DEFAULT_PORT, self._without_default_port),
        )

    def _with_unreserved_unescaped(self, text: str) -> str:
        unreserved = self.characters("unreserved")
        return behind_scheme(text, lambda rest: unescaped_where(rest, unreserved))

    def _with_lower_host(self, text: str) -> str:
        """Write the host of a server in lower case; a registry's name is none."""
        _, scheme, authority, path, query, fragment = self.spec.split(text)
        if authority is None or ascii_lower(authority) == authority:
            return text
        for part in self.spec.subdivide("authority", authority):
            if part.name == "host":
                host = ascii_lower(part.raw)
                authority = authority[: part.start] + host + authority[part.stop :]
        return recombined(scheme, authority, path, query, fragment)

    def _without_default_port(self, text: str) -> str:
        """Cut the port of a server; a registry's name has none."""
        without_port = SCHEME_FACTS.apply("default-port", text)
        if without_port == text:
            return text
        parts = self.spec.subdivide("authority", self.spec.split(text)[2] or "")
        return without_port if any(part.name == "port" for part in parts) else text

    def distinguish(self, left: str, right: str) -> Judgement:
        """Judge by the escapes that are left: 2.2 decides, and else the scheme does (6)."""
        if left.partition("#")[0] == right.partition("#")[0]:
            return Sameness.UNDECIDED, FRAGMENT_MEANING
        if unescaped_where(left, OCTETS) != unescaped_where(right, OCTETS):
            return Sameness.UNDECIDED, SCHEME_DEPENDENT
        here, there = units(left), units(right)
        for text, mine, others in ((left, here, there), (right, there, here)):
            for name, character in self._escaped_instead(text, mine, others):
                if character == "#":
                    return Sameness.DIFFERENT, FRAGMENT_DELIMITER
                if character in RESERVED_IN.get(name, ""):
                    return Sameness.DIFFERENT, RESERVED_CHANGES[name]
        return Sameness.UNDECIDED, SCHEME_DEPENDENT

    def _escaped_instead(
        self, text: str, mine: list[str], others: list[str]
    ) -> Iterator[tuple[str, str]]:
        """Return each character escaped here alone, with the component that it stands in."""
        components = _ends(self.spec.split(text))
        name, end = next(components)
        offset = 0
        for unit, other in zip(mine, others, strict=True):
            while end <= offset:
                name, end = next(components)
            if unit != other and len(unit) > 1:
                yield name, character_of(unit)
            offset += len(unit)


def _ends(parts: Parsed) -> Iterator[tuple[str, int]]:
    """Return the components of a URI, each with the offset at which it ends.

    An opaque part reserves nothing (3), so that it goes without a name.
    """
    _, scheme, authority, path, query, fragment = parts
    hierarchical = authority is not None or path.startswith("/")
    end = 0
    for name, part, marks in (
        ("scheme", scheme, ":"),
        ("authority", authority, "//"),
        ("path" if hierarchical else "", path, ""),
        ("query", query, "?"),
        ("fragment", fragment, "#"),
    ):
        if part is not None:
            end += len(marks) + len(part)
            yield name, end
