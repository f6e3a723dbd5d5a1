"""Regular expressions as trees: what an ABNF rule becomes once its references are put in."""

import re
from collections.abc import Iterable

import attrs

from hexapla.grammar.characters import Characters


@attrs.frozen
class Nothing:
    """Derives no text at all."""


@attrs.frozen
class One:
    """Derives each text of one character of a set."""

    characters: Characters


@attrs.frozen
class Sequence:
    """Derives what its items derive, one after the other; without items, the empty text."""

    items: tuple["Expression", ...]


@attrs.frozen
class Choice:
    """Derives what any of its items derives."""

    items: tuple["Expression", ...]


@attrs.frozen
class Repeat:
    """Derives its item from `least` to `most` times; without `most`, as often as one likes."""

    item: "Expression"
    least: int
    most: int | None


@attrs.frozen
class Marked:
    """Derives what its item derives; `name` is the rule that it came from."""

    name: str
    item: "Expression"


Expression = Nothing | One | Sequence | Choice | Repeat | Marked

NOTHING = Nothing()
EMPTY = Sequence(())


def sequence(items: Iterable[Expression]) -> Expression:
    """Build a sequence, flat, and without what makes no difference."""
    flat: list[Expression] = []
    for item in items:
        if isinstance(item, Nothing):
            return NOTHING
        flat.extend(item.items if isinstance(item, Sequence) else (item,))
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def choice(items: Iterable[Expression]) -> Expression:
    """Build a choice, flat, with one set for all single characters and nothing said twice."""
    characters = Characters()
    others: dict[Expression, None] = {}
    for item in items:
        for part in item.items if isinstance(item, Choice) else (item,):
            if isinstance(part, One):
                characters |= part.characters
            elif not isinstance(part, Nothing):
                others[part] = None
    parts: list[Expression] = [One(characters)] if characters else []
    parts += others
    if not parts:
        return NOTHING
    return parts[0] if len(parts) == 1 else Choice(tuple(parts))


def repeat(item: Expression, least: int = 0, most: int | None = None) -> Expression:
    """Build a repetition.

    Args:
        item: What is repeated.
        least: How many times at least.
        most: How many times at most; without it, there is no limit.
    """
    if isinstance(item, Nothing):
        return EMPTY if least == 0 else NOTHING
    if most == 0 or item == EMPTY:
        return EMPTY
    return item if (least, most) == (1, 1) else Repeat(item, least, most)


def pattern(expression: Expression) -> str:
    """Write an expression for the standard library's `re`, to be matched against a whole text."""
    match expression:
        case Nothing():
            return "(?!)"
        case One(characters):
            return _set_pattern(characters)
        case Sequence(items):
            return "".join(map(pattern, items))
        case Choice(items):
            return f"(?:{'|'.join(map(pattern, items))})"
        case Marked(_, item):
            return pattern(item)
        case Repeat(item, least, most):
            inner = pattern(item)
            single = isinstance(item, One | Choice)
            return (inner if single else f"(?:{inner})") + _times(least, most)


def _times(least: int, most: int | None) -> str:
    match least, most:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case 0, 1:
            return "?"
        case _:
            return f"{{{least},{'' if most is None else most}}}"


def _set_pattern(characters: Characters) -> str:
    if len(characters) == 1:
        return re.escape(characters.first)
    return f"[{''.join(_range_pattern(first, last) for first, last in characters.ranges)}]"


def _range_pattern(first: int, last: int) -> str:
    low, high = f"\\U{first:08x}", f"\\U{last:08x}"
    return low if first == last else f"{low}-{high}"
