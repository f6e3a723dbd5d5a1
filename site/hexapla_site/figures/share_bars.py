"""Shares of several kinds as bars, one below the other."""

from collections.abc import Iterable

import attrs

from hexapla_site.figures.text_width import width_of

# In the picture's own units, which are pixels.
_ROW, _BAR, _LONG, _TYPE, _FOOT = 26.0, 16.0, 300.0, 15, 24.0


@attrs.frozen
class ShareBar:
    """A kind: its name, its share from 0 to 1, what stands behind its bar, and the bar's place."""

    name: str
    part: float
    note: str
    y: float
    long: float


@attrs.frozen
class Bars:
    """A picture of bars, which begin at `left`; `ticks` are the lines of per cents."""

    width: float
    height: float
    left: float
    bar: float
    bars: tuple[ShareBar, ...]
    ticks: tuple[tuple[int, float], ...]


def draw_bars(kinds: Iterable[tuple[str, float, str]]) -> Bars:
    """Draw shares.

    Args:
        kinds: Names, each with a share from 0 to 1 and with what stands behind its bar.
    """
    items = tuple(kinds)
    left = round(max((width_of(name) for name, *_ in items), default=0) * _TYPE + 12)
    notes = round(max((width_of(note) for *_, note in items), default=0) * (_TYPE - 1) + 12)
    bars = tuple(
        ShareBar(name, part, note, place * _ROW, round(part * _LONG, 1))
        for place, (name, part, note) in enumerate(items)
    )
    ticks = tuple((percent, left + percent * _LONG / 100) for percent in range(0, 101, 25))
    return Bars(left + _LONG + notes, len(items) * _ROW + _FOOT, left, _BAR, bars, ticks)
