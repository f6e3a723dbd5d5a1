"""The ways in which an implementation departs from a standard, each with the cases that show it."""

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from hexapla.implementations.asking import AnyAnswer, AnyCase, size_of
from hexapla.implementations.question import DepartureKind, Expectation, Question
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
    """

    kind: DepartureKind
    smallest: AnyAnswer
    expected: Expectation
    cases: tuple[AnyCase, ...]

    def __repr__(self) -> str:
        how_many = counted(len(self.cases), "case")
        return f"<Departure in {how_many}: it {self.kind.says}, {self.smallest.case}>"

    @property
    def sentence(self) -> str:
        """What the implementation does."""
        same = "" if self.kind.is_counted else "; the host connected to is the same"
        return f"it {self.kind.says}{same}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            **self.kind.to_dict(),
            "smallest": self.smallest.with_case(),
            "expected": self.expected.form,
            "cases": [case.to_dict() for case in self.cases],
        }


def departures(
    question: Question[Any, Any], spec: Spec, answers: Iterable[AnyAnswer], smaller: Smaller
) -> tuple[Departure, ...]:
    """Return the ways in which an implementation departs from a spec.

    Those in which a component counts as different come first, then boundaries before forms, and of
    these those that most cases show.

    Args:
        question: What was asked.
        spec: The spec.
        answers: What the implementation answered.
        smaller: Finds the smallest examples.
    """
    groups: dict[object, list[tuple[DepartureKind, AnyAnswer, AnyAnswer]]] = {}
    for answer in answers:
        for kind in question.kinds(spec, answer):
            example = (kind.by_example and smaller(spec, answer, kind)) or answer
            group = groups.setdefault(question.group(spec, kind, example), [])
            group.append((kind, answer, example))
    found = []
    for group in groups.values():
        kind = group[0][0]
        if kind.by_example:
            example = min(
                (example for _, _, example in group),
                key=lambda answer: (size_of(answer.case), answer.case.texts),
            )
        else:
            shortest = min((answer for _, answer, _ in group), key=lambda one: size_of(one.case))
            example = smaller(spec, shortest, kind) or shortest
        found.append(
            Departure(
                question.complete(spec, kind, example),
                example,
                question.expected(spec, example.case),
                tuple(answer.case for _, answer, _ in group),
            )
        )
    return tuple(
        sorted(
            found, key=lambda item: (not item.kind.is_counted, item.kind.is_form, -len(item.cases))
        )
    )
