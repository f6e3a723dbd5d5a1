"""Reducing an unexplained case to the smallest example of its kind."""

from collections.abc import Callable, Sequence

from hexapla.discover.classes import judge_of
from hexapla.discover.exhaustive import BASES, ExhaustiveSpace
from hexapla.discover.search_space import Input
from hexapla.discover.shrinking import smallest
from hexapla.implementations.asking import Answer, Resolve, ask
from hexapla.implementations.cases import Case
from hexapla.implementations.departure import effective_rules, shape_of
from hexapla.implementations.explanation import departs
from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec

_ALPHABET = "a/.?#;:%"
# In code points. There are as many neighbours as the square of a length, and each is a question.
_LONGEST = 200
_QUESTIONS = 5_000


# A case, and the rules by which the spec resolves it.
_Situation = tuple[Case, frozenset[Rule]]


def _situation(spec: Spec, case: Case) -> _Situation:
    return case, frozenset(effective_rules(spec, case))


def _under_its_base(now: _Situation, first: _Situation) -> bool:
    return now[0].base == first[0].base and now[1] <= first[1]


def _against_another_base(now: _Situation, first: _Situation) -> bool:
    return now[0].reference == first[0].reference and now[1] == first[1]


class Shrinking:
    """Makes unexplained cases smaller, with at most 5,000 questions to the implementation."""

    def __init__(self, resolve: Resolve, columns: Sequence[Spec]) -> None:
        """Prepare to ask `resolve`, which is compared with the specs `columns`."""
        self._resolve = resolve
        self._judge = judge_of(columns)
        self._answers: dict[Case, Answer] = {}
        self._exhausted = False

    def smallest(self, spec: Spec, answer: Answer) -> Answer | None:
        """Return the answer to a smaller case of the same kind; None where that asks too much.

        The answers differ from the expected ones in the same way. First the reference is made
        smaller under its own base, as long as the spec applies no rule that it did not apply
        before; then the base is, as long as the rules are the same.
        """
        if (
            answer.trouble is not None
            or self._exhausted
            or max(len(answer.case.base), len(answer.case.reference)) > _LONGEST
        ):
            return None
        smaller = self._smaller(spec, answer, _under_its_base)
        smaller = self._smaller(spec, smaller, _against_another_base)
        return None if self._exhausted else smaller

    def _smaller(
        self,
        spec: Spec,
        answer: Answer,
        is_near: Callable[[_Situation, _Situation], bool],
    ) -> Answer:
        """Go from case to smaller case, as long as `is_near` holds of each and the first."""
        first = _situation(spec, answer.case)
        shape = shape_of(self._judge, spec, answer)

        def holds(neighbour: Input) -> bool:
            case = Case(neighbour.base or "", neighbour.reference)
            if not is_near(_situation(spec, case), first):
                return False
            reply = self._ask(case)
            return (
                reply is not None
                and departs(spec, reply)
                and shape_of(self._judge, spec, reply) == shape
            )

        space = ExhaustiveSpace((spec,), _ALPHABET, tuple(BASES), 0)
        smallest_input = smallest(space, Input(answer.case.reference, answer.case.base), holds)
        return self._answers.get(Case(smallest_input.base or "", smallest_input.reference), answer)

    def _ask(self, case: Case) -> Answer | None:
        if case not in self._answers:
            if len(self._answers) >= _QUESTIONS:
                self._exhausted = True
                return None
            self._answers[case] = ask(self._resolve, case)
        return self._answers[case]
