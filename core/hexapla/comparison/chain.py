"""The chain of differences that keeps two columns apart, of which the last one decides.

A disagreement has a cause if, without it, the columns would agree. So one column goes on from what
the other has, behind the phase in which they part: if they then end alike, that phase decides. If
not, they part again later, and it is the later difference that decides.
"""

from collections.abc import Callable

from hexapla.comparison.run import PHASES, Run, SpecInput

Link = tuple[int, Run]
"""The index of a phase in which a run parts from the other column's, and the run."""

Parting = tuple[int, Run, Run]
"""The index of a phase in which two runs part, the left one, and the right one."""


def chain_of(left: SpecInput, right: SpecInput) -> tuple[Parting, ...]:
    """Return where two columns part that end differently, in the order of the phases.

    Copy each listed intermediate result from one column to the other in turn: the targets are the
    same only after the last copy. Of the two directions the shorter counts, then the one that
    copies less; else the one in which the left column, the older, continues from the right one's.
    """
    one, other = left.run, right.run
    index = _parts_from(one, other, 0, Run.same)
    if decides(one, other, index):
        return ((index, one, other),)
    older_continues = _follow(other, one, index)
    newer_continues = _follow(one, other, index)
    if _rank(newer_continues) < _rank(older_continues):
        return tuple((index, one, run) for index, run in newer_continues)
    return tuple((index, run, other) for index, run in older_continues)


def _rank(links: tuple[Link, ...]) -> tuple[int, int, int]:
    """Return how good a chain is, the better the lower: short, and with little that is copied."""
    runs = [run for _, run in links]
    return len(runs), sum(run.supposed for run in runs), sum(run.glued for run in runs)


def _follow(fixed: Run, moving: Run, index: int) -> tuple[Link, ...]:
    """Return the links of a column that continues from what the other has, until they end alike.

    Args:
        fixed: What the other column does.
        moving: What the column does that continues.
        index: The index of the phase in which they part first.
    """
    links = [(index, moving)]
    while True:
        moving = _continued(moving, fixed, index)
        index = _parts_from(moving, fixed, index + 1, Run.has_same)
        links.append((index, moving))
        if decides(moving, fixed, index):
            return tuple(links)


def _continued(run: Run, other: Run, index: int) -> Run:
    """Return a run that continues from another's; itself, if it can't tell that from its own."""
    continued = run.continue_from(other, index)
    assert continued is not None
    return run if continued.same(run, index) else continued


def _parts_from(run: Run, other: Run, start: int, meet: Callable[[Run, Run, int], bool]) -> int:
    """Return the index of the first phase after which two runs never meet again.

    Args:
        run: What one column does.
        other: What another does, which ends differently.
        start: The index of the first phase in which they may part.
        meet: Returns whether both have the same behind the phase at an index.
    """
    parted = len(PHASES) - 1
    for index in reversed(range(start, len(PHASES))):
        if meet(run, other, index):
            break
        parted = index
    return parted


def decides(run: Run, other: Run, index: int) -> bool:
    """Return whether two runs end alike if one continues from what the other has after a phase."""
    return _ends_like(run, other, index) or _ends_like(other, run, index)


def _ends_like(run: Run, other: Run, index: int) -> bool:
    continued = run.continue_from(other, index)
    return continued is None or continued.ends_as(other)
