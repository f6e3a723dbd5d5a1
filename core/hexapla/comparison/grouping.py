"""Columns put together by equal values: who agrees with whom, and which two differ."""

import functools
from collections.abc import Iterator, Sequence
from itertools import combinations

Groups = tuple[tuple[str, ...], ...]
"""Who agrees with whom: selectors, the largest group first. Silent columns are in no group."""


def groups_of(values: Sequence[object]) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of columns with equal values, group by group, the largest first.

    Groups of the same size come in the order of their first members. A value needs no hash.

    Args:
        values: What each column gives, in the order of the columns; None where it is silent.
    """
    if values and values[0] is not None and values.count(values[0]) == len(values):
        return _everyone(len(values))  # as it mostly is
    # The place of the first equal value stands for each of them.
    firsts = tuple(map(values.index, values))
    return tuple([group for group in _partition(firsts) if values[group[0]] is not None])


def named_groups(names: Sequence[str], values: Sequence[object]) -> Groups:
    """Return the names of columns with equal values, group by group, the largest first.

    Args:
        names: The selectors of the columns.
        values: What each column gives, in the same order; None where it is silent.
    """
    return tuple(tuple(names[index] for index in group) for group in groups_of(values))


def differing(values: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield the indexes of every two columns whose values differ, the earlier column first.

    Args:
        values: What each column gives, in the order of the columns; None where it is silent.
    """
    with_rule = [index for index, value in enumerate(values) if value is not None]
    for left, right in combinations(with_rule, 2):
        if values[left] != values[right]:
            yield left, right


@functools.lru_cache(maxsize=64)
def _everyone(count: int) -> tuple[tuple[int, ...], ...]:
    return (tuple(range(count)),)


@functools.lru_cache(maxsize=1024)
def _partition(firsts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the groups; columns are few, and so are their partitions: each is made once."""
    members: dict[int, list[int]] = {}
    for column, first in enumerate(firsts):
        members.setdefault(first, []).append(column)
    return tuple(sorted(map(tuple, members.values()), key=len, reverse=True))
