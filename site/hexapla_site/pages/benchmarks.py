"""How fast the library is beside its peers, and what more work and very many links cost."""

from collections.abc import Iterator, Mapping
from typing import Any

from hexapla_site.data.table import Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site

LINKS = 10**10


def times(ratio: float, *, faster: bool) -> str:
    """Return how many times as fast a quotient of times is, or as long where it is not faster."""
    value = 1 / ratio if faster else ratio
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def duration(seconds: float) -> str:
    """Return a time with two digits and its unit."""
    units = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
    unit, size = next((item for item in units if seconds >= item[1] * 0.9999), units[-1])
    value = seconds / size
    return f"{value:.1f} {unit}" if value < 10 and round(value, 6) != 1 else f"{value:.0f} {unit}"


def plan_of(run: Mapping[str, Any]) -> tuple[float, float, float]:
    """Return the hours on one core and the terabytes in and out that the links take, by a run."""
    return (
        LINKS * run["cpu_seconds"] / run["rows"] / 3600,
        LINKS * run["octets_in_a_row"] / 10**12,
        LINKS * run["octets_out_a_row"] / 10**12,
    )


def _pages(_: Site) -> Iterator[Page]:
    context = {
        "speed": read_data("benchmarks.json"),
        "times": times,
        "growth": read_data("growth.json"),
        "duration": duration,
    }
    yield Page("data/benchmarks.html", "benchmarks.html", context)


def _capacity(_: Site) -> Iterator[Page]:
    measured = read_data("capacity.json")
    runs = sorted(measured["runs"], key=lambda run: (run["rows"], run["workers"]))
    plans = [(run, plan_of(run)) for run in {run["format"]: run for run in runs}.values()]
    yield Page("data/capacity.html", "capacity.html", {"measured": measured, "plans": plans})


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
