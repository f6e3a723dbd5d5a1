"""What is drawn from data: parts under a text, and the lineage of the memos."""

from collections.abc import Sequence
from datetime import date

import attrs

from hexapla.reference import SHARED_NAMES, Reference
from hexapla.signs import visible
from hexapla.spec import AnySpec

# Widths of the drawing of parts, in characters of the text's own size.
_LABEL_CHARACTER = 0.68
_LABEL_PADDING = 0.5
_LONGEST_DRAWN = 120


@attrs.frozen
class Bar:
    """A part under the text: its name, the kind that gives its colour, and its columns, from 1."""

    name: str
    kind: str
    start: int
    stop: int


@attrs.frozen
class PartsRow:
    """One memo's parts of a text; `empty` are the parts that are there but have no characters."""

    spec: AnySpec
    bars: tuple[Bar, ...]
    empty: tuple[str, ...]
    form: str


@attrs.frozen
class PartsDrawing:
    """A text with a column a character, each memo's parts under it, and the columns' widths."""

    signs: tuple[str, ...]
    widths: tuple[float, ...]
    rows: tuple[PartsRow, ...]

    @property
    def columns(self) -> str:
        """The widths as CSS grid columns."""
        return " ".join(f"{width:.2f}ch" for width in self.widths)


def kind_of(shared: str) -> str:
    """Give the kind of a part: a shared name, or `other`."""
    return shared if shared in SHARED_NAMES else "other"


def draw_parts(references: Sequence[Reference], specs: Sequence[AnySpec]) -> PartsDrawing | None:
    """Draw how each memo takes a text apart; None where the text is too long to draw, or empty."""
    text = references[0].text
    if not 0 < len(text) <= _LONGEST_DRAWN:
        return None
    rows = tuple(_row(spec, reference) for spec, reference in zip(specs, references, strict=True))
    signs = tuple(visible(character) for character in text)
    widths = [max(1.0, float(len(sign))) + 0.1 for sign in signs]
    for row in rows:
        for bar in row.bars:
            _widen(widths, bar)
    return PartsDrawing(signs, tuple(widths), rows)


def _row(spec: AnySpec, reference: Reference) -> PartsRow:
    bars = []
    empty = []
    for component, span in zip(spec.anatomy, reference.spans.values(), strict=True):
        if span is None:
            continue
        if span.start == span.stop:
            empty.append(component.name)
        else:
            kind = kind_of(component.shared)
            bars.append(Bar(component.name, kind, span.start + 1, span.stop + 1))
    return PartsRow(spec, tuple(bars), tuple(empty), reference.form_name)


def _widen(widths: list[float], bar: Bar) -> None:
    """Make the columns of a bar wide enough for its label."""
    columns = range(bar.start - 1, bar.stop - 1)
    needed = len(bar.name) * _LABEL_CHARACTER + _LABEL_PADDING
    missing = needed - sum(widths[column] for column in columns)
    for column in columns:
        widths[column] += max(0.0, missing) / len(columns)


@attrs.frozen
class Node:
    """A memo on the lineage: where it stands, in units of the picture.

    `below` says that its name gives way to another's and stands a line further down.
    """

    spec: AnySpec
    x: float
    below: bool


@attrs.frozen
class Edge:
    """A relation between two memos, as an arc."""

    earlier: AnySpec
    later: AnySpec
    path: str
    label: str
    x: float
    y: float


@attrs.frozen
class Lineage:
    """The memos on a line of time, and which updates or obsoletes which."""

    width: int
    height: int
    axis: float
    nodes: tuple[Node, ...]
    years: tuple[tuple[int, float], ...]
    edges: tuple[Edge, ...]

    @property
    def description(self) -> str:
        """Say what the picture shows."""
        nodes = (
            f"{node.spec.document.label}, {node.spec.document.date:%B %Y}" for node in self.nodes
        )
        return "; ".join(nodes)


_WIDTH, _HEIGHT, _AXIS, _MARGIN = 470, 152, 84.0, 52.0
_CLOSE = 80.0


def draw_lineage(specs: Sequence[AnySpec]) -> Lineage:
    """Draw the memos by their dates."""
    first = min(spec.document.date for spec in specs)
    last = max(spec.document.date for spec in specs)
    days = max((last - first).days, 1)

    def place(day: date) -> float:
        return round(_MARGIN + (day - first).days / days * (_WIDTH - 2 * _MARGIN), 1)

    nodes: dict[str, Node] = {}
    for spec in specs:
        x = place(spec.document.date)
        crowded = any(abs(node.x - x) < _CLOSE and not node.below for node in nodes.values())
        nodes[spec.id] = Node(spec, x, crowded)
    years = tuple((year, place(date(year, 1, 1))) for year in range(first.year + 1, last.year + 1))
    edges = tuple(
        _edge(nodes[earlier], node, label)
        for node in nodes.values()
        for label, ids in (
            ("obsoletes", node.spec.document.obsoletes),
            ("updates", node.spec.document.updates),
            ("develops", node.spec.document.develops),
        )
        for earlier in ids
        if earlier in nodes
    )
    return Lineage(_WIDTH, _HEIGHT, _AXIS, tuple(nodes.values()), years, edges)


def _edge(earlier: Node, later: Node, label: str) -> Edge:
    middle = (earlier.x + later.x) / 2
    rise = min(64.0, 26.0 + (later.x - earlier.x) / 10)
    top = _AXIS - 9
    path = f"M {later.x - 7:.1f} {top} Q {middle:.1f} {top - rise:.1f} {earlier.x + 7:.1f} {top}"
    return Edge(earlier.spec, later.spec, path, label, middle, round(top - rise / 2 - 4, 1))
