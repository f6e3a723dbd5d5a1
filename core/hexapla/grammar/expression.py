"""Sets of characters, and the expressions that describe the languages of grammar rules."""

import functools
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

import attrs

LAST = 0x10FFFF


@attrs.frozen(slots=False)
class Characters:
    """A set of characters, as sorted ranges of code points that neither overlap nor touch."""

    ranges: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, text: str) -> "Characters":
        """Return the set of the characters of a string."""
        return cls.spanning((ord(character), ord(character)) for character in text)

    @classmethod
    def spanning(cls, ranges: Iterable[tuple[int, int]]) -> "Characters":
        """Return the union of ranges, each given by its first and last code points."""
        merged: list[tuple[int, int]] = []
        for first, last in sorted(ranges):
            if merged and first <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(merged[-1][1], last))
            else:
                merged.append((first, last))
        return cls(tuple(merged))

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        for first, last in self.ranges:
            if code <= last:
                return first <= code
        return False

    def __iter__(self) -> Iterator[str]:
        for first, last in self.ranges:
            for code in range(first, last + 1):
                yield chr(code)

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.ranges)

    def __or__(self, other: "Characters") -> "Characters":
        return Characters.spanning((*self.ranges, *other.ranges))

    def __invert__(self) -> "Characters":
        gaps = []
        start = 0
        for first, last in self.ranges:
            if start < first:
                gaps.append((start, first - 1))
            start = last + 1
        if start <= LAST:
            gaps.append((start, LAST))
        return Characters(tuple(gaps))

    def __and__(self, other: "Characters") -> "Characters":
        return ~(~self | ~other)

    def __sub__(self, other: "Characters") -> "Characters":
        return self & ~other

    @functools.cached_property
    def first(self) -> str:
        """A representative of the set: if possible, a letter, a digit or ASCII punctuation."""
        for character in _FAMILIAR:
            if character in self:
                return character
        return chr(self.ranges[0][0])

    @property
    def rank(self) -> int:
        """A sort key: sets with letters come first, then those with digits, then all others."""
        index = _FAMILIAR.find(self.first)
        if index >= 0:
            return index
        return len(_FAMILIAR) + ord(self.first)


_FAMILIAR = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"
    + "0"
    + "".join(map(chr, range(0x21, 0x7F)))
)


def classes(sets: Iterable[Characters]) -> tuple[Characters, ...]:
    """Partition all characters into classes, each of which lies inside or outside of each set.

    Each character is in exactly one class. The classes are ordered by their lowest code points.
    """
    distinct = list(dict.fromkeys(sets))
    borders = {0, LAST + 1}
    for characters in distinct:
        for first, last in characters.ranges:
            borders |= {first, last + 1}
    members: dict[tuple[bool, ...], list[tuple[int, int]]] = {}
    edges = sorted(borders)
    for first, after in pairwise(edges):
        signature = tuple(chr(first) in characters for characters in distinct)
        members.setdefault(signature, []).append((first, after - 1))
    return tuple(Characters.spanning(ranges) for ranges in members.values())


_MOST_KEPT = 1024


class ClassOf(dict[str, int]):
    """Maps characters to the numbers of their classes; the first lookups are cached."""

    def __init__(self, parts: tuple[Characters, ...]) -> None:
        super().__init__()
        number_of = {}
        for number, members in enumerate(parts):
            for first, _ in members.ranges:
                number_of[first] = number
        self._starts = sorted(number_of)
        self._numbers = [number_of[first] for first in self._starts]

    def __missing__(self, character: str) -> int:
        number = self._numbers[bisect_right(self._starts, ord(character)) - 1]
        if len(self) < _MOST_KEPT:
            self[character] = number
        return number


# Expressions are trees. They represent the right side of an ABNF rule, and the language of a rule.
#
# As parsed, the expression of a rule contains the names of other rules. Expansion replaces the
# names with expressions; the expressions of marked rules become `Marked`.


@attrs.frozen
class Name:
    """A reference to a rule."""

    name: str


@attrs.frozen
class Literal:
    """Derives each character of a set; `text` is the ABNF notation, or "" if there is none."""

    characters: Characters
    text: str = attrs.field(default="", eq=False)


@attrs.frozen(cache_hash=True)
class Concatenation:
    """Derives the strings of its items in sequence; without items, derives the empty string."""

    items: tuple["Expression", ...]


@attrs.frozen(cache_hash=True)
class Alternation:
    """Derives the strings of any of its items; without items, derives no string."""

    items: tuple["Expression", ...]


@attrs.frozen(cache_hash=True)
class Repetition:
    """Derives `least` to `most` repetitions of its item; no limit applies if `most` is None."""

    item: "Expression"
    least: int
    most: int | None


@attrs.frozen(cache_hash=True)
class Marked:
    """Derives the strings of its item, the expression of the rule `name`."""

    name: str
    item: "Expression"


Expression = Name | Literal | Concatenation | Alternation | Repetition | Marked

NOTHING = Alternation(())
EMPTY = Concatenation(())


def only_or(kind: type[Concatenation | Alternation], items: list[Expression]) -> Expression:
    """Return the only item of a list, or an expression of the given kind with all items."""
    if len(items) == 1:
        return items[0]
    return kind(tuple(items))


def concatenate(items: Iterable[Expression]) -> Expression:
    """Build a flat concatenation; it is `NOTHING` if an item derives no string."""
    flat: list[Expression] = []
    for item in items:
        if item == NOTHING:
            return NOTHING
        if isinstance(item, Concatenation):
            flat += item.items
        else:
            flat.append(item)
    return only_or(Concatenation, flat)


def alternate(items: Iterable[Expression]) -> Expression:
    """Build a flat alternation without duplicates, and merge all single characters into one set."""
    characters = Characters()
    others: dict[Expression, None] = {}
    for item in items:
        for part in item.items if isinstance(item, Alternation) else (item,):
            if isinstance(part, Literal):
                characters |= part.characters
            else:
                others[part] = None
    parts: list[Expression] = []
    if characters:
        parts.append(Literal(characters))
    parts += others
    return only_or(Alternation, parts)


def repeat(item: Expression, least: int = 0, most: int | None = None) -> Expression:
    """Build a repetition, simplified if possible."""
    if item == NOTHING:
        if least == 0:
            return EMPTY
        return NOTHING
    if most == 0 or item == EMPTY:
        return EMPTY
    if least == most == 1:
        return item
    return Repetition(item, least, most)


def pattern(expression: Expression) -> str:
    """Convert an expression to a regular expression for `re.fullmatch`."""
    match expression:
        case Literal(characters):
            ranges = [f"\\U{first:08x}-\\U{last:08x}" for first, last in characters.ranges]
            return f"[{''.join(ranges)}]"
        case Concatenation(items):
            return "".join(map(pattern, items))
        case Alternation(()):
            return "(?!)"
        case Alternation(items):
            return f"(?:{'|'.join(map(pattern, items))})"
        case Marked(_, item):
            return pattern(item)
        case Repetition(item, least, most):
            if most is None:
                return f"(?:{pattern(item)}){{{least},}}"
            return f"(?:{pattern(item)}){{{least},{most}}}"
    raise AssertionError(expression)
