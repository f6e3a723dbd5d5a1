"""RFC 1630, "Encoding reserved characters" and "Unsafe characters": when two URIs are identical."""

import re
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import EquivalenceRules, Judgement, Rewriting, Sameness
from hexapla.operations.scheme_facts import load_scheme_facts
from hexapla.standard.component import recombined
from hexapla.text.escapes import (
    MALFORMED,
    OCTETS,
    ascii_lower,
    escaped_octets,
    unescaped_where,
)
from hexapla_specs.rfc1630.document import RFC1630, cite
from hexapla_specs.rfc1630.escaping import ENCODING, LATIN_1, RESERVED_PERCENT, SAFE_SETS
from hexapla_specs.rfc1630.readings import RESERVED_SET

# The percent sign, "Hierarchical forms", "Hash", "Query strings", "Other reserved characters".
RESERVED_BY_PROSE = frozenset("%/#?*!")
RESERVED_IN_A_SEARCH = frozenset("+")

PARTIAL_IS_NO_URI = Provision(
    cite("Partial (relative) form"), "gives a partial form no meaning but in a context"
)
VOID_FRAGMENTID = Provision(
    cite("Fragment-id"), "treats a void fragment-id as none, with or without its hash sign"
)
PLUS_IS_SPACE = Provision(
    cite("Reserved characters", "QUERY STRINGS"), "reads a plus sign in a search as a space"
)
SAME_LEVEL = Provision(
    cite(ENCODING, SAFE_SETS),
    "brings both to the same encoding level before it compares them",
)
NEVER_DECODED = Provision(
    cite(ENCODING, SAFE_SETS),
    "gives a reserved character another significance when it is encoded",
)
NOT_IDENTICAL = Provision(
    cite(ENCODING, SAFE_SETS),
    "compares them at the same encoding level, and they are not identical",
)
CANONICAL = Provision(
    cite("Unsafe characters"),
    "encodes in the canonical form white space, control characters, those of national variants "
    "and those beyond DEL",
)
SPACE_IS_RESERVED = Provision(
    cite(f"{ENCODING}; BNF of Generic URI Syntax", f"{SAFE_SETS}; reserved"),
    "gives a reserved character another significance when it is encoded, and has the space among "
    "these in its grammar, so that a URI with a space has no canonical form",
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC1630.date)


class Rfc1630Equivalence(EquivalenceRules):
    """What leaves a URI identical, and the canonical form."""

    # "Encoding reserved characters".

    def incomparable(self, text: str) -> Provision | None:
        """Refuse partial forms, and percent signs that encode nothing (Example 3)."""
        if self.spec.split(text)[1] is None:
            return PARTIAL_IS_NO_URI
        if not text.isascii() and max(text) > "\xff":
            return LATIN_1
        return RESERVED_PERCENT if MALFORMED.search(text) else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return what leaves a URI identical: its encoding level, and what is void."""
        return (
            Rewriting(VOID_FRAGMENTID, self._without_void_fragmentid),
            Rewriting(PLUS_IS_SPACE, self._with_spaces_in_search),
            Rewriting(SAME_LEVEL, self._at_the_same_level),
            *SCHEME_FACTS.rewritings("void-host", "void-path"),
        )

    def _without_void_fragmentid(self, text: str) -> str:
        return text[:-1] if self.spec.split(text)[4] == "" else text

    def _with_spaces_in_search(self, text: str) -> str:
        _, scheme, path, search, fragmentid = self.spec.split(text)
        return recombined(scheme, None, path, search and search.replace("+", "%20"), fragmentid)

    def _at_the_same_level(self, text: str) -> str:
        """Decode all but reserved characters, and elements that would become "." or ".."."""
        _, scheme, path, search, fragmentid = self.spec.split(text)
        free = OCTETS - self._reserved()
        in_search = free - RESERVED_IN_A_SEARCH
        return recombined(
            scheme and unescaped_where(scheme, free - {":"}),
            None,
            _decoded_path(path, free),
            None if search is None else unescaped_where(search, in_search),
            None if fragmentid is None else unescaped_where(fragmentid, free),
        )

    def _reserved(self) -> frozenset[str]:
        by_grammar = self.characters("reserved") | {"%"}
        return {
            "both": RESERVED_BY_PROSE | by_grammar - {" "},
            "prose": RESERVED_BY_PROSE,
            "grammar": by_grammar,
        }[self.spec.options[RESERVED_SET.name]]

    def distinguish(self, left: str, right: str) -> Judgement:
        """Judge what is not identical at the same encoding level."""
        if unescaped_where(left, OCTETS) == unescaped_where(right, OCTETS):
            return Sameness.DIFFERENT, NEVER_DECODED
        if _without_open_differences(left, right) == _without_open_differences(right, left):
            return Sameness.UNDECIDED, None
        return Sameness.DIFFERENT, NOT_IDENTICAL

    # "Unsafe characters": the canonical form.

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the canonical form, in which what is unsafe is encoded."""
        return (Rewriting(CANONICAL, self._canonical),)

    def without_normal_form(self, text: str) -> Provision | None:
        """Refuse a space where it is reserved: it may not be encoded, and the form has none."""
        return SPACE_IS_RESERVED if " " in text and " " in self._reserved() else None

    def _canonical(self, text: str) -> str:
        unsafe = {*self.characters("national"), *map(chr, (*range(0x21), *range(0x7F, 0x100)))}
        octets = {ord(character): f"%{ord(character):02X}" for character in unsafe}
        return text.translate(octets)


def _decoded_path(path: str, free: frozenset[str]) -> str:
    """Decode what is free in a path, but for elements that would become a complete "." or ".."."""
    if "%" not in path:
        return path
    return "/".join(_decoded_element(element, free) for element in path.split("/"))


def _decoded_element(element: str, free: frozenset[str]) -> str:
    decoded = unescaped_where(element, free)
    if decoded in (".", "..") and decoded != element:
        return escaped_octets(decoded.encode("ascii"))
    return decoded


# Where nothing is said of a difference: the case of letters, a login, port or host that one of the
# two has, and dots that stand in an absolute form.

_LOGIN = re.compile(
    r"(?P<scheme>[^:]*:)//(?:(?P<user>[^/@]*)@)?(?P<host>[^/:]*)(?::(?P<port>\d*))?(?P<rest>.*)",
    re.DOTALL,
)


def _without_open_differences(text: str, other: str) -> str:
    """Leave out of a text what may differ from another by differences of which nothing is said."""
    text, other = ascii_lower(text), ascii_lower(other)
    here, there = _LOGIN.fullmatch(text), _LOGIN.fullmatch(other)
    if here is not None:
        both = {name for name in ("user", "port") if here[name] and there and there[name]}
        user = f"{here['user']}@" if "user" in both else ""
        port = f":{here['port']}" if "port" in both else ""
        host = "" if here["host"] == "localhost" else here["host"]
        login = user + host + port
        text = here["scheme"] + (f"//{login}" if login else "") + here["rest"]
    return _without_dot_elements(text)


def _without_dot_elements(text: str) -> str:
    path, mark, rest = text.partition("?")
    kept: list[str] = []
    for element in path.split("/"):
        if element == ".." and len(kept) > 1 and kept[-1] not in ("", ".."):
            kept.pop()
        elif element != ".":
            kept.append(element)
    return "/".join(kept) + mark + rest
