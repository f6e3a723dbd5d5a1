"""What a run over very many links takes, worked out from what was measured on millions."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site

LINKS = 10**10


@attrs.frozen
class Plan:
    """What the links take in a format: hours on one core, and the room of pairs and of rows."""

    core_hours: float
    terabytes_in: float
    terabytes_out: float


def plan_of(run: Mapping[str, Any]) -> Plan:
    """Return what the links take at the rate and the sizes of a run."""
    return Plan(
        LINKS * run["cpu_seconds"] / run["rows"] / 3600,
        LINKS * run["octets_in_a_row"] / 10**12,
        LINKS * run["octets_out_a_row"] / 10**12,
    )


def _pages(_: Site) -> Iterator[Page]:
    measured = read_data("capacity.json")
    runs = sorted(measured["runs"], key=lambda run: (run["rows"], run["workers"]))
    largest = {run["format"]: run for run in runs}
    plans = [(run, plan_of(run)) for run in largest.values()]
    yield Page("data/capacity.html", "capacity.html", {"measured": measured, "plans": plans})


KIND = PageKind("capacity", "data/capacity.html", _pages)
