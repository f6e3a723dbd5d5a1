"""What a run over very many links takes, worked out from what was measured on millions."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from hexapla_site.folders import DATA
from hexapla_site.pages.kind import Page, PageKind, Site

LINKS = 10**10
CORES = (2, 16, 64, 256)
MEASURED = DATA / "capacity.json"
_HOUR, _DAY = 3600, 86_400


@attrs.frozen
class CorpusRun:
    """A run as `benchmarks/corpus.py` measured it; a row is a pair of base and reference."""

    format: str
    rows: int
    workers: int
    rows_per_second: int
    cpu_seconds: float
    megabytes_a_process: float
    octets_in_a_row: float
    octets_out_a_row: float
    differing: int
    urljoins_a_row: float

    @property
    def cores_busy(self) -> float:
        """How many cores the run had on average: fewer than processes on a machine that shares."""
        return self.cpu_seconds * self.rows_per_second / self.rows


@attrs.frozen
class CorpusMeasurement:
    """What was measured: when, on what, with which columns."""

    date: str
    hexapla: str
    python: str
    pyarrow: str
    processor: str
    cores: int
    specs: tuple[str, ...]
    rows: int
    rounds: int
    runs: tuple[CorpusRun, ...]


@attrs.frozen
class Plan:
    """A run over so many links, with rows read and written in a format."""

    links: int
    run: CorpusRun

    @property
    def core_hours(self) -> float:
        """The time that one core would take, by the time of all processes on a core."""
        return self.links * self.run.cpu_seconds / self.run.rows / _HOUR

    def duration(self, cores: int) -> str:
        """Return the time that some number of cores take, in words."""
        seconds = self.core_hours * _HOUR / cores
        if seconds >= 2 * _DAY:
            return f"{seconds / _DAY:,.0f} days"
        return (
            f"{seconds / _HOUR:,.0f} hours"
            if seconds >= 2 * _HOUR
            else f"{seconds / 60:,.0f} minutes"
        )

    def gigabytes(self, cores: int) -> float:
        """Return the memory that some number of processes take."""
        return cores * self.run.megabytes_a_process / 1024

    @property
    def terabytes_in(self) -> float:
        """The room that the pairs take."""
        return self.links * self.run.octets_in_a_row / 10**12

    @property
    def terabytes_out(self) -> float:
        """The room that the rows take."""
        return self.links * self.run.octets_out_a_row / 10**12


def read_measured() -> CorpusMeasurement:
    """Read what was measured last."""
    form: Mapping[str, Any] = json.loads(MEASURED.read_text("utf-8"))
    runs = tuple(CorpusRun(**run) for run in form["runs"])
    return CorpusMeasurement(**{**form, "specs": tuple(form["specs"]), "runs": runs})


def plans(measured: CorpusMeasurement) -> tuple[Plan, ...]:
    """Return a plan for each format, from its largest run with most processes."""
    best: dict[str, CorpusRun] = {}
    for run in sorted(measured.runs, key=lambda run: (run.rows, run.workers)):
        best[run.format] = run
    return tuple(Plan(LINKS, run) for run in best.values())


def _pages(_: Site) -> Iterator[Page]:
    measured = read_measured()
    context = {"measured": measured, "plans": plans(measured), "cores": CORES}
    yield Page("data/capacity.html", "capacity.html", context)


KIND = PageKind("capacity", "data/capacity.html", _pages)
