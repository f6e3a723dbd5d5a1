"""How the time of some work grows with its size, as pictures; both axes are logarithmic."""

import math
from collections.abc import Iterable, Sequence

import attrs

from hexapla_site.data.measurements import Growth

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 460.0, 300.0, 62.0, 12.0, 16.0, 46.0


@attrs.frozen
class Curve:
    """A row of the growth as a line; `number` tells it from the others of its plot, from 1."""

    growth: Growth
    number: int
    path: str
    end: tuple[float, float]


@attrs.frozen
class Tick:
    """A place on an axis, and what stands there."""

    place: float
    label: str


@attrs.frozen
class Plot:
    """What grows in one way: curves, ticks of both axes, and guides along which time is linear."""

    name: str
    unit: str
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    curves: tuple[Curve, ...]
    sizes: tuple[Tick, ...]
    times: tuple[Tick, ...]
    guides: tuple[str, ...]


def draw_plot(name: str, rows: Sequence[Growth]) -> Plot:
    """Draw time against size; the curves are numbered from the slowest at their largest size.

    Args:
        name: What grows.
        rows: The work to draw, each with its points in sizes and seconds.
    """
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    across = _axis((size for row in rows for size, _ in row.points), _LEFT, right)
    down = _axis((seconds for row in rows for _, seconds in row.points), bottom, _TOP)
    slowest = sorted(rows, key=lambda row: -row.points[-1][1])
    return Plot(
        name,
        rows[0].unit,
        _WIDTH,
        _HEIGHT,
        _LEFT,
        right,
        _TOP,
        bottom,
        tuple(_curve(row, number, across, down) for number, row in enumerate(slowest, 1)),
        tuple(Tick(round(across.place(10**power), 1), _size(power)) for power in across.powers),
        tuple(Tick(round(down.place(10**power), 1), _duration(power)) for power in down.powers),
        tuple(_guides(across, down)),
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

    def place(self, value: float) -> float:
        """Return where a value stands."""
        part = (math.log10(value) - self.first) / (self.last - self.first)
        return self.start + part * (self.stop - self.start)


def _axis(values: Iterable[float], start: float, stop: float) -> _Axis:
    """Return the axis between whose powers of ten all values lie."""
    powers = [math.log10(value) for value in values]
    return _Axis(math.floor(min(powers)), math.ceil(max(powers)), start, stop)


def _curve(row: Growth, number: int, across: _Axis, down: _Axis) -> Curve:
    points = [(across.place(size), down.place(seconds)) for size, seconds in row.points]
    x, y = points[-1]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return Curve(row, number, path, (round(x, 1), round(y, 1)))


def _guides(sizes: _Axis, times: _Axis) -> Iterable[str]:
    """Return lines along which ten times the size takes ten times the time, as far as both go."""
    for power in range(times.first - sizes.last, times.last - sizes.first + 1):
        first = max(sizes.first, times.first - power)
        last = min(sizes.last, times.last - power)
        if first < last:
            ends = (
                (sizes.place(10**size), times.place(10 ** (size + power))) for size in (first, last)
            )
            yield " ".join(f"{x:.1f},{y:.1f}" for x, y in ends)


def _size(power: int) -> str:
    """Write ten to a power of units."""
    return f"{10 ** (power - 6)} M" if power >= 6 else f"{10**power:,}"


def _duration(power: int) -> str:
    """Write ten to a power of seconds."""
    unit, exponent = next(
        (unit, exponent)
        for unit, exponent in (("s", 0), ("ms", -3), ("µs", -6), ("ns", -9))
        if power >= exponent
    )
    return f"{10 ** (power - exponent)} {unit}"
