"""Encode Python modules as syntax trees, because parsing in a browser would delay the start.

All modules share a table of constants and a table of the kinds of nodes. A module is encoded as a
sequence of numbers: a node is the number of its kind followed by its fields, and a list is a mark,
its length and its items. A number is written as one to three ASCII characters. `trees.js` decodes
the trees.
"""

import ast
from collections.abc import Iterator, Mapping
from enum import IntEnum

Constant = str | int | float | bytes


class _Mark(IntEnum):
    """Numbers with a fixed meaning; larger numbers alternate between constants and node kinds."""

    NOTHING = 0
    NONE = 1
    TRUE = 2
    FALSE = 3
    ELLIPSIS = 4
    LIST = 5


_LARGEST = 2**53 - 1
"""The largest integer that a browser can decode exactly from JSON."""

DIGITS = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\')
"""The digits of numbers: the ASCII characters that needn't be escaped in JSON."""
_ONE = 60
"""The number of digits that are numbers by themselves; the other digits begin a longer number."""
_TWO = 25
"""The number of digits that can begin a two-digit number; the rest begin a three-digit number."""


class Trees:
    """Writes syntax trees as numbers."""

    def __init__(self) -> None:
        self._constants: dict[tuple[type, Constant], int] = {}
        self._kinds: dict[type[ast.AST], int] = {}

    def tables(self) -> Mapping[str, object]:
        """Return the tables for decoding modules: constants, kinds of nodes, and digits.

        A kind of node is given by its name and the names of its fields.
        """
        return {
            "constants": [_constant(value) for _, value in self._constants],
            "kinds": [(kind.__name__, kind._fields) for kind in self._kinds],
            "digits": DIGITS,
            "one": _ONE,
            "two": _TWO,
        }

    def text_of(self, module: ast.Module) -> str:
        """Encode a module, adding its constants and kinds of nodes to the tables."""
        # Nodes created in code lack contexts, which parsing adds.
        parsed = ast.parse(ast.unparse(module))
        return "".join(map(written, self._node(parsed)))

    def _node(self, node: ast.AST) -> Iterator[int]:
        kind = self._kinds.setdefault(type(node), len(self._kinds))
        yield len(_Mark) + 2 * kind + 1
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(node, (ast.Constant, ast.MatchSingleton)) and name == "value":
                yield self._value(value)
            else:
                yield from self._field(value)

    def _field(self, value: object) -> Iterator[int]:
        if value is None:
            yield _Mark.NOTHING
        elif isinstance(value, ast.AST):
            yield from self._node(value)
        elif isinstance(value, list):
            yield _Mark.LIST
            yield len(value)
            for item in value:
                yield from self._field(item)
        else:
            yield self._value(value)

    def _value(self, value: object) -> int:
        """Return the number of a constant or a name."""
        if value is None:
            return _Mark.NONE
        if value is True:
            return _Mark.TRUE
        if value is False:
            return _Mark.FALSE
        if value is ...:
            return _Mark.ELLIPSIS
        if not isinstance(value, Constant) or (isinstance(value, int) and abs(value) > _LARGEST):
            raise ValueError(f"{value!r} isn't a constant that a browser can hold")
        number = self._constants.setdefault((type(value), value), len(self._constants))
        return len(_Mark) + 2 * number


def written(number: int) -> str:
    """Encode a number in digits.

    Raises:
        ValueError: The number is too large for three digits.
    """
    base = len(DIGITS)
    if number < _ONE:
        return DIGITS[number]
    left = number - _ONE
    if left < _TWO * base:
        first, second = divmod(left, base)
        return DIGITS[_ONE + first] + DIGITS[second]
    left -= _TWO * base
    first, rest = divmod(left, base * base)
    if _ONE + _TWO + first >= base:
        raise ValueError(f"{number} has more than three digits")
    second, third = divmod(rest, base)
    return DIGITS[_ONE + _TWO + first] + DIGITS[second] + DIGITS[third]


def _constant(value: Constant) -> object:
    """Convert a constant to JSON."""
    match value:
        case bytes():
            return [*value]
        case float():
            return {"float": value}
    return value
