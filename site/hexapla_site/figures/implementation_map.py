"""A map of implementations: each as far from each standard as it answers differently."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import attrs

from hexapla.implementations.asking import Case
from hexapla.standard.spec import Spec
from hexapla_site.figures.label_placement import Box, PlacedLabel, RoundMark, place_labels
from hexapla_site.figures.multidimensional_scaling import Place, places_of, stress
from hexapla_site.figures.text_width import width_of
from hexapla_site.report.implementations import (
    AnswerDistance,
    AnswerGroup,
    Given,
    ImplementationReport,
    difference,
)

# In the picture's own units.
_WIDTH, _TALLEST, _SIDE = 720.0, 500.0, 70.0
_RADIUS = 7.0
_LABEL_SIZE, _NAME_SIZE, _LINE = 16.0, 14.0, 17.0
_LONGEST_LINE = 210.0
_EDGE, _FOOT = 10.0, 34.0


@attrs.frozen
class MapPoint:
    """What answers every case alike: standards by their defaults, and implementations."""

    specs: tuple[Spec, ...]
    groups: tuple[AnswerGroup, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All their names, the standards' first."""
        return (*(spec.document.label for spec in self.specs), *self.implementations)

    @property
    def implementations(self) -> tuple[str, ...]:
        """The names of the implementations."""
        return tuple(name for group in self.groups for name in group.names)


@attrs.frozen
class LabelLine:
    """A line of a label: its names, with the place of its foot, and whether it names a standard."""

    names: tuple[str, ...]
    y: float
    of: Spec | None


@attrs.frozen
class Drawn:
    """A point in the picture, with the lines of its label, and where that stands.

    `implementations` has a line of names for each line of the label.
    """

    point: MapPoint
    x: float
    y: float
    implementations: tuple[tuple[str, ...], ...]
    label: PlacedLabel

    @property
    def lines(self) -> tuple[LabelLine, ...]:
        """The lines of the label, the standards' first."""
        texts = (
            *(((spec.document.label,), spec) for spec in self.point.specs),
            *((names, None) for names in self.implementations),
        )
        return tuple(
            LabelLine(names, round(self.label.box.top + _LINE * (number + 0.8), 1), spec)
            for number, (names, spec) in enumerate(texts)
        )

    def lowered(self, by: float) -> "Drawn":
        """Return the same, farther down."""
        box, leader = self.label.box, self.label.leader
        label = PlacedLabel(
            attrs.evolve(box, top=box.top + by, bottom=box.bottom + by),
            leader and attrs.evolve(leader, y=leader.y + by, to_y=leader.to_y + by),
        )
        return attrs.evolve(self, y=round(self.y + by, 1), label=label)

    @property
    def anchor(self) -> str:
        """Which side of the label stands at its mark."""
        box = self.label.box
        if box.left >= self.x:
            return "start"
        return "end" if box.right <= self.x else "middle"

    @property
    def text_x(self) -> float:
        """Where the lines of the label are anchored."""
        box = self.label.box
        middle = (box.left + box.right) / 2
        return round({"start": box.left, "end": box.right, "middle": middle}[self.anchor], 1)


@attrs.frozen
class Missed:
    """Two points with the distance counted and the one drawn, as parts of the cases."""

    one: MapPoint
    other: MapPoint
    counted: AnswerDistance
    drawn: float


@attrs.frozen
class ImplementationMap:
    """The picture: its size, its points, how long a tenth of the cases is, how far it is off.

    `stress` is Kruskal's; `worst` are the two points whose distance is drawn worst.
    """

    width: float
    height: float
    points: tuple[Drawn, ...]
    tenth: float
    stress: float
    worst: Missed | None


def draw_map(report: ImplementationReport) -> ImplementationMap:
    """Draw the standards and implementations of today as far from each other as they differ."""
    answers = _answers(report)
    points, given = tuple(answers), tuple(answers.values())
    counted = [[difference(one, other) for other in given] for one in given]
    distances = [[item.share for item in row] for row in counted]
    places = _turned(places_of(distances), points)
    scale = _scale(places)
    drawn = _labelled(points, [(scale * x, scale * y) for x, y in places])
    boxes = [box for item in drawn for box in (item.label.box, _square(item.x, item.y))]
    top, bottom = min(box.top for box in boxes), max(box.bottom for box in boxes)
    return ImplementationMap(
        _WIDTH,
        round(bottom - top + 2 * _EDGE + _FOOT, 1),
        tuple(item.lowered(_EDGE - top) for item in drawn),
        round(scale / 10, 1),
        stress(distances, places),
        _worst(points, counted, places),
    )


