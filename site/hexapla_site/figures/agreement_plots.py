"""How often columns agree, as pictures: a triangle of squares, and lines over time."""

import attrs

from hexapla.standard.spec import Spec
from hexapla_site.report.agreement import Agreements, Moment, PairAgreement, Share

_CELL, _LABEL = 84.0, 118.0


@attrs.frozen
class Cell:
    """Two columns in the matrix: the place of the cell, and the side of the square in it."""

    agreement: PairAgreement
    x: float
    y: float
    side: float


@attrs.frozen
class Matrix:
    """A triangle: a row for each column but the first, a place for each earlier one."""

    width: float
    height: float
    cell: float
    cells: tuple[Cell, ...]
    heads: tuple[tuple[Spec, float, float], ...]


def draw_matrix(counted: Agreements) -> Matrix:
    """Draw how often columns agree: the area of a square is the part of the cases that is alike."""
    number = {spec.selector: place for place, spec in enumerate(counted.columns)}
    cells = tuple(
        Cell(
            pair,
            _LABEL + number[pair.earlier.selector] * _CELL,
            (number[pair.later.selector] - 1) * _CELL,
            round((_CELL - 42) * pair.share.part**0.5, 1),
        )
        for pair in counted.pairs
    )
    heads = tuple(
        (spec, _LABEL + place * _CELL, (place - 1) * _CELL)
        for place, spec in enumerate(counted.columns)
    )
    rows = len(counted.columns) - 1
    return Matrix(_LABEL + (rows + 1) * _CELL, rows * _CELL + 30, _CELL, cells, heads)


_LEFT, _STEP, _TOP, _TALL = 44.0, 112.0, 36.0, 220.0


@attrs.frozen
class Point:
    """A standard on a line: its place, and the share that it stands for."""

    moment: Moment
    share: Share
    x: float
    y: float


@attrs.frozen
class Line:
    """A line through the standards, with its name and what tells it from the other."""

    name: str
    kind: str
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """The line's points as SVG has them."""
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


@attrs.frozen
class Course:
    """Agreement over time: the standards from left to right, the part of the cases upwards."""

    width: float
    height: float
    left: float
    levels: tuple[tuple[int, float], ...]
    lines: tuple[Line, ...]


def draw_course(counted: Agreements) -> Course:
    """Draw agreement over time; standards stand evenly: the first three came within a year."""
    named = (
        ("with the last", "near", [item.with_the_last for item in counted.moments]),
        ("all so far", "all", [item.all_so_far for item in counted.moments]),
    )
    lines = tuple(
        Line(
            name,
            kind,
            tuple(
                Point(moment, share, _LEFT + 40 + place * _STEP, _level(share.part))
                for place, (moment, share) in enumerate(zip(counted.moments, shares, strict=True))
            ),
        )
        for name, kind, shares in named
    )
    levels = tuple((percent, _level(percent / 100)) for percent in (0, 25, 50, 75, 100))
    width = _LEFT + 40 + len(counted.moments) * _STEP + 60
    return Course(width, _TOP + _TALL + 50, _LEFT, levels, lines)


def _level(part: float) -> float:
    return round(_TOP + (1 - part) * _TALL, 1)
