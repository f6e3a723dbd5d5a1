"""How two regular languages relate, with a shortest witness for each difference."""

from enum import StrEnum

import attrs

from hexapla.grammar.acceptor import Acceptor
from hexapla.grammar.expression import classes
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


def relation_of(first: Acceptor, second: Acceptor) -> Relation:
    """Return how two languages relate."""
    shortest = _shortest(first, second)
    only_first, only_second = shortest.get((True, False)), shortest.get((False, True))
    both = shortest.get((True, True))
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


def _shortest(first: Acceptor, second: Acceptor) -> dict[tuple[bool, bool], str]:
    """Return shortest texts, by whether the first accepts one and whether the second does.

    Both run side by side. Among texts of the same length it is the one whose characters come first:
    letters before digits, and digits before other signs.
    """
    joint = sorted(classes((*first.classes, *second.classes)), key=lambda members: members.rank)
    signs = [members.first for members in joint]
    numbers = [(sign, first.class_of[sign], second.class_of[sign]) for sign in signs]
    shortest: dict[tuple[bool, bool], str] = {}
    texts = {(first.start, second.start): ""}
    pairs = [*texts]
    for here, there in pairs:  # more are added on the way
        text = texts[here, there]
        shortest.setdefault((here.accepting, there.accepting), text)
        for sign, number, other_number in numbers:
            pair = here[number], there[other_number]
            if pair not in texts:
                texts[pair] = text + sign
                pairs.append(pair)
    return shortest