def _answers(report: ImplementationReport) -> Mapping[MapPoint, Mapping[Case, Given]]:
    """Return what answers every case alike as one point, the standards first."""
    alike: dict[tuple[Given, ...], tuple[list[Spec], list[AnswerGroup]]] = {}
    for spec in report.defining:
        alike.setdefault(_all(report, report.by_spec[spec]), ([], []))[0].append(spec)
    for group in report.current:
        alike.setdefault(_all(report, group.given), ([], []))[1].append(group)
    return {
        MapPoint(tuple(specs), tuple(groups)): dict(zip(report.cases, given, strict=True))
        for given, (specs, groups) in alike.items()
    }


def _all(report: ImplementationReport, given: Mapping[Case, Given]) -> tuple[Given, ...]:
    return tuple(given[case] for case in report.cases)


def _turned(places: Sequence[Place], points: Sequence[MapPoint]) -> list[Place]:
    """Turn the picture so that the first standard stands left of the last, on one level.

    What is left of the choice is settled by the second: it lies above that line.
    """
    standards = [place for place, point in zip(places, points, strict=True) if point.specs]
    if len(standards) < 2:
        return list(places)
    (x, y), (to_x, to_y) = standards[0], standards[-1]
    length = math.dist((x, y), (to_x, to_y))
    right, down = ((to_x - x) / length, (to_y - y) / length) if length else (1.0, 0.0)
    is_below = right * (standards[1][1] - y) > down * (standards[1][0] - x)
    sign = -1 if is_below else 1
    return [(right * x + down * y, sign * (right * y - down * x)) for x, y in places]


def _scale(places: Sequence[Place]) -> float:
    """Return how many units a distance of 1 has, so that the points fill the picture."""
    wide, tall = (max(axis) - min(axis) for axis in zip(*places, strict=True))
    room = ((_WIDTH - 2 * _SIDE, wide), (_TALLEST, tall))
    return min((units / extent for units, extent in room if extent), default=_WIDTH)


def _labelled(points: Sequence[MapPoint], places: Sequence[Place]) -> list[Drawn]:
    """Place the labels, those of standards first, and then the longest."""
    middle = _WIDTH / 2 - sum(f(x for x, _ in places) for f in (min, max)) / 2
    marks = {}
    for point, (x, y) in zip(points, places, strict=True):
        lines = _lines(point)
        width = max(
            *(width_of(spec.document.label, bold=True) * _LABEL_SIZE for spec in point.specs),
            *(width_of(", ".join(names)) * _NAME_SIZE for names in lines),
            0.0,
        )
        height = _LINE * (len(point.specs) + len(lines))
        marks[point] = RoundMark(round(middle + x, 1), round(y, 1), _RADIUS, width, height)
    order = sorted(points, key=lambda point: (not point.specs, -marks[point].label_height))
    labels = place_labels([marks[point] for point in order], _WIDTH)
    return [
        Drawn(point, marks[point].x, marks[point].y, _lines(point), label)
        for point, label in zip(order, labels, strict=True)
    ]


def _lines(point: MapPoint) -> tuple[tuple[str, ...], ...]:
    """Return the implementations in as few lines as hold their names."""
    lines: list[tuple[str, ...]] = []
    for name in point.implementations:
        longer = (*lines[-1], name) if lines else (name,)
        if lines and width_of(", ".join(longer)) * _NAME_SIZE <= _LONGEST_LINE:
            lines[-1] = longer
        else:
            lines.append((name,))
    return tuple(lines)


def _square(x: float, y: float) -> Box:
    return Box(x, y, x, y).widened(_RADIUS)


def _worst(
    points: Sequence[MapPoint], counted: Sequence[Sequence[AnswerDistance]], places: Sequence[Place]
) -> Missed | None:
    """Return the two points whose distance is drawn worst."""
    missed = (
        Missed(
            points[one], points[other], counted[one][other], math.dist(places[one], places[other])
        )
        for one, other in combinations(range(len(points)), 2)
    )
    return max(missed, key=lambda item: abs(item.drawn - item.counted.share), default=None)
