"""Convert automata to regular expressions in RE2 syntax.

States are eliminated one by one: the paths through a state become expressions between its
neighbours. The length of the result depends on the order of elimination. At each step, the state
whose elimination adds the fewest characters is eliminated; ties are broken at random. This is
repeated several times, and the shortest result is kept.

Some languages, such as IPv4 addresses in four decimal numbers, have a short handwritten expression,
although their automaton has many states. If an automaton accepts all strings of such a language,
these strings are subtracted from the automaton, and the handwritten expression is added to the
result as an alternative. This doesn't change the accepted language, and is done only if the result
becomes shorter.
"""

import functools
from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType

from hexapla.grammar.automaton import DEAD, Automaton
from hexapla.grammar.expression import (
    EMPTY,
    LAST,
    NOTHING,
    Alternation,
    Characters,
    Concatenation,
    Expression,
    Literal,
    Repetition,
    alternate,
    concatenate,
    repeat,
)

_ORDERS = 12
"""The number of elimination orders that are tried."""
_MOST_STATES = 64
_LONGEST = 10_000  # in characters
"""The maximum length of an expression; a longer expression would be unreadable."""

# Known parts.


def _digits(first: str, last: str) -> Expression:
    return Literal(Characters(((ord(first), ord(last)),)))


def one_of(characters: str) -> Expression:
    """Return an expression that matches any one of the given characters."""
    return Literal(Characters.of(characters))


def in_sequence(*items: Expression) -> Expression:
    """Return the concatenation of expressions."""
    return concatenate(items)


def text_of(text: str) -> Expression:
    """Return an expression that matches only the given string."""
    return concatenate(map(one_of, text))


DIGIT = _digits("0", "9")
HEX_DIGIT = one_of("0123456789abcdefABCDEF")


def _numbers(start: str, first: str, last: str, more: int = 0) -> Expression:
    """Return an expression for numbers: a start, a digit in a range, and further digits."""
    return in_sequence(text_of(start), _digits(first, last), repeat(DIGIT, more, more))


# 250 to 255, 200 to 249, 100 to 199, 10 to 99, 0 to 9
_OCTET = alternate(
    (
        _numbers("25", "0", "5"),
        _numbers("2", "0", "4", 1),
        in_sequence(text_of("1"), DIGIT, DIGIT),
        _numbers("", "1", "9", 1),
        DIGIT,
    )
)
IPV4 = in_sequence(_OCTET, repeat(in_sequence(text_of("."), _OCTET), 3, 3))
"""An IPv4 address of four decimal numbers from 0 to 255, without leading zeros."""
# 65530 to 65535, 65500 to 65529, 65000 to 65499, 60000 to 64999, 10000 to 59999, 1 to 9999, 0
PORT_NUMBER = alternate(
    (
        _numbers("6553", "0", "5"),
        _numbers("655", "0", "2", 1),
        _numbers("65", "0", "4", 2),
        _numbers("6", "0", "4", 3),
        _numbers("", "1", "5", 4),
        in_sequence(_digits("1", "9"), repeat(DIGIT, 0, 3)),
        text_of("0"),
    )
)
"""A number from 0 to 65535, without leading zeros."""

KNOWN: Mapping[str, Expression] = MappingProxyType({"ipv4": IPV4, "port": PORT_NUMBER})


@functools.cache
def known_automaton(name: str) -> Automaton:
    """Return the automaton of a language that has a handwritten expression."""
    return Automaton.of(KNOWN[name])


# From an automaton to an expression.


def regex_of(automaton: Automaton, known: Iterable[str] = ()) -> str | None:
    """Convert an automaton to a regular expression, unless it would be too large.

    The result is None if the automaton has too many states, or if the expression is too long.

    Args:
        automaton: The automaton.
        known: The names of handwritten expressions that may be used.
    """
    if len(automaton.rows) > _MOST_STATES:
        return None
    text = written(expression_of(automaton, known))
    if len(text) > _LONGEST:
        return None
    return text


def expression_of(automaton: Automaton, known: Iterable[str] = ()) -> Expression:
    """Return an expression for the language of an automaton.

    Args:
        automaton: The automaton.
        known: The names of handwritten expressions that may be used.
    """
    shortest = _eliminated(automaton)
    for name in known:
        part = known_automaton(name)
        if automaton.contains(part):
            others = _eliminated(automaton - part)
            either = _either(KNOWN[name], others)
            shortest = min(either, shortest, key=_size)
    return shortest


def _eliminated(automaton: Automaton) -> Expression:
    found = [_eliminate(automaton, Random(seed)) for seed in range(_ORDERS)]
    return min(found, key=_size)


def _eliminate(automaton: Automaton, random: Random) -> Expression:
    """Eliminate all states, always choosing the state that adds the fewest characters."""
    start, stop = -1, -2
    ways: dict[int, dict[int, Expression]] = {start: {0: EMPTY}, stop: {}}
    for state, row in enumerate(automaton.rows):
        out: dict[int, Characters] = {}
        for number, following in enumerate(row):
            if following != DEAD:
                known = out.get(following, Characters())
                out[following] = known | automaton.alphabet[number]
        ways[state] = {following: Literal(characters) for following, characters in out.items()}
        if state in automaton.accepting:
            ways[state][stop] = EMPTY
    left = list(range(len(automaton.rows)))
    random.shuffle(left)
    while left:
        state = min(left, key=lambda each: _added_by(each, ways))
        left.remove(state)
        out_of = ways.pop(state)
        loop = _star(out_of.pop(state, NOTHING))
        for row_of in ways.values():
            into = row_of.pop(state, None)
            if into is None:
                continue
            for following, out_by in out_of.items():
                through = _after(_after(into, loop), out_by)
                row_of[following] = _either(row_of.get(following, NOTHING), through)
    return ways[start].get(stop, NOTHING)


