"""Measure how time grows with the length of a string and the number of segments, specs and rows.

Run with `python benchmarks/growth.py`. For each kind of growth it measures CPU seconds at doubling
sizes, takes the least of several rounds, and fits two lines. One gives the exponent of the size in
a power law (by least squares on logarithms; 1 is linear). The other gives the seconds for each
further unit, after a fixed cost (by least squares on the measurements). It prints a table;
`--output` writes JSON with every point.

A long string is copied several times, and copying itself isn't linear if the string is larger than
the processor's caches. For comparison, one row of the table measures nothing but ten copies.
"""

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import attrs
import click
from pairs import pairs
from speed import machine

import hexapla
from hexapla.standard.spec import Spec

BASE = "http://a/b/c/d;p?q"
SPECS = ("rfc1630", "rfc1808", "rfc2396")


@attrs.frozen
class Growth:
    """A kind of growth: the quantity that grows, the work, and the sizes.

    `make` prepares the work for a size; the preparation is not timed.
    """

    name: str
    work: str
    unit: str
    sizes: tuple[int, ...]
    make: Callable[[int], Callable[[], object]]


@attrs.frozen
class Point:
    """The CPU time of the work at a size."""

    size: int
    seconds: float


@attrs.frozen
class Fit:
    """The measurements of a growth, and the lines fitted to them.

    `nanoseconds` is the time for one more unit. Both lines are fitted to the larger sizes only, for
    which fixed costs matter less.
    """

    name: str
    work: str
    unit: str
    exponent: float
    nanoseconds: float
    points: tuple[Point, ...]


def doubling(first: int, count: int) -> tuple[int, ...]:
    """Return sizes, each twice the previous one."""
    return tuple(first << step for step in range(count))


def _copying(text: str) -> Callable[[], object]:
    return lambda: [text[1:] for _ in range(10)]


def _parsing(text: str) -> Callable[[], object]:
    specs = [hexapla.spec(id) for id in SPECS]
    return lambda: [spec.parse(text) for spec in specs]


def _resolving(base: str, reference: str) -> Callable[[], object]:
    specs = [hexapla.spec(id) for id in SPECS]
    return lambda: [spec.resolve(reference, base=base) for spec in specs]


def _comparing(reference: str, base: str) -> Callable[[], object]:
    def work() -> object:
        comparison = hexapla.compare(reference, base=base)
        assert comparison.target is not None
        return comparison.parts.groups, comparison.target.groups

    return work


def _validating(text: str) -> Callable[[], object]:
    specs = [hexapla.spec(id) for id in SPECS]
    for spec in specs:
        spec.validate("a")  # the grammar is read on first use
    return lambda: [spec.validate(text) for spec in specs]


def _by_specs(count: int) -> Callable[[], object]:
    specs = tuple(variants()[:count])

    def work() -> object:
        for reference in ("../../g;x?y#z", "http:g", "?y", ""):
            comparison = hexapla.compare(reference, base=BASE, specs=specs)
            assert comparison.target is not None
            assert comparison.parts.groups
            assert comparison.target.groups
        return specs

    return work


def _by_rows(count: int) -> Callable[[], object]:
    rows = pairs(count)

    def work() -> object:
        agreeing = 0
        for base, reference in rows:
            target = hexapla.compare(reference, base=base).target
            assert target is not None
            agreeing += target.agrees
        return agreeing

    return work


def variants() -> list[Spec]:
    """Return many specs: three standards under every combination of some of their readings."""
    found = []
    for id in SPECS:
        spec = hexapla.spec(id)
        readings = spec.readings[:6]
        for options in product(*(reading.options for reading in readings)):
            names = (reading.name for reading in readings)
            found.append(spec.choosing(*map(hexapla.Choice, names, options)))
    return found


