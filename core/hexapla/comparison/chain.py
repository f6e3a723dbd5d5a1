"""Find the phases in which two runs diverge, as a chain.

The run of one spec resumes from the other spec's result after the first phase in which the two
diverge. If the targets still differ, the run resumes again after the next such phase, until the
targets are the same. Each of these phases is a difference, and the last one decides.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hexapla.comparison.run import Run
from hexapla.standard.rule import Phase


class Parting(NamedTuple):
    """Two runs, and the phase in which they diverge."""

    phase: Phase
    left: Run
    right: Run


def chain_of(one: Run, other: Run) -> tuple[Parting, ...]:
    """Return the phases in which two specs with different results diverge, in order.

    If one spec resumes from the other's result after each of these phases in turn, the targets
    agree after the last of them, but not before. Both directions are tried, and the shorter
    chain is returned. Of two equally long chains, the chain with fewer resumed runs is preferred,
    then the chain in which the older spec (`one`) resumes from the newer.
    """
    phase = _parts_from(one, other, tuple(Phase), Run.has_same_text)
    if decides(one, other, phase):
        return (Parting(phase, one, other),)
    older_continues = _follow(one, other, phase)
    newer_continues = _follow(other, one, phase)
    if _rank(newer_continues) < _rank(older_continues):
        return tuple([Parting(phase, one, moving) for phase, moving in newer_continues])
    return tuple([Parting(phase, moving, other) for phase, moving in older_continues])


class _Link(NamedTuple):
    """A phase, and a run that diverges in it from a fixed run.

    The diverging run may have been resumed from the fixed run.
    """

    phase: Phase
    moving: Run


def _rank(chain: Sequence[_Link]) -> tuple[int, int]:
    """Return the sort key of a chain: its length, then the number of resumed runs."""
    return len(chain), sum(link.moving.start is not None for link in chain)


def _follow(moving: Run, fixed: Run, phase: Phase) -> list[_Link]:
    """Resume `moving` from `fixed` until the results are the same, and return the chain."""
    chain = [_Link(phase, moving)]
    while True:
        continued = moving.continue_from(fixed, phase)
        assert continued is not None
        # A resumed run replaces the previous one only if it has a different text after this phase.
        if not continued.has_same_text(moving, phase):
            moving = continued
        phase = _parts_from(moving, fixed, phase.later, Run.has_equivalent_text)
        chain.append(_Link(phase, moving))
        if decides(moving, fixed, phase):
            return chain


def _parts_from(
    run: Run, other: Run, phases: Sequence[Phase], meet: Callable[[Run, Run, Phase], bool]
) -> Phase:
    """Return the first phase such that two runs differ after this phase and all later phases.

    `meet` returns whether the runs have the same result after a phase. If the runs don't differ at
    the end, the last phase is returned.
    """
    parted = phases[-1]
    for phase in reversed(phases):
        if meet(run, other, phase):
            break
        parted = phase
    return parted


def decides(run: Run, other: Run, phase: Phase) -> bool:
    """Return whether two runs have equivalent targets if one resumes from the other after a phase.

    It doesn't matter which run resumes: the targets need to be equivalent in only one of the two
    cases. The result is also true if one of the runs ended in the phase or before it.
    """
    return _ends_like(run, other, phase) or _ends_like(other, run, phase)


def _ends_like(run: Run, other: Run, phase: Phase) -> bool:
    continued = run.continue_from(other, phase)
    return continued is None or continued.has_equivalent_text(other, Phase.RECOMBINE)
