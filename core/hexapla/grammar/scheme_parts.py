"""The parts of an absolute URL by the production that a standard has for its scheme."""

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

import attrs

from hexapla.grammar.derivation import Way, ways
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.validity import Validity, Verdict, validate
from hexapla.values.made_late import MadeLate


class SchemePart(NamedTuple):
    """A named part: as written, and decoded, each octet a code point of Latin-1.

    Attributes:
        name: The rule that derives the part.
        raw: The part as written.
        start: The offset at which it begins, in code points.
        stop: The offset behind it.
    """

    name: str
    raw: str
    start: int
    stop: int

    def __repr__(self) -> str:
        return f"<SchemePart {self.name} {self.start}:{self.stop} {self.raw!r}>"

    @property
    def decoded(self) -> str:
        """The part with every %XX decoded once; what is no escape stays."""
        if "%" not in self.raw:
            return self.raw
        octets = unquote_to_bytes(self.raw.encode("utf-8", "surrogatepass"))
        return octets.decode("latin-1")

    def to_dict(self) -> dict[str, object]:
        """Return the part's JSON form."""
        return {
            "name": self.name,
            "raw": self.raw,
            "decoded": self.decoded,
            "span": [self.start, self.stop],
        }


@attrs.frozen(repr=False)
class SchemeParts:
    """What a standard's production for a scheme makes of a URL.

    `validity` tells whether the production derives it and, if not, where it leaves it; `parts` are
    in the order of the text. Where the production derives it in a second way that puts characters
    into other parts, `other_parts` are those. `remark` is what the standard says where it has no
    production, or why it prefers the first way; it is empty where the standard says nothing.

    Attributes:
        production: The rule for the scheme; None where the standard has none.
    """

    production: str | None
    parts: Sequence[SchemePart]
    validity: Validity
    remark: str = ""
    other_parts: Sequence[SchemePart] = ()

    def __repr__(self) -> str:
        names = ", ".join(part.name for part in self.parts) or "no parts"
        return f"<SchemeParts {self.production or 'no production'}: {names}>"

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form."""
        return {
            "production": self.production,
            "parts": [part.to_dict() for part in self.parts],
            "validity": self.validity.to_dict(),
            "remark": self.remark,
            "other_parts": [part.to_dict() for part in self.other_parts],
        }


def take_apart(
    grammar: Grammar,
    production: str,
    names: Iterable[str],
    lazy: Iterable[str],
    text: str,
) -> SchemeParts:
    """Take a text apart by a production, into what the named rules take.

    Args:
        grammar: The grammar of the production.
        production: The rule that derives the text.
        names: The rules whose text is a part.
        lazy: Those of them that take as little as they can.
        text: The text.

    Raises:
        GrammarError: The grammar has no such production.
    """
    validity = validate(grammar, (production,), text)
    if validity.verdict is not Verdict.YES:
        return SchemeParts(production, (), validity)
    first, *others = (in_order(way, text) for way in ways(grammar, production, names, text, lazy))
    other: Sequence[SchemePart] = next(
        (parts for parts in others if _filled(parts) != _filled(first)), ()
    )
    return SchemeParts(production, first, validity, other_parts=other)


def in_order(way: Way, text: str, offset: int = 0) -> Sequence[SchemePart]:
    """Return what the rules on a way take of a text, in the order in which they begin.

    Args:
        way: How the rules derive the text.
        text: The text.
        offset: Where the text stands in a longer one, in code points.
    """
    rules: list[str] = []
    starts: list[int] = []
    stops: list[int] = []
    ends: list[int] = []
    for place, events in way:
        for rule, begins in reversed(events):
            if begins:
                rules.append(rule)
                starts.append(place)
                stops.append(ends.pop())
            else:
                ends.append(place)
    columns = (column[::-1] for column in (rules, starts, stops))
    return MadeLate(functools.partial(_part, text, offset), *columns)


def _part(text: str, offset: int, rule: str, start: int, stop: int) -> SchemePart:
    return SchemePart(rule, text[start:stop], start + offset, stop + offset)


def _filled(parts: Iterable[SchemePart]) -> tuple[SchemePart, ...]:
    """Return the parts that have characters."""
    return tuple(part for part in parts if part.raw)


def no_scheme_parts(remark: str = "") -> SchemeParts:
    """Return what there is to say of a URL where a standard has no production for its scheme."""
    return SchemeParts(None, (), Validity(Verdict.NO_PRODUCTION, ()), remark)
