"""The ways in which an implementation departs from a standard, each with the cases that show it."""

from collections.abc import Callable, Iterable, Sequence

import attrs

from hexapla.discover.inputs import SearchInput, smallest
from hexapla.identification.parsing import Parsing
from hexapla.identification.question import DepartureKind, Expectation, Nearness, expected
from hexapla.identification.resolving import Resolving
from hexapla.implementations.asking import AnyAnswer, AnyCase, ask, case_of, size_of
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted

AnyQuestion = Resolving | Parsing

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
    question: AnyQuestion, spec: Spec, answers: Iterable[AnyAnswer], smaller: Smaller
) -> tuple[Departure, ...]:
    """Return the ways in which an implementation departs from a spec.

    Those in which a component counts as different come first, then boundaries before forms, and of
    these those that most cases show.
    """
    groups: dict[object, list[_Departing]] = {}
    for answer in answers:
        for symptom in question.kinds(spec, answer):
            example: AnyAnswer = answer
            group: object = symptom
            if symptom.by_example:
                example = smaller(spec, answer, symptom) or answer
                group = question.group(question.kinds(spec, example)[symptom], example)
            groups.setdefault(group, []).append((symptom, answer.case, example))
    each = [_departure(question, spec, members, smaller) for members in groups.values()]
    each.sort(key=lambda item: (not item.kind.is_counted, item.kind.is_form, -len(item.cases)))
    return tuple(each)


# What stays the same while a case is made smaller, the case, and its smallest example if kinds are
# told by them, or else its answer.
_Departing = tuple[DepartureKind, AnyCase, AnyAnswer]


def _departure(
    question: AnyQuestion, spec: Spec, members: Sequence[_Departing], smaller: Smaller
) -> Departure:
    def size(member: _Departing) -> tuple[object, ...]:
        symptom, _, example = member
        return size_of(example.case), example.case.texts if symptom.by_example else ()

    symptom, _, example = min(members, key=size)
    if not symptom.by_example:
        example = smaller(spec, example, symptom) or example
    kind = question.kinds(spec, example)[symptom]
    cases = tuple(case for _, case, _ in members)
    return Departure(kind, example, expected(spec, example.case), cases)


# In code points. There are as many neighbours as the square of a length, and each is a question.
_LONGEST = 200
_QUESTIONS = 5_000


class Shrinking:
    """Makes cases smaller, with at most 5,000 questions to the implementation."""

    def __init__(self, question: AnyQuestion, implementation: Callable[..., object]) -> None:
        self._question = question
        self._implementation = implementation
        self._answers: dict[AnyCase, AnyAnswer] = {}
        # By case that was made smaller, the answers to the smallest ones, each once.
        self.examples: dict[AnyCase, dict[AnyAnswer, None]] = {}

    def smallest(self, spec: Spec, answer: AnyAnswer, symptom: DepartureKind) -> AnyAnswer | None:
        """Return the answer to a smaller case that departs in the same way.

        Where no more may be asked, it is the smallest known, and where the case is too long, None.

        Args:
            spec: The spec that the implementation departs from.
            answer: An answer that departs from it.
            symptom: One of the ways in which it does.
        """
        if max(map(len, answer.case.texts)) > _LONGEST:
            return None
        # What is asked again may be answered otherwise.
        self._answers[answer.case] = example = answer
        for near in self._question.turns:
            example = self._smaller(spec, example, symptom, near)
        self.examples.setdefault(answer.case, {})[example] = None
        return example

    def _smaller(
        self, spec: Spec, answer: AnyAnswer, symptom: DepartureKind, near: Nearness
    ) -> AnyAnswer:
        """Go from case to smaller case, as long as each is near to the first."""
        question = self._question

        def case_at(place: SearchInput) -> AnyCase:
            return case_of([text for text in (place.base, place.reference) if text is not None])

        def holds(neighbour: SearchInput) -> bool:
            case = case_at(neighbour)
            reply = self._ask(case) if near(spec, answer.case, case) else None
            return reply is not None and symptom in question.kinds(spec, reply)

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
