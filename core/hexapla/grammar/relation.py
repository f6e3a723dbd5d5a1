"""How two regular languages relate, with a shortest witness for each difference."""

from enum import StrEnum

import attrs

from hexapla.grammar.automaton import Automaton
from hexapla.text.signs import EMPTY, visible
from hexapla.text.table import escaped, html_of, html_table
from hexapla.values.value import Value


class RelationKind(StrEnum):
    """How two languages relate; the first is the one that is asked about."""

    EQUAL = "equal"
    SUBSET = "proper subset"
    SUPERSET = "proper superset"
    OVERLAP = "overlap"
    DISJOINT = "disjoint"


@attrs.frozen(repr=False)
class Relation(Value):
    """How what one rule derives relates to what another does.

    The witnesses are shortest texts that only the first, only the second, or both derive; None
    where there is none.

    Attributes:
        kind: How the two languages relate.
        only_first: The shortest text that only the first rule derives, if there is one.
        only_second: The same for the second rule.
        both: The shortest text that both derive.
    """

    kind: RelationKind
    only_first: str | None
    only_second: str | None
    both: str | None

    def _repr_html_(self) -> str:
        """Return the relation as a notebook shows it."""
        texts = (
            ("only the first derives", self.only_first),
            ("only the second derives", self.only_second),
            ("both derive", self.both),
        )
        rows = (
            (label, escaped("(nothing)" if text is None else visible(text) or EMPTY))
            for label, text in texts
        )
        return html_of(html_table(self.kind.value, rows, ("", "shortest text")))


def relation_of(first: Automaton, second: Automaton) -> Relation:
    """Return how two languages relate."""
    only_first = (first - second).shortest()
    only_second = (second - first).shortest()
    both = (first & second).shortest()
    match only_first, only_second:
        case None, None:
            kind = RelationKind.EQUAL
        case None, _:
            kind = RelationKind.SUBSET
        case _, None:
            kind = RelationKind.SUPERSET
        case _:
            kind = RelationKind.DISJOINT if both is None else RelationKind.OVERLAP
    return Relation(kind, only_first, only_second, both)
