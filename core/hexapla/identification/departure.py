"""Departures of an implementation from a standard, with the cases that show them."""

from collections.abc import Callable, Sequence

import attrs

from hexapla.discover.inputs import SearchInput, smallest
from hexapla.divergence.messages import departure_text
from hexapla.divergence.model import VAGUE
from hexapla.identification.parsing import Parsing
from hexapla.identification.question import (
    DepartureGroup,
    DepartureKind,
    Expectation,
    KindOf,
    Nearness,
    expected,
)
from hexapla.identification.resolving import Resolving
from hexapla.implementations.asking import AnyAnswer, AnyCase, ask, case_of, size_of
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted

AnyQuestion = Resolving | Parsing

Smaller = Callable[[Spec, AnyAnswer, KindOf], AnyAnswer | None]
"""Finds an answer to a smaller case with the same departure, if there is one."""


@attrs.frozen(repr=False)
class Departure:
    """A departure of an implementation from a standard, with the cases that show it.

    Attributes:
        kind: The behaviour, and the rule that isn't followed in the smallest case.
        smallest: The answer to the smallest known case, which may not be in `cases`.
        expected: The standard's result in the smallest case.
        cases: The cases that show the departure.
        opposed: The number of cases that would show it, but in which the standard is followed.
        contradicts: Whether the standard has a result in at least one case.
        is_derived: Whether the standard derives the strings of at least one case.
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
        """The implementation's behaviour, and how many of the possible cases show it."""
        kind = self.kind
        is_rejection = self.smallest.value is None
        return departure_text(
            kind.says,
            len(self.cases),
            self.opposed,
            is_counted=kind.is_counted,
            is_rejection=is_rejection,
        )

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            **self.kind.to_dict(),
            "opposed": self.opposed,
            "smallest": self.smallest.with_case(),
            "expected": self.expected.form,
            "cases": [case.to_dict() for case in self.cases],
        }


def departures(
    question: AnyQuestion, spec: Spec, answers: Sequence[AnyAnswer], smaller: Smaller
) -> tuple[Departure, ...]:
    """Return the departures of an implementation from a spec.

    They are sorted by these criteria, beginning with the most important:

    - Vague departures come last.
    - Departures in cases for which the standard has a result come first.
    - Departures that are shown only by a single case that the standard doesn't derive come last.
    - Departures that concern only the form of a component come last.
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
    # Cases that show a departure only together with another one are not needed as its example.
    alone = [answer for answer in group.answers if group.kind_of(answer) is not None]
    example = min(alone, key=lambda answer: (_empty_strings(answer.case), size_of(answer.case)))
    example = smaller(spec, example, group.kind_of) or example
    kind = group.kind_of(example)
    assert kind is not None
    cases = tuple(answer.case for answer in group.answers)
    due_of = {case: expected(spec, case) for case in cases}
    contradicts = any(due.value is not None for due in due_of.values())
    is_derived = any(not due.allows_rejecting(spec, case) for case, due in due_of.items())
    return Departure(
        kind=kind,
        smallest=example,
        expected=expected(spec, example.case),
        cases=cases,
        opposed=group.opposed,
        contradicts=contradicts,
        is_derived=is_derived,
    )


def _empty_strings(case: AnyCase) -> int:
    """Return how many strings of a case are empty; an example with fewer is easier to read."""
    return case.texts.count("")


# In code points. The number of smaller cases to try grows with the square of the length.
_LONGEST = 200
_QUESTIONS = 5_000


class Shrinking:
    """Shrinks cases, asking the implementation at most 5,000 times."""

    def __init__(self, question: AnyQuestion, implementation: Callable[..., object]) -> None:
        self._question = question
        self._implementation = implementation
        self._answers: dict[AnyCase, AnyAnswer] = {}
        # For each case that was shrunk, the answers to the smallest cases found.
        self.examples: dict[AnyCase, dict[AnyAnswer, None]] = {}

    def smallest(self, spec: Spec, answer: AnyAnswer, kind_of: KindOf) -> AnyAnswer | None:
        """Return the answer to a smaller case with the same departure.

        If the limit is reached, this is the answer to the smallest case found so far. Return None
        if the case is too long to be shrunk.

        Args:
            spec: The spec from which the implementation departs.
            answer: An answer that departs from it.
            kind_of: Returns the kind of an answer's departure if it is the same departure.
        """
        if max(map(len, answer.case.texts)) > _LONGEST:
            return None
        # The answer may have changed since it was last asked.
        self._answers[answer.case] = example = answer
        for near in self._question.turns:
            example = self._smaller(spec, example, kind_of, near)
        self.examples.setdefault(answer.case, {})[example] = None
        return example

    def _smaller(self, spec: Spec, answer: AnyAnswer, kind_of: KindOf, near: Nearness) -> AnyAnswer:
        """Return the answer to the smallest case found that is near the first case."""
        question = self._question

        def case_at(place: SearchInput) -> AnyCase:
            return case_of([text for text in (place.base, place.reference) if text is not None])

        def holds(neighbour: SearchInput) -> bool:
            case = case_at(neighbour)
            if _empty_strings(case) > _empty_strings(answer.case):
                return False
            reply = self._ask(case) if near(spec, answer.case, case) else None
            return reply is not None and kind_of(reply) is not None

        *base, reference = answer.case.texts
        example = SearchInput(reference, *(base or [None]))
        smaller = smallest(example, holds, question.alphabet, question.bases)
        return self._answers.get(case_at(smaller), answer)

    def _ask(self, case: AnyCase) -> AnyAnswer | None:
        if case not in self._answers:
            if len(self._answers) >= _QUESTIONS:
                return None
            self._answers[case] = ask(self._implementation, case)
        return self._answers[case]
