"""A heat map of pairs: a row and a column for each member, those that answer alike side by side."""

from collections.abc import Sequence
from itertools import pairwise

import attrs


@attrs.frozen
class Share:
    """How many of the cases for which some members have an answer they answer alike."""

    alike: int
    cases: int

    @property
    def part(self) -> float:
        """The part that is alike, from 0 to 1."""
        return self.alike / self.cases if self.cases else 0.0

    @property
    def differing(self) -> int:
        """How many they answer differently."""
        return self.cases - self.alike


Shares = Sequence[Sequence[Share]]
Links = tuple[tuple[str, str], ...]
"""What answers alike: its names with the addresses of their pages."""


def draw_heat_map(links: Sequence[Links], shares: Shares) -> list[tuple[Links, list[Share]]]:
    """Return the rows in an order that puts members with similar answers beside each other.

    `shares` say how often each member agrees with each, both in the order of `links`.
    """
    order = order_by_likeness(shares)
    return [(links[row], [shares[row][column] for column in order]) for row in order]


def order_by_likeness(shares: Shares) -> list[int]:
    """Insert each member where the neighbours in the order then differ least in all."""

    def length(order: Sequence[int]) -> float:
        return sum(1 - shares[one][other].part for one, other in pairwise(order))

    order: list[int] = []
    for member in range(len(shares)):
        places = range(len(order) + 1)
        order = min(([*order[:at], member, *order[at:]] for at in places), key=length)
    return order
