"""Order the inputs of a search by size, and shrink them.

The alphabet of a search consists of pieces of text, most of them single characters.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import attrs

from hexapla.values.frozen import kept
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class SearchInput(Value):
    """A reference, with a base or without one.

    Attributes:
        reference: The reference.
        base: The base; None if the reference is tried without a base.
        differences: The number of ways in which the two specs of a class differ on the input; 1 if
            they weren't counted.
    """

    _json_members = ("reference", "base")

    reference: str
    base: str | None = None
    differences: int = attrs.field(default=1, eq=False)

    @property
    def unreadable(self) -> int:
        """The number of white space, control and non-ASCII characters in the reference."""
        return sum(not "!" <= character <= "~" for character in self.reference)


InputOrder = tuple[int, int, tuple[int, str], tuple[int, ...]]


def input_order(alphabet: Sequence[str], item: SearchInput) -> InputOrder:
    """Return a key that orders inputs by size.

    A reference with fewer pieces is smaller. References with equally many pieces are compared by
    length, then by base, then by the order of their pieces in the alphabet. Characters outside the
    alphabet come last.
    """
    pieces = spelling(alphabet, item.reference)
    ranks = tuple(_rank(alphabet, piece) for piece in pieces)
    size = len(item.reference)
    return len(pieces), size, base_order(item.base), ranks


def spelling(alphabet: Sequence[str], text: str) -> Sequence[str]:
    """Return the pieces of an alphabet that spell a string.

    A character that no piece covers stands for itself. The spelling has as few such characters as
    possible, and then as few pieces as possible. Of equally good spellings, the one whose pieces
    come first in the alphabet is preferred.
    """
    if all(len(piece) == 1 for piece in alphabet):
        return text
    return _spelling(tuple(alphabet), text)


class _Spelling(NamedTuple):
    """A spelling of a string; of two spellings, the smaller one is better.

    Attributes:
        others: The number of characters that no piece covers.
        length: The number of pieces.
        ranks: The ranks of the pieces in the alphabet.
        pieces: The pieces.
    """

    others: int
    length: int
    ranks: tuple[int, ...]
    pieces: tuple[str, ...]

    def preceded_by(self, piece: str, alphabet: Sequence[str]) -> "_Spelling":
        rank = _rank(alphabet, piece)
        others = self.others
        if rank >= len(alphabet):
            others += 1
        return _Spelling(others, self.length + 1, (rank, *self.ranks), (piece, *self.pieces))


@kept(8192, lambda alphabet, text: len(text))
def _spelling(alphabet: tuple[str, ...], text: str) -> tuple[str, ...]:
    spelled = [_Spelling(0, 0, (), ())]
    for start in reversed(range(len(text))):
        # `spelled[0]` spells the text after the next character, `spelled[1]` the text after two.
        options: list[_Spelling] = []
        for piece in (*alphabet, text[start]):
            if text.startswith(piece, start):
                rest = spelled[len(piece) - 1]
                options.append(rest.preceded_by(piece, alphabet))
        spelled.insert(0, min(options))
    return spelled[0].pieces


def _rank(alphabet: Sequence[str], piece: str) -> int:
    return alphabet.index(piece) if piece in alphabet else len(alphabet) + ord(piece)


def base_order(base: str | None) -> tuple[int, str]:
    """Return a key that orders bases: None first, then by length, then by code points."""
    return (-1, "") if base is None else (len(base), base)


def smallest(
    example: SearchInput,
    holds: Callable[[SearchInput], bool],
    alphabet: Sequence[str],
    bases: Sequence[str] = (),
    order: Callable[[SearchInput], tuple[Any, ...]] | None = None,
) -> SearchInput:
    """Shrink an input with a property until no smaller neighbour has the property.

    A neighbour lacks some consecutive pieces of the reference, has another piece in one place, or
    has another base. The input is repeatedly replaced with its first smaller neighbour that has the
    property.

    Args:
        example: An input with the property.
        holds: A function that returns whether an input has the property.
        alphabet: The pieces that can replace other pieces, smallest first.
        bases: The bases that can replace the example's base.
        order: A function that returns the sort key of an input, used instead of `input_order`.
    """
    size = order or functools.partial(input_order, alphabet)

    def first_smaller(place: SearchInput) -> SearchInput | None:
        most = size(place)
        for neighbour in _neighbours(place, alphabet, bases):
            if size(neighbour) < most and holds(neighbour):
                return neighbour
        return None

    smaller: SearchInput | None = example
    while smaller is not None:
        example = smaller
        smaller = first_smaller(example)
    return example


def _neighbours(
    example: SearchInput, alphabet: Sequence[str], bases: Sequence[str]
) -> Iterator[SearchInput]:
    pieces, base = tuple(spelling(alphabet, example.reference)), example.base
    size = len(pieces)
    while size:
        for start in range(len(pieces) - size + 1):
            rest = pieces[:start] + pieces[start + size :]
            yield SearchInput("".join(rest), base)
        size //= 2
    if base is not None:
        for other in sorted(bases, key=base_order):
            yield SearchInput(example.reference, other)
    for place in range(len(pieces)):
        for piece in alphabet:
            changed = (*pieces[:place], piece, *pieces[place + 1 :])
            yield SearchInput("".join(changed), base)


Example = TypeVar("Example")


@attrs.frozen(repr=False)
class Occurrences(Value, Generic[Example]):
    """The number of inputs in a class, and the smallest input.

    Attributes:
        inputs: The number of inputs. The inputs of a class of targets are pairs of a base and a
            reference. The inputs of other classes are references or URLs.
        smallest: The smallest input. If it was found by shrinking, `inputs` may not include it.
    """

    inputs: int
    smallest: Example
