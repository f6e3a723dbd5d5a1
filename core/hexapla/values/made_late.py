"""A sequence that makes its items when they are asked for."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

Item = TypeVar("Item", covariant=True)


class MadeLate(Sequence[Item]):
    """Items that do not change, each made anew whenever it is asked for.

    A million of them take up no more room, and no more time, than what they are made from.
    """

    __slots__ = ("_columns", "_make")

    def __init__(self, make: Callable[..., Item], *columns: Sequence[Any]) -> None:
        """Keep what items are made from.

        Args:
            make: Returns an item.
            columns: What it is given for each item: its arguments, a sequence for each.
        """
        self._make = make
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns[0])

    def __iter__(self) -> Iterator[Item]:
        return map(self._make, *self._columns)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> "MadeLate[Item]": ...

    def __getitem__(self, index: int | slice) -> "Item | MadeLate[Item]":
        chosen = [column[index] for column in self._columns]
        return MadeLate(self._make, *chosen) if isinstance(index, slice) else self._make(*chosen)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MadeLate | tuple):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
