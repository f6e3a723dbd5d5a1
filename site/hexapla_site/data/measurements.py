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
    form = _read("benchmarks")
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
    return _measured(form, rows), tuple((name, tuple(of_name)) for name, of_name in grouped)


def _read(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def _measured(form: Any, rows: Sequence[Figure | Growth]) -> Measured:
    return Measured(form["date"], form["python"], form["processor"], form["hexapla"], tuple(rows))
