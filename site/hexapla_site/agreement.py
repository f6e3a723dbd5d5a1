"""Who agrees with whom, and how agreement went from one memo to the next; counted over the cases.

A column that calls a case undefined is silent on it: it neither agrees nor disagrees.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise

import attrs

from hexapla.standard.phases import Outcome
from hexapla.standard.spec import AnySpec
from hexapla_site.report import Case

FEW = 20  # cases


@attrs.frozen
class Share:
    """How many of the cases on which some columns speak they resolve to the same."""

    alike: int
    cases: int

    @property
    def of_few(self) -> bool:
        """Whether it is a share of so few cases that it says little."""
        return self.cases < FEW

    @property
    def part(self) -> float:
        """The part that is alike, from 0 to 1."""
        return self.alike / self.cases if self.cases else 0.0


@attrs.frozen
class PairAgreement:
    """Two columns, the earlier one first, and how often they agree."""

    earlier: AnySpec
    later: AnySpec
    share: Share


@attrs.frozen
class Moment:
    """A memo comes out: how often it agrees with the one before, and all so far with each other."""

    spec: AnySpec
    with_the_one_before: Share
    all_so_far: Share


@attrs.frozen
class Agreements:
    """Every two columns, and every column but the first in the order of their dates."""

    columns: tuple[AnySpec, ...]
    pairs: tuple[PairAgreement, ...]
    moments: tuple[Moment, ...]


def agreements(columns: tuple[AnySpec, ...], cases: Sequence[Case]) -> Agreements:
    """Count over the cases who resolves to the same as whom."""
    numbers = range(len(columns))
    pairs = tuple(
        PairAgreement(columns[left], columns[right], _share(cases, (left, right)))
        for left, right in combinations(numbers, 2)
    )
    moments = tuple(
        Moment(
            columns[later],
            _share(cases, (earlier, later)),
            _share(cases, tuple(range(later + 1))),
        )
        for earlier, later in pairwise(numbers)
    )
    return Agreements(columns, pairs, moments)


def _share(cases: Sequence[Case], members: tuple[int, ...]) -> Share:
    """Count the cases on which at least two members speak, and those on which they are alike."""
    spoken = [
        [
            case.full.resolutions[member].target
            for member in members
            if case.full.resolutions[member].outcome is not Outcome.UNDEFINED
        ]
        for case in cases
    ]
    heard = [targets for targets in spoken if len(targets) > 1]
    return Share(sum(len(set(targets)) == 1 for targets in heard), len(heard))


# The pictures: places are in the pictures' own units.

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
    heads: tuple[tuple[AnySpec, float, float], ...]


def draw_matrix(found: Agreements) -> Matrix:
    """Draw who agrees with whom: the area of a square is the part of the cases that is alike."""
    number = {spec.selector: place for place, spec in enumerate(found.columns)}
    cells = tuple(
        Cell(
            pair,
            _LABEL + number[pair.earlier.selector] * _CELL,
            (number[pair.later.selector] - 1) * _CELL,
            round((_CELL - 42) * pair.share.part**0.5, 1),
        )
        for pair in found.pairs
    )
    heads = tuple(
        (spec, _LABEL + place * _CELL, (place - 1) * _CELL)
        for place, spec in enumerate(found.columns)
    )
    rows = len(found.columns) - 1
    return Matrix(_LABEL + (rows + 1) * _CELL, rows * _CELL + 30, _CELL, cells, heads)


_LEFT, _STEP, _TOP, _TALL = 44.0, 112.0, 36.0, 220.0


@attrs.frozen
class Point:
    """A memo on a line: its place, and the share it stands for."""

    moment: Moment
    share: Share
    x: float
    y: float


@attrs.frozen
class Line:
    """A line through the memos, with its name and what tells it from the other."""

    name: str
    kind: str
    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """The line's points as SVG has them."""
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


@attrs.frozen
class Course:
    """Agreement over time: the memos from left to right, the part of the cases upwards."""

    width: float
    height: float
    left: float
    levels: tuple[tuple[int, float], ...]
    lines: tuple[Line, ...]


def draw_course(found: Agreements) -> Course:
    """Draw how agreement went; memos stand evenly, since the first three came within a year."""
    named = (
        ("with the one before", "near", [item.with_the_one_before for item in found.moments]),
        ("all so far", "all", [item.all_so_far for item in found.moments]),
    )
    lines = tuple(
        Line(
            name,
            kind,
            tuple(
                Point(moment, share, _LEFT + 40 + place * _STEP, _level(share.part))
                for place, (moment, share) in enumerate(zip(found.moments, shares, strict=True))
            ),
        )
        for name, kind, shares in named
    )
    levels = tuple((percent, _level(percent / 100)) for percent in (0, 25, 50, 75, 100))
    width = _LEFT + 40 + len(found.moments) * _STEP + 60
    return Course(width, _TOP + _TALL + 50, _LEFT, levels, lines)


def _level(part: float) -> float:
    return round(_TOP + (1 - part) * _TALL, 1)
