"""What was measured: the library beside its peers, and what more work costs.

The figures are those of `benchmarks/speed.py` and `benchmarks/growth.py`.
"""

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import attrs

from hexapla_site.folders import DATA


@attrs.frozen
class Figure:
    """How long a library takes for a task, divided by the time of CPython's own function.

    Attributes:
        task: What is done.
        library: What does it.
        baseline: CPython's function.
        ratio: The quotient of the times, a median over chunks of pairs.
        lower_quartile: The quotient below which a quarter of the chunks is.
        upper_quartile: The quotient above which a quarter of the chunks is.
        microseconds: The time of one call, at the median.
        refused: How many pairs the library rejects.
        at_most: The project's own target for the ratio, where there is one.
    """

    task: str
    library: str
    baseline: str
    ratio: float
    lower_quartile: float
    upper_quartile: float
    microseconds: float
    refused: int
    at_most: float | None = None

    @property
    def is_faster(self) -> bool:
        """Whether it takes less time than CPython's function."""
        return self.ratio < 1

    def times(self, ratio: float) -> str:
        """Return how many times as fast a ratio is, or as long where the figure is not faster."""
        value = 1 / ratio if self.is_faster else ratio
        return f"{value:.1f}" if value < 10 else f"{value:.0f}"

    @property
    def range(self) -> tuple[str, str]:
        """The quartiles as `times` has them, the smaller first."""
        ends = self.times(self.lower_quartile), self.times(self.upper_quartile)
        return ends[::-1] if self.is_faster else ends

    @property
    def target(self) -> str | None:
        """How fast the project wants it to be, in words."""
        if self.at_most is None:
            return None
        if self.at_most < 1:
            return f"at least {1 / self.at_most:.1f} times as fast"
        return f"at most {self.at_most:.1f} times as long"


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
class Measurement:
    """What was measured: when, and on what."""

    date: str
    python: str
    processor: str
    hexapla: str
    rows: tuple[Figure | Growth, ...]


def read_figures() -> tuple[Measurement, tuple[tuple[str, tuple[Figure, ...]], ...]]:
    """Read the quotients, task by task."""
    form = _read("benchmarks")
    figures = tuple(Figure(**row) for row in form["figures"])
    tasks = dict.fromkeys(figure.task for figure in figures)
    grouped = tuple(
        (task, tuple(figure for figure in figures if figure.task == task)) for task in tasks
    )
    return _measured(form, figures), grouped


def read_growth() -> tuple[Measurement, tuple[tuple[str, tuple[Growth, ...]], ...]]:
    """Read the growth, by what grows."""
    form = _read("growth")
    rows = tuple(
        Growth(
            **{**row, "points": tuple((item["size"], item["seconds"]) for item in row["points"])}
        )
        for row in form["growth"]
    )
    grouped = groupby(rows, key=lambda row: row.name)
    return _measured(form, rows), tuple((name, tuple(of_name)) for name, of_name in grouped)


def _read(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def _measured(form: Any, rows: Sequence[Figure | Growth]) -> Measurement:
    return Measurement(
        form["date"], form["python"], form["processor"], form["hexapla"], tuple(rows)
    )
