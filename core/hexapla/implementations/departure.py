"""The ways in which an implementation departs from a standard, each with the cases that show it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from hexapla.implementations.asking import AnyAnswer, AnyCase
from hexapla.implementations.question import DepartureKind, Question
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted

Smaller = Callable[[Spec, AnyAnswer, DepartureKind], AnyAnswer | None]
"""Finds the answer to a smaller case that departs from a spec in the same way, if it can."""


@attrs.frozen(repr=False)
class Departure:
    """A way in which an implementation departs from a standard, with the cases that show it.

    Attributes:
        kind: What it does, and the rule that it does not follow.
        smallest: The answer to the smallest case known, which need not be one of `cases`.
        expected: What the standard gives there.
        cases: The cases that show it.
        question: What was asked.
    """

    kind: DepartureKind
    smallest: AnyAnswer
    expected: Any
    cases: tuple[AnyCase, ...]
    question: Question[Any, Any, Any] = attrs.field(eq=False)

    def __repr__(self) -> str:
        how_many = counted(len(self.cases), self.question.noun)
        return f"<Departure in {how_many}: it {self.kind.says}, {self.smallest.case}>"

    def sentence(self, spec: Spec) -> str:
        """Return what the implementation does, and what the spec says that it departs from."""
        rule, label = self.kind.rule, spec.document.label
        if rule is None:
            says = self.question.no_rule_text(label, self.expected, self.kind)
        else:
            says = f"{label} {rule.does} ({rule.citation.section})."
        same = "" if self.kind.is_counted else " The host connected to is the same."
        return f"it {self.kind.says}. {says}{same}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            **self.kind.to_dict(),
            "smallest": self.smallest.with_case(),
            "expected": self.question.expected_form(self.expected),
            "cases": [case.to_dict() for case in self.cases],
        }


@attrs.frozen
class Difference:
    """An answer that departs from a standard, one way in which it does, and a smaller example.

    Attributes:
        answer: The answer.
        kind: How it departs.
        example: The answer to a smaller case that departs so; None where none was looked for.
    """

    answer: AnyAnswer
    kind: DepartureKind
    example: AnyAnswer | None


def differences(
    question: Question[Any, Any, Any], spec: Spec, answers: Iterable[AnyAnswer], smaller: Smaller
) -> Iterator[Difference]:
    """Yield every way in which each answer departs from a spec.

    Args:
        question: What was asked.
        spec: The spec.
        answers: What the implementation answered.
        smaller: Finds the examples.
    """
    for answer in answers:
        for kind in question.kinds(spec, answer):
            example = smaller(spec, answer, kind) if kind.by_example else None
            yield Difference(answer, kind, example)


def departures(
    question: Question[Any, Any, Any],
    spec: Spec,
    differing: Iterable[Difference],
    smaller: Smaller,
) -> tuple[Departure, ...]:
    """Return the ways in which an implementation departs from a spec.

    Those in which a component counts as different come first, then boundaries before forms, and of
    these those that most cases show.

    Args:
        question: What was asked.
        spec: The spec that the implementation departs from.
        differing: How its answers do.
        smaller: Finds the smallest example of a departure.
    """
    groups: dict[object, dict[Difference, AnyAnswer]] = {}
    for item in differing:
        example = item.example or item.answer
        group = groups.setdefault(question.group(spec, item.kind, example), {})
        group[item] = example
    each = (_departure(question, spec, group, smaller) for group in groups.values())
    return tuple(sorted(each, key=_order))


def _order(item: Departure) -> tuple[bool, bool, int]:
    return not item.kind.is_counted, item.kind.is_form, -len(item.cases)


def _departure(
    question: Question[Any, Any, Any],
    spec: Spec,
    group: Mapping[Difference, AnyAnswer],
    smaller: Smaller,
) -> Departure:
    item, example = min(group.items(), key=lambda pair: question.size(pair[1].case))
    if not item.kind.by_example:
        example = smaller(spec, example, item.kind) or example
    return Departure(
        question.complete(spec, item.kind, example),
        example,
        question.expected(spec, example.case),
        tuple(item.answer.case for item in group),
        question,
    )
