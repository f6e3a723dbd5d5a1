"""Expressions as trees: what is behind the "=" of an ABNF rule, and what a rule derives.

As a rule is read, its expression has the names of other rules; once these are put in (`expansion`),
it has none, and a marked rule is `Marked`.
"""

from collections.abc import Iterable

import attrs

from hexapla.grammar.characters import Characters


@attrs.frozen
class Name:
    """A reference to a rule."""

    name: str


@attrs.frozen
class Literal:
    """Derives each text of one character of a set; `text` is how it is written, if it is."""

    characters: Characters
    text: str = attrs.field(default="", eq=False)


@attrs.frozen
class Concatenation:
    """Derives what its items derive, one after the other; without items, the empty text."""

    items: tuple["Expression", ...]


@attrs.frozen
class Alternation:
    """Derives what any of its items derives; without items, nothing at all."""

    items: tuple["Expression", ...]


@attrs.frozen
class Repetition:
    """Derives its item from `least` to `most` times; without `most`, any number of times."""

    item: "Expression"
    least: int
    most: int | None


@attrs.frozen
class Marked:
    """Derives what its item derives; `name` is the rule that it came from."""

    name: str
    item: "Expression"


Expression = Name | Literal | Concatenation | Alternation | Repetition | Marked

NOTHING = Alternation(())
EMPTY = Concatenation(())


def concatenate(items: Iterable[Expression]) -> Expression:
    """Build a concatenation, flat, and without what makes no difference."""
    flat: list[Expression] = []
    for item in items:
        if item == NOTHING:
            return NOTHING
        flat.extend(item.items if isinstance(item, Concatenation) else (item,))
    return flat[0] if len(flat) == 1 else Concatenation(tuple(flat))


def alternate(items: Iterable[Expression]) -> Expression:
    """Build an alternation, flat, with one set for all single characters and no item twice."""
    characters = Characters()
    others: dict[Expression, None] = {}
    for item in items:
        for part in item.items if isinstance(item, Alternation) else (item,):
            if isinstance(part, Literal):
                characters |= part.characters
            else:
                others[part] = None
    parts: list[Expression] = [Literal(characters)] if characters else []
    parts += others
    return parts[0] if len(parts) == 1 else Alternation(tuple(parts))


def repeat(item: Expression, least: int = 0, most: int | None = None) -> Expression:
    """Build a repetition."""
    if item == NOTHING:
        return EMPTY if least == 0 else NOTHING
    if most == 0 or item == EMPTY:
        return EMPTY
    return item if (least, most) == (1, 1) else Repetition(item, least, most)


def pattern(expression: Expression) -> str:
    """Write an expression for the standard library's `re`, to be matched against a whole text."""
    match expression:
        case Literal(characters):
            ranges = (f"\\U{first:08x}-\\U{last:08x}" for first, last in characters.ranges)
            return f"[{''.join(ranges)}]"
        case Concatenation(items):
            return "".join(map(pattern, items))
        case Alternation(items):
            return f"(?:{'|'.join(map(pattern, items))})" if items else "(?!)"
        case Marked(_, item):
            return pattern(item)
        case Repetition(item, least, most):
            return f"(?:{pattern(item)}){{{least},{'' if most is None else most}}}"
    raise AssertionError(expression)
