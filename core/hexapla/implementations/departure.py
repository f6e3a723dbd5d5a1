"""The ways in which an implementation departs from a standard, each with the cases that show it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

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


class Difference(NamedTuple):
    """An answer, one way in which it departs from a standard, and a smaller example, if any."""

    answer: AnyAnswer
    kind: DepartureKind
    smaller: AnyAnswer | None

    @property
    def example(self) -> AnyAnswer:
        """The smallest answer known that shows it."""
        return self.smaller or self.answer


def differences(
    question: Question[Any, Any], spec: Spec, answers: Iterable[AnyAnswer], smaller: Smaller
) -> Iterator[Difference]:
    """Yield every way in which each answer departs from a spec.

    Args:
        question: What was asked.
        spec: The spec.
        answers: What the implementation answered.
        smaller: Finds the examples by which some are told apart.
    """
    for answer in answers:
        for kind in question.kinds(spec, answer):
            yield Difference(answer, kind, smaller(spec, answer, kind) if kind.by_example else None)


def departures(
    question: Question[Any, Any],
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
    groups: dict[object, list[Difference]] = {}
    for item in differing:
        groups.setdefault(question.group(spec, item.kind, item.example), []).append(item)
    each = (_departure(question, spec, group, smaller) for group in groups.values())
    return tuple(
        sorted(
            each,
            key=lambda item: (not item.kind.is_counted, item.kind.is_form, -len(item.cases)),
        )
    )


def _departure(
    question: Question[Any, Any], spec: Spec, group: Sequence[Difference], smaller: Smaller
) -> Departure:
    kind, answers = group[0].kind, [item.answer for item in group]
    if kind.by_example:
        examples = (item.example for item in group)
        example = min(examples, key=lambda answer: (size_of(answer.case), answer.case.texts))
    else:
        shortest = min(answers, key=lambda answer: size_of(answer.case))
        example = smaller(spec, shortest, kind) or shortest
    return Departure(
        question.complete(spec, kind, example),
        example,
        question.expected(spec, example.case),
        tuple(answer.case for answer in answers),
    )
