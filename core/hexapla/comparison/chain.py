"""The chain of differences that keeps two columns apart, of which the last one decides.

A disagreement has a cause if, without it, the columns would agree. So one column goes on from what
the other has, behind the phase in which they part: if they then end alike, that phase decides. If
not, they part again later, and it is the later difference that decides.
"""

import attrs

from hexapla.comparison.run import Input, Run

Link = tuple[int, Run]
"""The place of a phase in which a run parts from the other column's, and the run."""


@attrs.frozen(eq=False)
class _Chain:
    """The links of a column that goes on from what the other has, each time they part.

    `lossless` says whether it could always have what the other has.
    """

    links: tuple[Link, ...]
    lossless: bool

    @property
    def rank(self) -> tuple[int, bool]:
        """The better a chain, the lower."""
        return len(self.links), not self.lossless


Parting = tuple[int, Run, Run]
"""The place of a phase in which two runs part, the left one, and the right one."""


def chain_of(left: Input, right: Input) -> tuple[Parting, ...]:
    """Return where two columns part that end differently, in the order of the phases.

    With what one has there taken over by the other, one after the other, they end alike; without
    the last, they do not. Of the two directions the shorter counts; if both are as long, the one in
    which the left column, the older one, goes on from what the right one has.
    """
    one, other = left.run, right.run
    place = one.parts_from(other, 0)
    older = one.gone_on(other, place)
    if older is None or one.ended(place) or older.target == other.target:
        return ((place, one, other),)
    newer = other.gone_on(one, place)
    if newer is None or newer.target == one.target:
        return ((place, one, other),)
    older_goes_on = _follow(other, (place, one), older)
    newer_goes_on = _follow(one, (place, other), newer)
    if newer_goes_on.rank < older_goes_on.rank:
        return tuple((place, one, run) for place, run in newer_goes_on.links)
    return tuple((place, run, other) for place, run in older_goes_on.links)


def _follow(fixed: Run, link: Link, moving: Run) -> _Chain:
    """Follow a column that goes on from what the other has, until they end alike.

    Args:
        fixed: What the other column does.
        link: Where they parted first.
        moving: What the column does that goes on from there.
    """
    links = [link]
    lossless = True
    while True:
        place = links[-1][0]
        lossless = lossless and moving.same(fixed, place)
        place = moving.parts_from(fixed, place + 1)
        links.append((place, moving))
        gone_on = moving.gone_on(fixed, place)
        if gone_on is None or moving.ended(place) or gone_on.target == fixed.target:
            return _Chain(tuple(links), lossless)
        other = fixed.gone_on(moving, place)
        if other is None or other.target == moving.target:
            return _Chain(tuple(links), lossless)
        moving = gone_on
