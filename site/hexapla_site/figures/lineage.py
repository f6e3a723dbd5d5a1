"""The lineage of the standards, drawn from their dates and from what they say of earlier ones."""

from collections.abc import Mapping, Sequence

import attrs

from hexapla.standard.spec import Spec

_WIDTH, _STEM, _TOP, _SPAN, _CLOSEST = 470, 74.0, 22.0, 200.0, 41.0


@attrs.frozen
class Node:
    """A standard on the stem: how far down it stands, and its relations to earlier ones."""

    spec: Spec
    y: float
    relations: tuple[tuple[str, tuple[Spec, ...]], ...]

    @property
    def when(self) -> str:
        """The month of a standard that is finished, the first year of one that still changes."""
        document = self.spec.document
        return f"{document.date:since %Y}" if document.living else f"{document.date:%B %Y}"


@attrs.frozen
class Arc:
    """A line from a standard back to an earlier one, and their relation."""

    relation: str
    path: str


@attrs.frozen
class Lineage:
    """The standards on a stem of time, from the earliest down, and which builds on which."""

    width: int
    height: float
    stem: float
    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]


def draw_lineage(specs: Sequence[Spec]) -> Lineage:
    """Draw the standards by their dates, and never closer than their names need."""
    first = min(spec.document.date for spec in specs)
    last = max(spec.document.date for spec in specs)
    days = max((last - first).days, 1)
    by_id = {spec.id: spec for spec in specs}
    nodes: list[Node] = []
    for spec in specs:
        y = _TOP + (spec.document.date - first).days / days * _SPAN
        if nodes:
            y = max(y, nodes[-1].y + _CLOSEST)
        nodes.append(Node(spec, round(y, 1), _relations(spec, by_id)))
    places = {node.spec.id: node.y for node in nodes}
    arcs = tuple(
        Arc(relation, _arc(places[earlier.id], node.y))
        for node in nodes
        for relation, earlier_specs in node.relations
        for earlier in earlier_specs
    )
    return Lineage(_WIDTH, nodes[-1].y + 28, _STEM, tuple(nodes), arcs)


def _relations(spec: Spec, by_id: Mapping[str, Spec]) -> tuple[tuple[str, tuple[Spec, ...]], ...]:
    document = spec.document
    named = (
        ("obsoletes", document.obsoletes),
        ("updates", document.updates),
        ("develops", document.develops),
    )
    related = (
        (name, tuple(by_id[other] for other in ids if other in by_id)) for name, ids in named
    )
    return tuple((name, others) for name, others in related if others)


def _arc(earlier: float, later: float) -> str:
    reach = _STEM - 12 - min(44.0, (later - earlier) / 3)
    return (
        f"M {_STEM - 8} {later:.1f} C {reach:.1f} {later:.1f} {reach:.1f} {earlier:.1f} "
        f"{_STEM - 8} {earlier:.1f}"
    )
