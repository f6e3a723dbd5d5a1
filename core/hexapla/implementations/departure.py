"""How an implementation departs from a standard: from which rule, and in which part of the URI.

Only an implementation's answers are known, not its steps. So a departure is named by the rules
that the standard applies to the same case, reduced to the smallest case that shows it.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

import attrs

from hexapla.discover.classes import first_part_apart
from hexapla.implementations.asking import Answer
from hexapla.implementations.cases import Case, expected
from hexapla.standard.phases import Step
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted

# A rule of these phases decides something even if the text stays as it is.
_DECIDING = (Phase.CLASSIFY, Phase.COMBINE)


class Manner(StrEnum):
    """How an answer differs from what a standard expects; in words that follow "it"."""

    UNRESOLVED = "gives the reference back as it is"
    NO_URI = "gives no URI"
    A_URI = "gives a URI where none is due"
    UNMARKED = "treats an empty part as absent, or an absent one as empty"
    ANOTHER_PART = "gives another URI"


@attrs.frozen
class Shape:
    """How an answer differs from what a standard expects, and in which part it does first.

    `part` is a shared name, "" where both have the same parts, None where one of them is no URI.
    """

    manner: Manner
    part: str | None = None


@attrs.frozen(repr=False)
class Departure:
    """A way in which an implementation departs from a standard, with the cases that show it.

    Attributes:
        rule: The rule that the implementation departs from.
        shape: How its answers differ from those expected.
        smallest: The answer to the smallest case known, which need not be one of `cases`.
        expected: What the standard would have it answer there; None for no URI.
        cases: The cases that show it.
    """

    rule: Rule
    shape: Shape
    smallest: Answer
    expected: str | None
    cases: tuple[Case, ...]

    def __repr__(self) -> str:
        how_many = counted(len(self.cases), "case")
        manner, example = self.shape.manner.value, self.smallest.case
        return f"<Departure from {self.rule.citation} in {how_many}: {manner}, {example}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "rule": self.rule.to_dict(),
            "manner": self.shape.manner.name.lower().replace("_", "-"),
            "says": self.shape.manner.value,
            "apart_from": self.shape.part,
            "smallest": self.smallest.with_question(),
            "expected": self.expected,
            "cases": [case.to_dict() for case in self.cases],
        }


def shape_of(judge: Spec, spec: Spec, answer: Answer) -> Shape:
    """Return how an answer departs from a spec.

    Args:
        judge: The spec that splits the URIs; see `hexapla.discover.classes.judge_of`.
        spec: The spec that the answer departs from.
        answer: The answer.
    """
    uri = expected(spec, answer.case)
    if answer.uri is None:
        return Shape(Manner.NO_URI)
    if answer.uri == answer.case.reference:
        return Shape(Manner.UNRESOLVED)
    if uri is None:
        return Shape(Manner.A_URI)
    part = first_part_apart(judge, uri, answer.uri)
    unmarked = Case(answer.case.base, _without_empty_parts(judge, answer.case.reference))
    if _have_equal_parts(judge, answer.uri, uri) or (
        unmarked != answer.case and _have_equal_parts(judge, answer.uri, expected(spec, unmarked))
    ):
        return Shape(Manner.UNMARKED, part)
    return Shape(Manner.ANOTHER_PART, part)


def _have_equal_parts(judge: Spec, left: str, right: str | None) -> bool:
    """Return whether two URIs have the same parts, where an empty part counts as absent."""
    if right is None:
        return False
    here, there = judge.parse(left).split[1:], judge.parse(right).split[1:]
    return [part or "" for part in here] == [part or "" for part in there]


def _without_empty_parts(judge: Spec, text: str) -> str:
    """Return a text without the delimiters of parts that are empty."""
    for component, part, span in reversed(judge.parse(text).places()):
        if not part and component.prefix:
            text = text[: span.start - len(component.prefix)] + text[span.stop :]
    return text


def effective_rules(spec: Spec, case: Case) -> tuple[Rule, ...]:
    """Return the rules that lead a spec from a case to its outcome, in order.

    They are those that change the text, and those that decide which rules follow.
    """
    steps = spec.record(case.base, case.reference).steps
    deciding = [_last(steps, phase) for phase in _DECIDING]
    return tuple(step.rule for step in steps if step.changed or step in deciding)


def _last(steps: Sequence[Step], phase: Phase) -> Step | None:
    return next((step for step in reversed(steps) if step.phase is phase), None)


def rule_left(spec: Spec, case: Case, shape: Shape) -> Rule:
    """Return the rule that an implementation departs from: the last effective one.

    Where an empty part is treated as absent, or the other way round, it is the rule that cuts that
    part, or else the last rule that cuts any.
    """
    steps = spec.record(case.base, case.reference).steps
    cuts = [step.rule for step in reversed(steps) if step.phase is Phase.SPLIT]
    if shape.manner is Manner.UNMARKED and cuts:
        return next((rule for rule in cuts if rule.kind == f"cut-{shape.part}"), cuts[0])
    return (effective_rules(spec, case) or (steps[-1].rule,))[-1]


def departures(
    judge: Spec, spec: Spec, left: Iterable[tuple[Case, Answer]]
) -> tuple[Departure, ...]:
    """Return the ways in which an implementation departs from a spec, those of most cases first.

    To treat empty parts as absent is one way, and so is to give the reference back as it is,
    whatever the text. Otherwise cases belong together that reduce to the same reference under the
    same rule.

    Args:
        judge: The spec that splits the URIs; see `hexapla.discover.classes.judge_of`.
        spec: The spec that the implementation departs from.
        left: The cases that show it, each with the answer to the smallest case of its kind.
    """
    groups: dict[object, list[tuple[Case, Answer]]] = {}
    for case, answer in left:
        shape = shape_of(judge, spec, answer)
        way: tuple[object, ...] = (shape.manner,)
        if shape.manner not in _WHATEVER_THE_TEXT:
            way += shape.part, rule_left(spec, answer.case, shape), answer.case.reference
        groups.setdefault(way, []).append((case, answer))
    ways = [_departure(judge, spec, group) for group in groups.values()]
    return tuple(sorted(ways, key=lambda departure: -len(departure.cases)))


_WHATEVER_THE_TEXT = frozenset({Manner.UNRESOLVED, Manner.UNMARKED})


def _departure(judge: Spec, spec: Spec, group: Sequence[tuple[Case, Answer]]) -> Departure:
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