LENGTHS = doubling(1_000, 11)
SEGMENTS = doubling(500, 9)
GROWTHS = (
    Growth("length", "only copy the text", "character", LENGTHS, lambda n: _copying("a" + "b" * n)),
    Growth(
        "length",
        "parse a long path",
        "character",
        LENGTHS,
        lambda n: _parsing("http://a/" + "b" * n),
    ),
    Growth(
        "length",
        "resolve a long query",
        "character",
        LENGTHS,
        lambda n: _resolving(BASE, "g?" + "y" * n),
    ),
    Growth(
        "length",
        "compare, every third character a delimiter",
        "character",
        LENGTHS,
        lambda n: _comparing("a/;?#:" * (n // 6), BASE),
    ),
    Growth("length", "validate", "character", doubling(1_000, 7), lambda n: _validating("b" * n)),
    Growth(
        "segments",
        "resolve plain segments",
        "segment",
        SEGMENTS,
        lambda n: _resolving(BASE, "a/" * n + "../g"),
    ),
    Growth(
        "segments", "resolve pairs", "segment", SEGMENTS, lambda n: _resolving(BASE, "a/../" * n)
    ),
    Growth(
        "segments", "resolve climbing", "segment", SEGMENTS, lambda n: _resolving(BASE, "../" * n)
    ),
    Growth(
        "segments",
        "resolve dot segments",
        "segment",
        SEGMENTS,
        lambda n: _resolving(BASE, "./" * n),
    ),
    Growth(
        "segments",
        "climb out of a deep base",
        "segment",
        SEGMENTS,
        lambda n: _resolving("http://a/" + "b/" * n, "../" * n + "g"),
    ),
    Growth("standards", "compare four references", "standard", doubling(2, 7), _by_specs),
    Growth("rows", "compare each", "row", doubling(250, 8), _by_rows),
)


def fitted(growth: Growth, rounds: int) -> Fit:
    """Measure a growth, and fit its lines."""
    points = tuple(Point(size, _least(growth.make(size), rounds)) for size in growth.sizes)
    behind = points[len(points) // 2 - 1 :]
    exponent, _ = _line([(math.log(point.size), math.log(point.seconds)) for point in behind])
    slope, _ = _line([(point.size, point.seconds) for point in behind])
    return Fit(
        growth.name,
        growth.work,
        growth.unit,
        round(exponent, 3),
        round(slope * 1e9, 3),
        points,
    )


def _least(work: Callable[[], object], rounds: int) -> float:
    """Time the work in several rounds, and return the least CPU seconds per call.

    Each round has enough calls to be timed.
    """
    work()
    calls = 1
    while _seconds(work, calls) < 0.005:
        calls *= 2
    return min(_seconds(work, calls) for _ in range(rounds)) / calls


def _seconds(work: Callable[[], object], calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - start


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Fit a line by least squares; return its slope and its intercept."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum(
        (x - mean_x) ** 2 for x, _ in points
    )
    return slope, mean_y - slope * mean_x


def table(fits: Sequence[Fit]) -> Iterator[str]:
    """Yield a heading, then a line for each kind of growth."""
    yield f"{'what grows':<11}{'work':<40}{'from':>8}{'to':>9}{'exponent':>10}  one more"
    for fit in fits:
        sizes = [point.size for point in fit.points]
        yield (
            f"{fit.name:<11}{fit.work:<40}{sizes[0]:>8}{sizes[-1]:>9}{fit.exponent:>10.2f}"
            f"  {fit.nanoseconds:.2f} ns per {fit.unit}"
        )


@click.command()
@click.option("--rounds", default=7, show_default=True, help="Measurements of each size.")
@click.option("--output", type=click.Path(path_type=Path), help="Write the figures as JSON.")
def main(rounds: int, output: Path | None) -> None:
    """Measure how the cost grows, print a table, and write JSON if requested."""
    fits = [fitted(growth, rounds) for growth in GROWTHS]
    where = machine()
    click.echo(", ".join(where.values()) + "\n")
    click.echo("\n".join(table(fits)))
    if output is not None:
        form = {**where, "rounds": rounds, "growth": [attrs.asdict(fit) for fit in fits]}
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(form, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
