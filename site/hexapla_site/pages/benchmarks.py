"""The library's speed compared with its peers, and how its cost grows with the amount of work."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla_site.data.table import Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site

LINKS = 10**10


def times(ratio: float, *, faster: bool) -> str:
    """Format a ratio of two times or, if `faster`, its inverse, which is the speed-up."""
    value = 1 / ratio if faster else ratio
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def duration(seconds: float) -> str:
    """Format a time with two digits and a unit."""
    units = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
    unit, size = next((item for item in units if seconds >= item[1] * 0.9999), units[-1])
    value = seconds / size
    return f"{value:.1f} {unit}" if value < 10 and round(value, 6) != 1 else f"{value:.0f} {unit}"


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
    """The content of the page about capacity: the measurements, and a plan for each format."""

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
    speed, growth = read_data("benchmarks.json"), read_data("growth.json")
    context = BenchmarksContext(speed, growth, times, duration)
    yield Page("data/benchmarks.html", "benchmarks.html", context)


def _capacity(_: Site) -> Iterator[Page]:
    measured = read_data("capacity.json")
    runs = sorted(measured["runs"], key=lambda run: (run["rows"], run["workers"]))
    longest = {run["format"]: run for run in runs}
    context = CapacityContext(measured, [plan_of(run) for run in longest.values()])
    yield Page("data/capacity.html", "capacity.html", context)


def _tables(_: Site) -> Iterator[Table]:
    yield table_of(
        "benchmarks",
        (list(figure.values())[:-1] for figure in read_data("benchmarks.json")["figures"]),
    )
    growth = (
        (row["name"], row["work"], row["unit"], row["exponent"], *point.values())
        for row in read_data("growth.json")["growth"]
        for point in row["points"]
    )
    yield table_of("growth", growth)


KIND = PageKind("benchmarks", "data/benchmarks.html", _pages, tables=_tables)
CAPACITY = PageKind("capacity", "data/capacity.html", _capacity)
