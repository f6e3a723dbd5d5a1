"""How a witness leaves a memo: by which rule, and in what.

Only answers are seen of a witness, and no steps. What it leaves is named by the rules that are at
work where the memo resolves the same case, in a case that has as little else as can be.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

import attrs

from hexapla.discover.classes import first_part_apart
from hexapla.implementations.asking import Answer
from hexapla.implementations.cases import Case, expected
from hexapla.standard.phases import Phase, Rule, Step
from hexapla.standard.spec import AnySpec

# A question of these phases is answered also where the text stays as it is.
_DECIDING = (Phase.CLASSIFY, Phase.COMBINE)


class Manner(StrEnum):
    """How an answer and what a memo expects come apart; in words that follow the witness's name."""

    UNRESOLVED = "gives the reference back as it is"
    NO_URI = "gives no URI"
    A_URI = "gives a URI where none is due"
    UNMARKED = "takes an empty part for none, or none for an empty one"
    ANOTHER_PART = "gives another URI"


@attrs.frozen
class Shape:
    """How an answer and what a memo expects come apart, and in which part they do first.

    `part` is a shared name, "" where both have the same parts, None where one of them is no URI.
    """

    manner: Manner
    part: str | None = None


@attrs.frozen
class Departure:
    """A way in which a witness leaves a memo: the rule that it leaves, and the cases that show it.

    `smallest` is the answer to the smallest case known, which need not be one of `cases`;
    `expected` is what the memo would have it answer there.
    """

    rule: Rule
    shape: Shape
    smallest: Answer
    expected: str | None
    cases: tuple[Case, ...]

    def to_dict(self) -> dict[str, object]:
        """Give the JSON form."""
        return {
            "rule": self.rule.to_dict(),
            "manner": self.shape.manner.name.lower().replace("_", "-"),
            "says": self.shape.manner.value,
            "apart_from": self.shape.part,
            "smallest": {**self.smallest.case.to_dict(), "answer": self.smallest.to_dict()},
            "expected": self.expected,
            "cases": [case.to_dict() for case in self.cases],
        }


def shape_of(judge: AnySpec, spec: AnySpec, answer: Answer) -> Shape:
    """Say how an answer leaves a memo; `judge` takes the URIs apart."""
    uri = expected(spec, answer.case)
    if answer.uri is None:
        return Shape(Manner.NO_URI)
    if answer.uri == answer.case.reference:
        return Shape(Manner.UNRESOLVED)
    if uri is None:
        return Shape(Manner.A_URI)
    part = first_part_apart(judge, uri, answer.uri)
    unmarked = Case(answer.case.base, _without_empty_parts(judge, answer.case.reference))
    if _have_alike(judge, answer.uri, uri) or (
        unmarked != answer.case and _have_alike(judge, answer.uri, expected(spec, unmarked))
    ):
        return Shape(Manner.UNMARKED, part)
    return Shape(Manner.ANOTHER_PART, part)


def _have_alike(judge: AnySpec, left: str, right: str | None) -> bool:
    """Say whether two URIs have the same parts, where an empty one counts as none."""
    if right is None:
        return False
    here, there = judge.parse(left).split[1:], judge.parse(right).split[1:]
    return [part or "" for part in here] == [part or "" for part in there]


def _without_empty_parts(judge: AnySpec, text: str) -> str:
    """Leave out the marks that no part follows."""
    for component, part, span in reversed(judge.parse(text).places()):
        if not part and component.prefix:
            text = text[: span.start - len(component.prefix)] + text[span.stop :]
    return text


def rules_at_work(spec: AnySpec, case: Case) -> tuple[Rule, ...]:
    """Give the rules by which a memo gets from a case to its outcome, in order.

    They are those that change something, and those that decide how it goes on.
    """
    steps = spec.record(case.base, case.reference).steps
    deciding = [_last(steps, phase) for phase in _DECIDING]
    return tuple(step.rule for step in steps if step.changed or step in deciding)


def _last(steps: Sequence[Step], phase: Phase) -> Step | None:
    return next((step for step in reversed(steps) if step.phase is phase), None)


def rule_left(spec: AnySpec, case: Case, shape: Shape) -> Rule:
    """Name the rule that a witness leaves: the last at work.

    Where only an empty part is taken for none, or the other way round, it is the one that cuts that
    part, or else the last that cuts any.
    """
    steps = spec.record(case.base, case.reference).steps
    cuts = [step.rule for step in reversed(steps) if step.phase is Phase.SPLIT]
    if shape.manner is Manner.UNMARKED and cuts:
        return next((rule for rule in cuts if rule.move == f"cut-{shape.part}"), cuts[0])
    return (rules_at_work(spec, case) or (steps[-1].rule,))[-1]


def departures(
    judge: AnySpec, spec: AnySpec, left: Iterable[tuple[Case, Answer]]
) -> tuple[Departure, ...]:
    """Put cases together in which a witness leaves a memo in one way, most cases first.

    Each comes with the answer to the smallest case of its kind. To take an empty part for none is
    one way, and so is to give the reference back as it is, whatever the text. Apart from these,
    cases are of one way that come down to the same reference, under the same rule.
    """
    groups: dict[object, list[tuple[Case, Answer]]] = {}
    for case, answer in left:
        shape = shape_of(judge, spec, answer)
        way: tuple[object, ...] = (shape.manner,)
        if shape.manner not in _WHATEVER_THE_TEXT:
            way += shape.part, rule_left(spec, answer.case, shape), answer.case.reference
        groups.setdefault(way, []).append((case, answer))
    found = [_departure(judge, spec, group) for group in groups.values()]
    return tuple(sorted(found, key=lambda departure: -len(departure.cases)))


_WHATEVER_THE_TEXT = frozenset({Manner.UNRESOLVED, Manner.UNMARKED})


def _departure(judge: AnySpec, spec: AnySpec, group: Sequence[tuple[Case, Answer]]) -> Departure:
    smallest = min((answer for _, answer in group), key=_size)
    shape = shape_of(judge, spec, smallest)
    return Departure(
        rule_left(spec, smallest.case, shape),
        shape,
        smallest,
        expected(spec, smallest.case),
        tuple(case for case, _ in group),
    )


def _size(answer: Answer) -> tuple[int, int, Case]:
    return len(answer.case.reference), len(answer.case.base), answer.case
