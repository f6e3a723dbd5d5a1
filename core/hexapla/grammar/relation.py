"""The relation between two regular languages, with a shortest example of each difference."""

from enum import StrEnum

import attrs

from hexapla.grammar.acceptor import Acceptor
from hexapla.grammar.expression import classes
from hexapla.text.signs import EMPTY, visible
from hexapla.text.table import escaped, html_of, html_table
from hexapla.values.value import Value


class RelationKind(StrEnum):
    """The relation of a first language to a second one."""

    EQUAL = "equal"
    SUBSET = "proper subset"
    SUPERSET = "proper superset"
    OVERLAP = "overlap"
    DISJOINT = "disjoint"


@attrs.frozen(repr=False)
class Relation(Value):
    """The relation between the languages of two rules.

    Each example is one of the shortest strings of its kind; it is None if there is no such string.

    Attributes:
        kind: The relation of the first language to the second.
        only_first: A string that only the first rule derives.
        only_second: A string that only the second rule derives.
        both: A string that both rules derive.
    """

    kind: RelationKind
    only_first: str | None
    only_second: str | None
    both: str | None

    def _repr_html_(self) -> str:
        """Render the relation as HTML for a notebook."""
        texts = (
            ("only the first derives", self.only_first),
            ("only the second derives", self.only_second),
            ("both derive", self.both),
        )
        rows = [(label, escaped(_shown(text))) for label, text in texts]
        return html_of(html_table(self.kind.value, rows, ("", "shortest text")))


def _shown(text: str | None) -> str:
    if text is None:
        return "(nothing)"
    return visible(text) or EMPTY


def relation_of(first: Acceptor, second: Acceptor) -> Relation:
    """Return the relation between two languages."""
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
    """Return a shortest string for each combination of the two automata's answers.

    Both automata run in parallel. Of equally short strings, the first in character order is
    returned: letters come before digits, and digits before other characters.
    """
    joint = sorted(classes((*first.classes, *second.classes)), key=lambda members: members.rank)
    signs = [members.first for members in joint]
    numbers = [(sign, first.class_of[sign], second.class_of[sign]) for sign in signs]
    shortest: dict[tuple[bool, bool], str] = {}
    texts = {(first.start, second.start): ""}
    pairs = [*texts]
    for here, there in pairs:  # the loop adds pairs
        text = texts[here, there]
        shortest.setdefault((here.accepting, there.accepting), text)
        for sign, number, other_number in numbers:
            pair = here[number], there[other_number]
            if pair not in texts:
                texts[pair] = text + sign
                pairs.append(pair)
    return shortest
