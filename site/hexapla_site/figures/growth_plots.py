"""How the time of some work grows with its size, as pictures; both axes are logarithmic."""

import math
from collections.abc import Iterable, Sequence

import attrs

from hexapla_site.data.measurements import Growth

# In the picture's own units, which are pixels. A text at the end of a line has the margin.
_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 288.0, 200.0, 56.0, 22.0, 58.0, 40.0
_BELOW = 22.0  # how far the line along which time is linear ends below the last point


@attrs.frozen
class Tick:
    """A place on an axis, and what stands there."""

    place: float
    label: str


@attrs.frozen
class Plot:
    """How the time of one work grows.

    Attributes:
        growth: The work, with its points.
        width: The width.
        height: The height.
        left: Where the axis of times is.
        right: Where the axis of sizes ends.
        top: Where the axis of times ends.
        bottom: Where the axis of sizes is.
        path: The points, as SVG has them.
        end: Where the last point is.
        time: The time of the last point, in words.
        linear: The ends of a line along which ten times the size takes ten times the time.
        sizes: The ticks of the axis of sizes.
        times: The ticks of the axis of times.
    """

    growth: Growth
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    path: str
    end: tuple[float, float]
    time: str
    linear: tuple[tuple[float, float], tuple[float, float]]
    sizes: tuple[Tick, ...]
    times: tuple[Tick, ...]


def draw_plots(rows: Sequence[Growth]) -> tuple[Plot, ...]:
    """Draw time against size, a plot for each work, all with the same axes.

    Args:
        rows: The work to draw, each with its points in sizes and seconds.
    """
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    across = _axis((size for row in rows for size, _ in row.points), _LEFT, right)
    down = _axis((seconds for row in rows for _, seconds in row.points), bottom, _TOP)
    return tuple(_plot(row, across, down) for row in rows)


def _plot(row: Growth, across: "_Axis", down: "_Axis") -> Plot:
    points = [(across.place(size), down.place(seconds)) for size, seconds in row.points]
    x, y = points[-1]
    return Plot(
        row,
        _WIDTH,
        _HEIGHT,
        _LEFT,
        across.stop,
        _TOP,
        down.start,
        " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        (round(x, 1), round(y, 1)),
        duration(row.points[-1][1]),
        _linear((x, y + _BELOW), across, down),
        tuple(Tick(round(across.place(10**power), 1), _size(power)) for power in across.powers),
        tuple(Tick(round(down.place(10**power), 1), duration(10**power)) for power in down.powers),
    )


@attrs.frozen
class _Axis:
    """A logarithmic axis: its first and last power of ten, and where these stand."""

    first: int
    last: int
    start: float
    stop: float

    @property
    def powers(self) -> range:
        """The powers of ten that have a tick."""
        return range(self.first, self.last + 1)

    @property
    def decade(self) -> float:
        """How far ten times as much is."""
        return (self.stop - self.start) / (self.last - self.first)

    def place(self, value: float) -> float:
        """Return where a value stands."""
        return self.start + (math.log10(value) - self.first) * self.decade


def _axis(values: Iterable[float], start: float, stop: float) -> _Axis:
    """Return the axis between whose powers of ten all values lie."""
    powers = [math.log10(value) for value in values]
    return _Axis(math.floor(min(powers)), math.ceil(max(powers)), start, stop)


def _linear(
    end: tuple[float, float], across: _Axis, down: _Axis
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of a line to a point, as far back as both axes go."""
    x, y = end
    slope = down.decade / across.decade
    back = min(x - across.start, (y - down.start) / slope)
    start = x - back, y - back * slope
    return (round(start[0], 1), round(start[1], 1)), (round(x, 1), round(y, 1))


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
