"""Which group is set against which: a tree of groups, each beside the nearest one."""

import itertools
from collections.abc import Callable, Iterator, Sequence

import attrs

from hexapla.standard.spec import Spec

Pair = tuple[int, int]
"""The indexes of two columns."""


@attrs.frozen
class TreeEdge:
    """A group that is set against another: their numbers, and the columns that speak for them."""

    group: int
    against: int
    speakers: Pair


def tree_of(
    groups: Sequence[Sequence[int]],
    columns: Sequence[Spec],
    length: Callable[[int, int], tuple[bool, int]],
) -> Iterator[TreeEdge]:
    """Yield each group but the first, set against the nearest one that stands in the tree.

    Two groups are as near as their nearest columns: those with the shortest chain, then the newest.

    Args:
        groups: The indexes of the columns in each group; the first group is the root.
        columns: The columns.
        length: Returns how far apart two columns are, given their indexes.
    """

    def between(group: int, against: int) -> tuple[tuple[object, ...], TreeEdge]:
        pairs = itertools.product(groups[group], groups[against])
        distances = {pair: length(*pair) for pair in pairs}
        nearest = min(distances.values())
        near = [pair for pair, distance in distances.items() if distance == nearest]
        days = [[columns[index].document.date.toordinal() for index in pair] for pair in near]
        apart = min(abs(one - other) for one, other in days)
        edge = TreeEdge(group, against, max(zip(map(sum, days), near, strict=True))[1])
        return (nearest, apart, group), edge

    left, inside = set(range(1, len(groups))), {0}
    while left:
        edges = (between(*item) for item in itertools.product(sorted(left), sorted(inside)))
        _, edge = min(edges, key=lambda item: item[0])
        left.remove(edge.group)
        inside.add(edge.group)
        yield edge
