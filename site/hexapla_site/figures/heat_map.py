"""A heat map that shows how often any two members (standards or parsers) agree."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import attrs

from hexapla_site.navigation import PageLink


@attrs.frozen
class Share:
    """The number of cases that two members answer, and the number that they answer alike."""

    alike: int
    cases: int

    @property
    def part(self) -> float:
        """The share of cases to which both members give the same answer, from 0 to 1."""
        return self.alike / self.cases if self.cases else 0.0

    @property
    def differing(self) -> int:
        """The number of cases to which the two members give different answers."""
        return self.cases - self.alike


Shares = Sequence[Sequence[Share]]
Links = tuple[PageLink, ...]
"""Members with the same answers, as links to their pages."""


class HeatMapRow(NamedTuple):
    """Members with the same answers, and how often they agree with the members of each row."""

    links: Links
    shares: Sequence[Share]


def heat_map_rows(links: Sequence[Links], shares: Shares) -> Iterator[HeatMapRow]:
    """Yield the rows, ordered so that members with similar answers are next to each other.

    `shares` contains how often any two members agree, with rows and columns in the order of
    `links`.
    """
    order = order_by_likeness(shares)
    for row in order:
        yield HeatMapRow(links[row], [shares[row][column] for column in order])


def order_by_likeness(shares: Shares) -> list[int]:
    """Order members by inserting each one at the place that keeps neighbours most similar."""

    def length(order: Sequence[int]) -> float:
        return sum(1 - shares[one][other].part for one, other in pairwise(order))

    order: list[int] = []
    for member in range(len(shares)):
        places = range(len(order) + 1)
        order = min(([*order[:at], member, *order[at:]] for at in places), key=length)
    return order