def _added_by(state: int, ways: Mapping[int, Mapping[int, Expression]]) -> int:
    """Return how many characters the elimination of a state adds to the expressions in total."""
    into = [row[state] for before, row in ways.items() if before != state and state in row]
    out_of = [way for after, way in ways[state].items() if after != state]
    loop = 0
    if state in ways[state]:
        loop = _size(ways[state][state])
    size_in = sum(map(_size, into))
    size_out = sum(map(_size, out_of))
    added = size_in * (len(out_of) - 1) + size_out * (len(into) - 1)
    return added + loop * (len(into) * len(out_of) - 1)


def _items(expression: Expression) -> tuple[Expression, ...]:
    if isinstance(expression, Concatenation):
        return expression.items
    return (expression,)


def _after(first: Expression, second: Expression) -> Expression:
    """Return the concatenation of two expressions; an item and its repetition are merged."""
    items: list[Expression] = []
    joined = in_sequence(first, second)
    if joined == NOTHING:
        return NOTHING
    for item in _items(joined):
        if items:
            merged = _merged(items[-1], item)
            if merged is not None:
                items[-1] = merged
                continue
        items.append(item)
    return concatenate(items)


def _merged(first: Expression, second: Expression) -> Expression | None:
    """Return the concatenation of two expressions as a single repetition.

    The result is None unless both expressions repeat the same item, at least one of them without a
    maximum.
    """
    one = _as_repetition(first)
    two = _as_repetition(second)
    if one.item != two.item or (one.most is not None and two.most is not None):
        return None
    return Repetition(one.item, one.least + two.least, None)


def _as_repetition(expression: Expression) -> Repetition:
    if isinstance(expression, Repetition):
        return expression
    return Repetition(expression, 1, 1)


def _star(item: Expression) -> Expression:
    if isinstance(item, Repetition) and item.least <= 1 and item.most in (1, None):
        item = item.item
    return repeat(item)


def _optional(item: Expression) -> Expression:
    if isinstance(item, Repetition) and item.least <= 1:
        return Repetition(item.item, 0, item.most)
    return Repetition(item, 0, 1)


def _either(first: Expression, second: Expression) -> Expression:
    """Return the alternation of two expressions, with a common beginning or end factored out."""
    if first == NOTHING:
        return second
    if second in (NOTHING, first):
        return first
    if first == EMPTY:
        return _optional(second)
    if second == EMPTY:
        return _optional(first)
    one = _items(first)
    two = _items(second)
    if one[0] == two[0]:
        behind = _either(concatenate(one[1:]), concatenate(two[1:]))
        return _after(one[0], behind)
    if one[-1] == two[-1]:
        before = _either(concatenate(one[:-1]), concatenate(two[:-1]))
        return _after(before, one[-1])
    return alternate((first, second))


@functools.lru_cache(maxsize=1 << 16)
def _size(expression: Expression) -> int:
    return len(written(expression))


# From an expression to text.


@functools.lru_cache(maxsize=1 << 16)
def written(expression: Expression) -> str:
    """Write an expression in RE2 syntax; the result must be matched against a whole string."""
    match expression:
        case Literal(characters):
            return _class(characters)
        case Concatenation(items):
            return "".join(map(written, items))
        case Alternation(items):
            return f"(?:{'|'.join(map(written, items))})"
        case Repetition(item, least, most):
            return _atom(item) + _times(least, most)
    raise AssertionError(expression)


def _atom(item: Expression) -> str:
    text = written(item)
    if isinstance(item, Literal | Alternation):
        return text
    return f"(?:{text})"


def _times(least: int, most: int | None) -> str:
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}
    if (least, most) in short:
        return short[least, most]
    if most == least:
        return f"{{{least}}}"
    if most is None:
        return f"{{{least},}}"
    return f"{{{least},{most}}}"


# Strings in the usual encodings can't contain these code points.
SURROGATES = Characters(((0xD800, 0xDFFF),))
_ANY = r"[\s\S]"
# The characters that are special in some regular expression syntax, outside and inside a set.
_SPECIAL = frozenset("\\^$.*+?()[]{}|")
_SPECIAL_IN_SET = frozenset("\\^-[]")


def _class(characters: Characters) -> str:
    """Write a set of characters; write it as a negated set if it contains the last code point."""
    if len(characters) == 1:
        return _character(ord(characters.first), _SPECIAL)
    if characters.ranges[-1][1] != LAST:
        return f"[{_ranges(characters)}]"
    others = ~characters - SURROGATES
    if not others:
        return _ANY
    return f"[^{_ranges(others)}]"


def _ranges(characters: Characters) -> str:
    return "".join(map(_range, characters.ranges))


def _range(ends: tuple[int, int]) -> str:
    start, stop = ends
    first = _character(start, _SPECIAL_IN_SET)
    if start == stop:
        return first
    last = _character(stop, _SPECIAL_IN_SET)
    if stop == start + 1:
        return first + last
    return f"{first}-{last}"


def _character(code: int, special: frozenset[str]) -> str:
    character = chr(code)
    if character in special:
        # A set of one character avoids a backslash, which a string literal could treat as special.
        if special is _SPECIAL and character not in _SPECIAL_IN_SET:
            return f"[{character}]"
        return f"\\{character}"
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    return character
