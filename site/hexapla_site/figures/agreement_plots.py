"""How often columns agree over time, as lines."""

import math
from collections.abc import Sequence
from datetime import date

import attrs

from hexapla.standard.spec import Spec
from hexapla_site.figures.spread import spread
from hexapla_site.report.agreement import Agreements, Moment, Share

# In the picture's own units, which are pixels.
_LEFT, _TOP, _TALL, _YEAR, _RIGHT, _FOOT = 40.0, 52.0, 190.0, 12.5, 84.0, 24.0
_APART, _CLOSE = 44.0, 26.0  # the labels of two standards, and two points that stand close
_TICK = 5  # years


@attrs.frozen
class PlotPoint:
    """A standard on a line: its place, the share that it stands for, and the side of its label.

    `side` is where the figure stands: left or right of a point that is close to another, right
    under a lowest point, or else above or below.
    """

    moment: Moment
    share: Share
    x: float
    y: float
    side: str


@attrs.frozen
class PlotLine:
    """A line through the standards: its name, in two lines, and what tells it from the other."""

    name: tuple[str, str]
    kind: str
    points: tuple[PlotPoint, ...]

    @property
    def path(self) -> str:
        """The line's points as SVG has them."""
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


@attrs.frozen
class DateLabel:
    """The name of a standard above the lines, and the place of its date."""

    spec: Spec
    x: float
    date_x: float


@attrs.frozen
class Course:
    """Agreement over time: the years to scale from left to right, the part of the cases upwards."""

    width: float
    height: float
    left: float
    right: float
    top: float
    floor: float
    levels: tuple[tuple[int, float], ...]
    years: tuple[tuple[int, float], ...]
    lines: tuple[PlotLine, ...]
    labels: tuple[DateLabel, ...]


def draw_course(counted: Agreements) -> Course:
    """Draw agreement over time."""
    dates = [item.spec.document.date for item in counted.moments]
    first = dates[0]
    places = [_place(day, first) for day in dates]
    named = (
        (("with the", "one before"), "near", [item.with_the_last for item in counted.moments]),
        (("all", "so far"), "all", [item.all_so_far for item in counted.moments]),
    )
    lines = tuple(
        PlotLine(name, kind, _points(counted.moments, shares, places, kind))
        for name, kind, shares in named
    )
    labels = tuple(
        DateLabel(moment.spec, x, date_x)
        for moment, x, date_x in zip(
            counted.moments, spread(places, _APART, _LEFT), places, strict=True
        )
    )
    years = range(-(-first.year // _TICK) * _TICK, dates[-1].year + 1, _TICK)
    right = places[-1] + 12
    return Course(
        right + _RIGHT,
        _TOP + _TALL + _FOOT,
        _LEFT,
        right,
        _TOP,
        _TOP + _TALL,
        tuple((percent, _level(percent / 100)) for percent in (0, 25, 50, 75, 100)),
        tuple((year, _place(date(year, 1, 1), first)) for year in years),
        lines,
        labels,
    )


def _points(
    moments: Sequence[Moment], shares: Sequence[Share], places: Sequence[float], kind: str
) -> tuple[PlotPoint, ...]:
    xs = (-math.inf, *places, math.inf)
    parts = (0.0, *(share.part for share in shares), 0.0)
    sides = (_side(xs[n : n + 3], parts[n : n + 3], kind) for n in range(len(places)))
    return tuple(
        PlotPoint(moment, share, x, _level(share.part), side)
        for moment, share, x, side in zip(moments, shares, places, sides, strict=True)
    )


def _side(xs: Sequence[float], parts: Sequence[float], kind: str) -> str:
    """Return where the figure of a point stands, by the points before and after it."""
    (before, x, after), (part_before, part, part_after) = xs, parts
    if after - x < _CLOSE:
        return "left"
    if x - before < _CLOSE:
        return "right"
    if kind == "near":
        return "under" if part < min(part_before, part_after) else "above"
    return "below"


def _place(day: date, first: date) -> float:
    """Return how far from the left a day is."""
    return round(_LEFT + 40 + (day - first).days / 365.25 * _YEAR, 1)


def _level(part: float) -> float:
    return round(_TOP + (1 - part) * _TALL, 1)
