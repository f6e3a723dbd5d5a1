"""The lineage of the standards: their dates to scale, and what they say of earlier ones."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate

import attrs

from hexapla.standard.spec import Spec

# In the picture's own units, which are pixels where there is room.
_TOP, _YEAR, _APART, _FOOT = 16.0, 8.0, 42.0, 26.0
_TICK = 5  # years
_LINE = 13.0


@attrs.frozen
class Node:
    """A standard: its place on the axis, that of its label, and its relations to earlier ones."""

    spec: Spec
    y: float
    label_y: float
    relations: tuple[tuple[str, tuple[Spec, ...]], ...]


@attrs.frozen
class Lineage:
    """The standards on a vertical axis to scale, from the earliest down to today.

    Attributes:
        height: The height.
        end: How far down today is.
        nodes: The standards.
        ticks: The years that are written, each with its place.
    """

    height: float
    end: float
    nodes: tuple[Node, ...]
    ticks: tuple[tuple[int, float], ...]


def draw_lineage(specs: Sequence[Spec], today: date) -> Lineage:
    """Draw the standards by their dates, from the earliest.

    The axis ends today; a standard that still changes goes on to there.
    """
    first = min(spec.document.date for spec in specs)

    def place(day: date) -> float:
        return round(_TOP + (day - first).days / 365.25 * _YEAR, 1)

    end = place(max(today, *(spec.document.date for spec in specs)))
    by_id = {spec.id: spec for spec in specs}
    dots = [place(spec.document.date) for spec in specs]
    labels = tuple(accumulate(dots, lambda above, y: max(y, above + _APART)))
    nodes = tuple(
        Node(spec, y, label_y, _relations(spec, by_id))
        for spec, y, label_y in zip(specs, dots, labels, strict=True)
    )
    years = range(-(-first.year // _TICK) * _TICK, today.year, _TICK)
    places = ((year, place(date(year, 1, 1))) for year in years)
    ticks = tuple((year, y) for year, y in places if y <= end - _LINE)
    height = max(end, labels[-1]) + _FOOT
    return Lineage(height, end, nodes, ticks)


def _relations(spec: Spec, by_id: Mapping[str, Spec]) -> tuple[tuple[str, tuple[Spec, ...]], ...]:
    document = spec.document
    related = (
        (name, tuple(by_id[other] for other in getattr(document, name) if other in by_id))
        for name in ("obsoletes", "updates", "develops")
    )
    return tuple((name, others) for name, others in related if others)
