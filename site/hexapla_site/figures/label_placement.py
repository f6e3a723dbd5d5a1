"""Room for the labels of a picture: each beside its mark, none on another, nor on any mark."""

import math
from collections.abc import Iterator, Sequence
from itertools import count

import attrs

# In the picture's own units: how near a label comes to its mark, how much farther it is tried each
# time, and from where on a line leads to it; what is free around it.
_NEAREST, _FARTHER, _LED, _GAP = 5.0, 7.0, 20.0, 3.0
# After so many times, a line may cross what it has to.
_CLEAR = 60
# Right and left read best; between them the directions go round.
_DIRECTIONS = tuple(
    (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    for angle in (0, 180, 90, 270, 45, 315, 135, 225, 22, 338, 158, 202, 67, 293, 113, 247)
)


@attrs.frozen
class LineSegment:
    """A straight line between two points."""

    x: float
    y: float
    to_x: float
    to_y: float

    def crosses(self, other: "LineSegment") -> bool:
        """Return whether two have a point in common, other than an end."""
        return (
            self._side(other.x, other.y) * self._side(other.to_x, other.to_y) < 0
            and other._side(self.x, self.y) * other._side(self.to_x, self.to_y) < 0
        )

    def _side(self, x: float, y: float) -> float:
        return (self.to_x - self.x) * (y - self.y) - (self.to_y - self.y) * (x - self.x)


@attrs.frozen
class Box:
    """A rectangle; `top` is smaller than `bottom`, as in SVG."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Return whether two have a point in common that is on no edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def meets_line(self, line: LineSegment) -> bool:
        """Return whether a line goes through it."""
        enters, leaves = 0.0, 1.0
        for start, along, low, high in (
            (line.x, line.to_x - line.x, self.left, self.right),
            (line.y, line.to_y - line.y, self.top, self.bottom),
        ):
            if not along:
                if not low < start < high:
                    return False
                continue
            first, last = sorted(((low - start) / along, (high - start) / along))
            enters, leaves = max(enters, first), min(leaves, last)
        return enters < leaves

    def widened(self, by: float) -> "Box":
        """Return the box with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@attrs.frozen
class RoundMark:
    """A round mark, and the size of its label."""

    x: float
    y: float
    radius: float
    label_width: float
    label_height: float

    @property
    def box(self) -> Box:
        """The square around it."""
        return Box(self.x, self.y, self.x, self.y).widened(self.radius)


@attrs.frozen
class PlacedLabel:
    """Where a label stands; `leader` is the line from its mark, where it stands away from it."""

    box: Box
    leader: LineSegment | None


def place_labels(marks: Sequence[RoundMark], width: float) -> tuple[PlacedLabel, ...]:
    """Return where the labels of marks stand, the first ones nearest to their marks.

    A line crosses a label only where it would otherwise have to be very long. There is no limit to
    the height.

    Args:
        marks: The marks with the sizes of their labels; no label is wider than the picture.
        width: The width of the picture, from 0.
    """
    labels: list[PlacedLabel] = []
    for mark in marks:
        boxes = [other.box for other in marks if other != mark] + [label.box for label in labels]
        lines = [label.leader for label in labels if label.leader is not None]
        labels.append(
            next(
                label
                for round_, label in _candidates(mark, width)
                if _is_free(label.box, (mark.box, *boxes), lines)
                and (round_ > _CLEAR or not _crosses(label.leader, boxes, lines))
            )
        )
    return tuple(labels)


def _is_free(box: Box, boxes: Sequence[Box], lines: Sequence[LineSegment]) -> bool:
    wide = box.widened(_GAP)
    return not any(map(wide.meets, boxes)) and not any(map(wide.meets_line, lines))


def _crosses(line: LineSegment | None, boxes: Sequence[Box], lines: Sequence[LineSegment]) -> bool:
    return line is not None and (
        any(box.meets_line(line) for box in boxes) or any(map(line.crosses, lines))
    )


def _candidates(mark: RoundMark, width: float) -> Iterator[tuple[int, PlacedLabel]]:
    """Yield places around the mark, farther and farther from it, each with its round's number."""
    half_width, half_height = mark.label_width / 2, mark.label_height / 2
    for round_ in count():
        away = mark.radius + _NEAREST + round_ * _FARTHER
        for right, down in _DIRECTIONS:
            x, y = mark.x + right * (away + half_width), mark.y + down * (away + half_height)
            x = min(max(x, half_width), width - half_width)
            box = Box(x - half_width, y - half_height, x + half_width, y + half_height)
            yield round_, PlacedLabel(box, _leader(mark, box))


def _leader(mark: RoundMark, box: Box) -> LineSegment | None:
    """Lead from a mark's rim to the nearest point of its label, where that is not near."""
    x, y = min(max(mark.x, box.left), box.right), min(max(mark.y, box.top), box.bottom)
    away = math.dist((mark.x, mark.y), (x, y))
    if away - mark.radius < _LED:
        return None
    rim = (mark.radius + 2) / away
    return LineSegment(mark.x + (x - mark.x) * rim, mark.y + (y - mark.y) * rim, x, y)
