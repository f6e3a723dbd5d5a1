"""Columns put into groups by what they give, over those that are shown.

Everything that a page says of groups comes from here: their order and numbers, and how many there
are. `static/columns.js` computes the same when a reader switches columns off.
"""

from collections.abc import Sequence

NO_RULE = "."
"""What stands in a pattern for a column without a rule."""


def pattern_of(results: Sequence[object]) -> str:
    """Return which columns give the same: a letter for each column, equal for equal results.

    A result is None where a column has no rule; it needs no hash.
    """
    firsts = [None if result is None else results.index(result) for result in results]
    distinct = dict.fromkeys(first for first in firsts if first is not None)
    letters: dict[int | None, str] = {
        first: chr(ord("a") + number) for number, first in enumerate(distinct)
    }
    return "".join(letters.get(first, NO_RULE) for first in firsts)


def groups_in(pattern: str) -> tuple[tuple[int, ...], ...]:
    """Return the groups in a pattern, that of the newest column first.

    A group has the indexes of its columns, oldest first.
    """
    members: dict[str, list[int]] = {}
    for index in reversed(range(len(pattern))):
        if pattern[index] != NO_RULE:
            members.setdefault(pattern[index], []).insert(0, index)
    return tuple(map(tuple, members.values()))


def numbers_in(pattern: str) -> tuple[int | None, ...]:
    """Return the number of each column's group, from 1; None for a column in no group.

    One group alone has no number, since there is nothing to tell apart.
    """
    groups = groups_in(pattern)
    if len(groups) < 2:
        return (None,) * len(pattern)
    numbers = {index: number for number, group in enumerate(groups, 1) for index in group}
    return tuple(map(numbers.get, range(len(pattern))))


def caption(pattern: str) -> str:
    """Return in a sentence whether the columns agree."""
    count = len(groups_in(pattern))
    if count > 1:
        return f"The standards give {count} different targets."
    if count == 0:
        return "No standard has a rule for it."
    return f"All standards{' that have a rule' if NO_RULE in pattern else ''} agree."
