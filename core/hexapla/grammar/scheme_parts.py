"""The parts of an absolute URL by the production that a standard has for its scheme."""

from collections.abc import Iterable, Sequence

import attrs

from hexapla.grammar.derivation import PlacedEvent, derive
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.validity import NOT_COVERED, Validity, Verdict, validator
from hexapla.text.escapes import OCTETS, unescaped_where
from hexapla.text.span import Span
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class SchemePart(Value):
    """A named part: as written, and decoded, each octet a code point of Latin-1.

    Attributes:
        name: The rule that derives the part.
        raw: The part as written.
        start: The offset at which it begins, in code points.
        stop: The offset behind it.
    """

    _json_members = ("name", "raw", "decoded", "span")

    name: str
    raw: str
    start: int
    stop: int

    @property
    def decoded(self) -> str:
        """The part with every %XX decoded once; what is no escape stays."""
        return unescaped_where(self.raw, OCTETS)

    @property
    def span(self) -> Span:
        """Where the part stands."""
        return Span(self.start, self.stop)


@attrs.frozen(repr=False)
class SchemeParts(Value):
    """What a standard's production for a scheme makes of a URL.

    `validity` tells whether the production derives it and, if not, where it leaves it; `parts` are
    in the order of the text. Where the production derives it in a second way that puts characters
    into other parts, `other_parts` are those. `remark` is what the standard says where it has no
    production, or why it prefers the first way; it is empty where the standard says nothing.

    Attributes:
        production: The rule for the scheme; None where the standard has none.
    """

    production: str | None = None
    parts: tuple[SchemePart, ...] = ()
    validity: Validity = NOT_COVERED
    remark: str = ""
    other_parts: tuple[SchemePart, ...] = ()


def scheme_parts(
    grammar: Grammar,
    production: str,
    names: Iterable[str],
    lazy: Iterable[str],
    text: str,
) -> SchemeParts:
    """Return what the named rules take of a text that a production derives.

    The lazy ones among them take as little as they can.
    """
    validity = validator(grammar, (production,))(text)
    if validity.verdict is not Verdict.YES:
        return SchemeParts(production, validity=validity)
    derived = derive(grammar, production, names, text, lazy)
    first, *others = (parts_of(events, text) for events in derived)
    other = next((parts for parts in others if _filled(parts) != _filled(first)), ())
    return SchemeParts(production, first, validity, other_parts=other)


def parts_of(events: Sequence[PlacedEvent], text: str, offset: int = 0) -> tuple[SchemePart, ...]:
    """Return what rules take of a text, in the order in which they begin.

    `offset` is where the text stands in a longer one, in code points.
    """
    parts: list[SchemePart] = []
    ends: list[int] = []
    for start, (rule, begins) in reversed(events):
        if begins:
            stop = ends.pop()
            parts.append(SchemePart(rule, text[start:stop], start + offset, stop + offset))
        else:
            ends.append(start)
    return tuple(reversed(parts))


def _filled(parts: Iterable[SchemePart]) -> list[SchemePart]:
    """Return the parts that have characters."""
    return [part for part in parts if part.raw]
