"""Pages about the speed of the library, and about the cost of comparing very many links."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site

LINKS = 10**10


def times(ratio: float, *, faster: bool) -> str:
    """Format a ratio of two times or, if `faster`, its inverse, which is the speed-up."""
    if faster:
        ratio = 1 / ratio
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"


def duration(seconds: float) -> str:
    """Format a time with a unit, and with one decimal if the number is below 10 and isn't 1."""
    value, unit = seconds, "s"
    for smaller in ("ms", "µs", "ns"):
        if value >= 0.9999:
            break
        value, unit = value * 1000, smaller
    digits = 1 if value < 10 and round(value, 6) != 1 else 0
    return f"{value:.{digits}f} {unit}"


@attrs.frozen
class BenchmarksContext:
    """The content of the page about benchmarks: the measurements, and functions to format them."""

    speed: Mapping[str, Any]
    growth: Mapping[str, Any]
    times: Callable[..., str]
    duration: Callable[[float], str]


@attrs.frozen
class Plan:
    """The cost of comparing very many links, computed from a measured run.

    Attributes:
        run: The measured run.
        core_hours: The number of hours on one core.
        terabytes_in: The number of terabytes to read.
        terabytes_out: The number of terabytes to write.
    """

    run: Mapping[str, Any]
    core_hours: float
    terabytes_in: float
    terabytes_out: float


@attrs.frozen
class CapacityContext:
    """The content of the page about capacity.

    Attributes:
        measured: The measurements.
        plans: For each format, a plan computed from the run with the most rows.
    """

    measured: Mapping[str, Any]
    plans: Sequence[Plan]


def plan_of(run: Mapping[str, Any]) -> Plan:
    """Compute the cost of comparing `LINKS` links from a measured run."""
    return Plan(
        run,
        core_hours=LINKS * run["cpu_seconds"] / run["rows"] / 3600,
        terabytes_in=LINKS * run["octets_in_a_row"] / 10**12,
        terabytes_out=LINKS * run["octets_out_a_row"] / 10**12,
    )


def _pages(_: Site) -> Iterator[Page]:
    speed = read_data("benchmarks.json")
    growth = read_data("growth.json")
    context = BenchmarksContext(speed, growth, times, duration)
    yield Page("data/benchmarks.html", "benchmarks.html", context)


def _capacity(_: Site) -> Iterator[Page]:
    measured = read_data("capacity.json")
    runs = sorted(measured["runs"], key=lambda run: (run["rows"], run["workers"]))
    longest = {run["format"]: run for run in runs}
    context = CapacityContext(measured, [plan_of(run) for run in longest.values()])
    yield Page("data/capacity.html", "capacity.html", context)


def _tables(_: Site) -> Iterator[Table]:
    figures = read_data("benchmarks.json")["figures"]
    yield table_of("benchmarks", (list(figure.values())[:-1] for figure in figures))
    yield table_of("growth", _growth_rows())


def _growth_rows() -> Iterator[Cells]:
    for row in read_data("growth.json")["growth"]:
        for point in row["points"]:
            yield row["name"], row["work"], row["unit"], row["exponent"], *point.values()


KIND = PageKind("benchmarks", "data/benchmarks.html", _pages, tables=_tables)
CAPACITY = PageKind("capacity", "data/capacity.html", _capacity)
