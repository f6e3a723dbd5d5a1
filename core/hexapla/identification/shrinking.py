"""Find smaller cases that show the same departure of an implementation from a standard."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from hexapla.discover.inputs import SearchInput, input_order, smallest
from hexapla.identification.departure_kind import KindOf
from hexapla.identification.question import Nearness
from hexapla.identification.questions import AnyQuestion
from hexapla.implementations.asking import AnyAnswer, AnyCase, ask, case_of
from hexapla.standard.spec import Spec

Smaller = Callable[[Spec, AnyAnswer, KindOf], AnyAnswer | None]
"""Finds an answer to a smaller case with the same departure; may return None if there is none."""

_ORDINARY = re.compile("(?:https?|ftp|file)://")
# The length of the longest string that is shrunk, in code points. The number of smaller cases to
# try grows with the square of the length.
_LONGEST = 200
_QUESTIONS = 5_000


class Shrinking:
    """Shrinks cases, asking the implementation at most 5,000 times."""

    def __init__(self, question: AnyQuestion, implementation: Callable[..., object]) -> None:
        self._question = question
        self._implementation = implementation
        self._answers: dict[AnyCase, AnyAnswer] = {}

    @property
    def asked(self) -> tuple[AnyAnswer, ...]:
        """The answers to the cases that were tried."""
        return tuple(self._answers.values())

    def smallest(self, spec: Spec, answer: AnyAnswer, kind_of: KindOf) -> AnyAnswer | None:
        """Return the answer to the smallest case found with the same departure.

        This is the given answer if no smaller case is found before the limit on questions is
        reached. Return None if the case is too long to be shrunk.

        Args:
            spec: The spec from which the implementation departs.
            answer: An answer that departs from the spec.
            kind_of: Takes an answer; returns its departure if this is the departure to keep,
                otherwise None.
        """
        if max(map(len, answer.case.texts)) > _LONGEST:
            return None
        # The answer may have changed since the implementation was last asked.
        self._answers[answer.case] = answer
        example = answer
        for near in self._question.turns:
            example = self._smaller(spec, example, kind_of, near)
        return example

    def _smaller(self, spec: Spec, answer: AnyAnswer, kind_of: KindOf, near: Nearness) -> AnyAnswer:
        """Return the answer to the smallest case found that is similar enough to the given case."""
        question = self._question
        case = answer.case

        def holds(neighbour: SearchInput) -> bool:
            smaller = _case_at(neighbour)
            if empty_strings(smaller) > empty_strings(case) or not near(spec, case, smaller):
                return False
            reply = self._ask(smaller)
            return reply is not None and kind_of(reply) is not None

        order = partial(example_order, question.alphabet)
        found = smallest(input_of(case), holds, question.alphabet, question.bases, order)
        return self._answers.get(_case_at(found), answer)

    def _ask(self, case: AnyCase) -> AnyAnswer | None:
        if case not in self._answers:
            if len(self._answers) >= _QUESTIONS:
                return None
            self._answers[case] = ask(self._implementation, case)
        return self._answers[case]


def example_order(alphabet: Sequence[str], item: SearchInput) -> tuple[object, ...]:
    """Return a sort key for examples: by size, and then with usual bases before unusual ones."""
    pieces, length, base, ranks = input_order(alphabet, item)
    is_odd = item.base is not None and _ORDINARY.match(item.base) is None
    return pieces, length, is_odd, base, ranks


def input_of(case: AnyCase) -> SearchInput:
    """Return a case as the input of a search."""
    return SearchInput(case.text, case.base)


def _case_at(place: SearchInput) -> AnyCase:
    return case_of(place.reference, place.base)


def empty_strings(case: AnyCase) -> int:
    """Return the number of empty strings in a case; an example with fewer is easier to read."""
    return case.texts.count("")
