"""Departures of an implementation from a standard, with the cases that show them."""

from collections.abc import Sequence

import attrs

from hexapla.divergence.messages import departure_text
from hexapla.divergence.model import VAGUE
from hexapla.identification.departure_kind import DepartureGroup, DepartureKind
from hexapla.identification.expectation import Expectation, expected
from hexapla.identification.questions import AnyQuestion
from hexapla.identification.shrinking import Smaller, empty_strings
from hexapla.implementations.asking import AnyAnswer, AnyCase, size_of
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.values.value import json_form


@attrs.frozen(repr=False)
class Departure:
    """A departure of an implementation from a standard, with the cases that show it.

    Attributes:
        kind: The behaviour, and the rule that isn't followed in the smallest case.
        smallest: The answer to the smallest known case, which may not be in `cases`.
        expected: The standard's result in the smallest case.
        cases: The cases that show the departure.
        opposed: The number of cases in which the departure would show, but the implementation
            follows the standard or, if the departure is a rejection, accepts the case.
        contradicts: Whether the standard has a result in at least one case.
        is_derived: Whether the standard forbids rejecting at least one of the cases.
    """

    kind: DepartureKind
    smallest: AnyAnswer
    expected: Expectation
    cases: tuple[AnyCase, ...]
    opposed: int = 0
    contradicts: bool = True
    is_derived: bool = True

    def __repr__(self) -> str:
        how_many = counted(len(self.cases), "case")
        return f"<Departure in {how_many}: it {self.kind.says}, {self.smallest.case}>"

    @property
    def sentence(self) -> str:
        """A sentence about the behaviour, with the number of cases that show it if not all do."""
        return departure_text(
            self.kind.says,
            len(self.cases),
            self.opposed,
            is_counted=self.kind.is_counted,
            is_rejection=self.smallest.value is None,
        )

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            **self.kind.to_dict(),
            "opposed": self.opposed,
            "smallest": self.smallest.with_case(),
            "expected": self.expected.form,
            "cases": json_form(self.cases),
        }


def departures(
    question: AnyQuestion, spec: Spec, answers: Sequence[AnyAnswer], smaller: Smaller
) -> tuple[Departure, ...]:
    """Return the departures of an implementation from a spec.

    The departures are sorted by these criteria, beginning with the most important:

    - Vague departures come last.
    - Departures in cases for which the standard has a result come first.
    - Departures with only a single case, which the standard allows to be rejected, come last.
    - Departures that concern only the form of the host come last.
    - Departures with the most cases come first.
    """
    each = [_departure(spec, group, smaller) for group in question.groups(spec, answers)]
    each.sort(key=_order)
    return tuple(each)


def _order(departure: Departure) -> tuple[bool, bool, bool, bool, int]:
    kind = departure.kind
    is_vague = kind.behaviour.kind in VAGUE and not kind.behaviour.where
    is_form_alone = not kind.is_counted and departure.smallest.value is not None
    is_weak = len(departure.cases) == 1 and not departure.is_derived
    return is_vague, not departure.contradicts, is_weak, is_form_alone, -len(departure.cases)


def _departure(spec: Spec, group: DepartureGroup, smaller: Smaller) -> Departure:
    # A case that shows a departure only together with another departure isn't used as an example.
    alone = [answer for answer in group.answers if group.kind_of(answer) is not None]
    example = min(alone, key=_example_order)
    example = smaller(spec, example, group.kind_of) or example
    kind = group.kind_of(example)
    assert kind is not None
    cases = tuple(answer.case for answer in group.answers)
    expectations = [expected(spec, case) for case in cases]
    return Departure(
        kind=kind,
        smallest=example,
        expected=expected(spec, example.case),
        cases=cases,
        opposed=group.opposed,
        contradicts=any(due.value is not None for due in expectations),
        is_derived=not all(due.allows_rejecting for due in expectations),
    )


def _example_order(answer: AnyAnswer) -> tuple[int, list[int]]:
    return empty_strings(answer.case), size_of(answer.case)
