"""How fast the library is beside its peers, and what more work costs: read from what was measured.

The figures are those of `benchmarks/speed.py` and `benchmarks/growth.py`.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs

_DATA = Path(__file__).parent / "data"


@attrs.frozen
class Figure:
    """How long a contender takes for a task, as a quotient of the yardstick's time.

    `microseconds` are those of one call, at the median; `refused` counts pairs.
    """

    task: str
    contender: str
    yardstick: str
    ratio: float
    lower_quartile: float
    upper_quartile: float
    microseconds: float
    refused: int
    at_most: float | None = None
    reach: float | None = None


@attrs.frozen
class Growth:
    """How the time of some work grows: sizes and seconds, and the exponent that fits them."""

    name: str
    work: str
    unit: str
    exponent: float
    nanoseconds: float
    points: tuple[tuple[int, float], ...]


@attrs.frozen
class Measured:
    """What was measured: when, and on what."""

    date: str
    python: str
    processor: str
    hexapla: str
    rows: tuple[Figure | Growth, ...]


def read_figures() -> tuple[Measured, tuple[tuple[str, tuple[Figure, ...]], ...]]:
    """Read the quotients, task by task."""
    form = _read("speed")
    figures = tuple(Figure(**row) for row in form["figures"])
    tasks = dict.fromkeys(figure.task for figure in figures)
    grouped = tuple(
        (task, tuple(figure for figure in figures if figure.task == task)) for task in tasks
    )
    return _measured(form, figures), grouped


def read_growth() -> tuple[Measured, tuple[tuple[str, tuple[Growth, ...]], ...]]:
    """Read the growth, by what grows."""
    form = _read("growth")
    rows = tuple(
        Growth(
            **{**row, "points": tuple((item["size"], item["seconds"]) for item in row["points"])}
        )
        for row in form["growth"]
    )
    grouped = groupby(rows, key=lambda row: row.name)
    return _measured(form, rows), tuple((name, tuple(found)) for name, found in grouped)


def _read(name: str) -> Any:
    return json.loads((_DATA / f"{name}.json").read_text("utf-8"))


def _measured(form: Any, rows: Sequence[Figure | Growth]) -> Measured:
    return Measured(form["date"], form["python"], form["processor"], form["hexapla"], tuple(rows))


# The plots: both axes logarithmic, so that what is linear runs like the guides.

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
    """Draw time against size; the curves are numbered from the slowest at their largest size."""
    sizes = _decades(size for row in rows for size, _ in row.points)
    times = _decades(seconds for row in rows for _, seconds in row.points)
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def across(size: float) -> float:
        return _scaled(size, sizes, _LEFT, right)

    def down(seconds: float) -> float:
        return _scaled(seconds, times, bottom, _TOP)

    slowest = sorted(rows, key=lambda row: -row.points[-1][1])
    curves = tuple(
        Curve(
            row,
            number,
            " ".join(f"{across(size):.1f},{down(seconds):.1f}" for size, seconds in row.points),
            (round(across(row.points[-1][0]), 1), round(down(row.points[-1][1]), 1)),
        )
        for number, row in enumerate(slowest, 1)
    )
    return Plot(
        name,
        rows[0].unit,
        _WIDTH,
        _HEIGHT,
        _LEFT,
        right,
        _TOP,
        bottom,
        curves,
        tuple(Tick(round(across(10**power), 1), _size(power)) for power in _powers(sizes)),
        tuple(Tick(round(down(10**power), 1), _duration(power)) for power in _powers(times)),
        tuple(_guides(sizes, times, across, down)),
    )


def _decades(values: Iterable[float]) -> tuple[float, float]:
    """Give the powers of ten between which all values lie."""
    found = [math.log10(value) for value in values]
    return math.floor(min(found)), math.ceil(max(found))


def _powers(decades: tuple[float, float]) -> range:
    return range(int(decades[0]), int(decades[1]) + 1)


def _scaled(value: float, decades: tuple[float, float], start: float, stop: float) -> float:
    first, last = decades
    return start + (math.log10(value) - first) / (last - first) * (stop - start)


def _guides(
    sizes: tuple[float, float], times: tuple[float, float], across: Any, down: Any
) -> Iterable[str]:
    """Give lines along which ten times the size takes ten times the time, as far as both go."""
    for power in range(int(times[0] - sizes[1]), int(times[1] - sizes[0]) + 1):
        first = max(sizes[0], times[0] - power)
        last = min(sizes[1], times[1] - power)
        if first < last:
            ends = ((across(10**size), down(10 ** (size + power))) for size in (first, last))
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


def context() -> Mapping[str, object]:
    """Give what the template of the page reads."""
    (speed, tasks), (growth, grown) = read_figures(), read_growth()
    plots = tuple(draw_plot(name, rows) for name, rows in grown)
    return {"speed": speed, "tasks": tasks, "growth": growth, "plots": plots}
