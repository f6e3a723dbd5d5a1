"""What `benchmarks/speed.py`, `growth.py` and `corpus.py` measured."""

import json
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


def read_measured(name: str) -> Any:
    """Read what a benchmark wrote."""
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))
