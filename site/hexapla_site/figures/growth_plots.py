"""How the time of some work grows with its size, as pictures; both axes are logarithmic."""

import math
from collections.abc import Iterable, Sequence

import attrs

from hexapla_site.data.measurements import Growth

# In the picture's own units, which are pixels.
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 230.0, 22.0, 160.0
_BELOW = 22.0  # how far the line along which time is linear ends below the last point

Ticks = tuple[tuple[float, str], ...]


@attrs.frozen
class Plot:
    """How the time of one work grows.

    Attributes:
        growth: The work, with its points.
        points: Where its points are.
        linear: The ends of a line along which ten times the size takes ten times the time.
        sizes: Places on the axis of sizes, with what stands there.
        times: The same for the axis of times.
    """

    growth: Growth
    points: tuple[tuple[float, float], ...]
    linear: tuple[tuple[float, float], tuple[float, float]]
    sizes: Ticks
    times: Ticks

    left, right, top, bottom = _LEFT, _RIGHT, _TOP, _BOTTOM


def draw_plots(rows: Sequence[Growth]) -> tuple[Plot, ...]:
    """Draw time against size, a plot for each work, all with the same axes.

    Args:
        rows: The work to draw, each with its points in sizes and seconds.
    """
    across = _axis((size for row in rows for size, _ in row.points), _LEFT, _RIGHT)
    down = _axis((seconds for row in rows for _, seconds in row.points), _BOTTOM, _TOP)
    sizes = tuple((across.place(10**power), _size(power)) for power in across.powers)
    times = tuple((down.place(10**power), duration(10**power)) for power in down.powers)
    plots = []
    for row in rows:
        points = tuple((across.place(size), down.place(seconds)) for size, seconds in row.points)
        linear = _linear(points[-1], down.decade / across.decade)
        plots.append(Plot(row, points, linear, sizes, times))
    return tuple(plots)


@attrs.frozen
class _Axis:
    """A logarithmic axis: its powers of ten, where the first stands, and how far the next is."""

    powers: range
    start: float
    decade: float

    def place(self, value: float) -> float:
        """Return where a value stands."""
        return round(self.start + (math.log10(value) - self.powers[0]) * self.decade, 1)


def _axis(values: Iterable[float], start: float, stop: float) -> _Axis:
    """Return the axis between whose powers of ten all values lie."""
    powers = [math.log10(value) for value in values]
    first, last = math.floor(min(powers)), math.ceil(max(powers))
    return _Axis(range(first, last + 1), start, (stop - start) / (last - first))


def _linear(
    end: tuple[float, float], slope: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of a line to below a point, as far back as both axes go."""
    x, y = end[0], end[1] + _BELOW
    back = min(x - _LEFT, (y - _BOTTOM) / slope)
    return (round(x - back, 1), round(y - back * slope, 1)), (x, y)


def _size(power: int) -> str:
    """Write ten to a power of units, in as few characters as a tick has room for."""
    for unit, exponent in (("M", 6), ("k", 3)):
        if power >= exponent:
            return f"{10 ** (power - exponent)} {unit}"
    return str(10**power)


def duration(seconds: float) -> str:
    """Return a time with two digits and its unit."""
    unit, exponent = next(
        (unit, exponent)
        for unit, exponent in (("s", 0), ("ms", -3), ("µs", -6), ("ns", -9))
        if seconds >= 10.0**exponent * 0.9999 or unit == "ns"
    )
    value = seconds / 10**exponent
    return f"{value:.1f} {unit}" if value < 10 and round(value, 6) != 1 else f"{value:.0f} {unit}"
