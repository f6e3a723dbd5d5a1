"""Reducing a case in which an implementation departs to the smallest example of its kind."""

from collections.abc import Callable
from typing import Any

from hexapla.discover.inputs import SearchInput, smallest
from hexapla.implementations.asking import AnyAnswer, AnyCase, Case, UrlCase, ask
from hexapla.implementations.question import DepartureKind, Nearness, Question
from hexapla.standard.spec import Spec

# In code points. There are as many neighbours as the square of a length, and each is a question.
_LONGEST = 200
_QUESTIONS = 5_000


class Shrinking:
    """Makes cases smaller, with at most 5,000 questions to the implementation."""

    def __init__(self, question: Question[Any, Any], implementation: Callable[..., object]) -> None:
        """Prepare to ask an implementation a question."""
        self._question = question
        self._implementation = implementation
        self._answers: dict[AnyCase, AnyAnswer] = {}

    def smallest(self, spec: Spec, answer: AnyAnswer, kind: DepartureKind) -> AnyAnswer | None:
        """Return the answer to a smaller case that departs in the same way.

        Where no more may be asked, it is the smallest known, and where the case is too long, None.

        Args:
            spec: The spec that the implementation departs from.
            answer: An answer that departs from it.
            kind: One of the ways in which it does.
        """
        if max(map(len, answer.case.texts)) > _LONGEST:
            return None
        for near in self._question.turns:
            answer = self._smaller(spec, answer, kind, near)
        return answer

    def _smaller(
        self, spec: Spec, answer: AnyAnswer, kind: DepartureKind, near: Nearness
    ) -> AnyAnswer:
        """Go from case to smaller case, as long as each is near to the first."""
        question = self._question
        is_near = near(spec, answer.case)

        def holds(neighbour: SearchInput) -> bool:
            case = _case_of(neighbour)
            if not is_near(case):
                return False
            reply = self._ask(case)
            return reply is not None and kind in question.kinds(spec, reply)

        *base, reference = answer.case.texts
        example = SearchInput(reference, *(base or [None]))
        smaller = smallest(example, holds, question.alphabet, question.bases)
        return self._answers.get(_case_of(smaller), answer)

    def _ask(self, case: AnyCase) -> AnyAnswer | None:
        if case not in self._answers:
            if len(self._answers) >= _QUESTIONS:
                return None
            self._answers[case] = ask(self._implementation, case)
        return self._answers[case]


def _case_of(smaller: SearchInput) -> AnyCase:
    base, reference = smaller.base, smaller.reference
    return UrlCase(reference) if base is None else Case(base, reference)
