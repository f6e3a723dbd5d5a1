"""The chain of differences that keeps two columns apart, of which the last one decides.

A disagreement has a cause if, without it, the columns would agree. So one column goes on from what
the other has, behind the phase in which they part: if they then end alike, that phase decides. If
not, they part again later, and it is the later difference that decides.
"""

from collections.abc import Callable

from hexapla.comparison.run import PHASES, Input, Run

Link = tuple[int, Run]
"""The place of a phase in which a run parts from the other column's, and the run."""

Parting = tuple[int, Run, Run]
"""The place of a phase in which two runs part, the left one, and the right one."""


def chain_of(left: Input, right: Input) -> tuple[Parting, ...]:
    """Return where two columns part that end differently, in the order of the phases.

    With what one has there taken over by the other, one after the other, they end alike; without
    the last, they do not. Of the two directions the shorter counts, then the one in which less has
    to be supposed; else the one in which the left column, the older, goes on from the right one's.
    """
    one, other = left.run, right.run
    place = _parts_from(one, other, 0, Run.same)
    if decides(one, other, place):
        return ((place, one, other),)
    older_goes_on = _follow(other, one, place)
    newer_goes_on = _follow(one, other, place)
    if _rank(newer_goes_on) < _rank(older_goes_on):
        return tuple((place, one, run) for place, run in newer_goes_on)
    return tuple((place, run, other) for place, run in older_goes_on)


def _rank(links: tuple[Link, ...]) -> tuple[int, int, int]:
    """Return how good a chain is, the better the lower: short, and with little to be supposed."""
    runs = [run for _, run in links]
    return len(runs), sum(run.supposed for run in runs), sum(run.glued for run in runs)


def _follow(fixed: Run, moving: Run, place: int) -> tuple[Link, ...]:
    """Return the links of a column that goes on from what the other has, until they end alike.

    Args:
        fixed: What the other column does.
        moving: What the column does that goes on.
        place: The place of the phase in which they part first.
    """
    links = [(place, moving)]
    while True:
        moving = _gone_on(moving, fixed, place)
        place = _parts_from(moving, fixed, place + 1, Run.has_same)
        links.append((place, moving))
        if decides(moving, fixed, place):
            return tuple(links)


def _gone_on(run: Run, other: Run, place: int) -> Run:
    """Return a run going on from what another has; itself, if it can't tell that from its own."""
    gone_on = run.gone_on(other, place)
    assert gone_on is not None
    return run if gone_on.same(run, place) else gone_on


def _parts_from(run: Run, other: Run, start: int, meet: Callable[[Run, Run, int], bool]) -> int:
    """Return the place of the first phase after which two runs never meet again.

    Args:
        run: What one column does.
        other: What another does, which ends differently.
        start: The place of the first phase in which they may part.
        meet: Returns whether both have the same behind the phase at a place.
    """
    parted = len(PHASES) - 1
    for place in reversed(range(start, len(PHASES))):
        if meet(run, other, place):
            break
        parted = place
    return parted


def decides(run: Run, other: Run, place: int) -> bool:
    """Return whether two runs end alike if one takes over what the other has behind a phase."""
    return _ends_like(run, other, place) or _ends_like(other, run, place)


def _ends_like(run: Run, other: Run, place: int) -> bool:
    gone_on = run.gone_on(other, place)
    return gone_on is None or gone_on.ends_as(other)
