"""Making an unexplained case smaller while it stays of its kind."""

from collections.abc import Sequence

from hexapla.discover.bound import BASES, Bound
from hexapla.discover.classes import first_part_apart, judge_of
from hexapla.discover.search import Witness as Input
from hexapla.discover.shrinking import smallest
from hexapla.resolution import Rule
from hexapla.spec import AnySpec
from hexapla.witness.asking import Answer, Resolve, ask
from hexapla.witness.cases import Case, expected

# What two unexplained answers have in common when they are of one kind: the rules by which the memo
# goes, and whether each changed something; the first part in which the two URIs differ, where there
# are two, or which of the two there is.
_Kind = tuple[tuple[tuple[Rule, bool], ...], str | tuple[bool, bool]]

_ALPHABET = "a/.?#;:%"
# In code points. There are as many neighbours as the square of a length, and each is a question.
_LONGEST = 200
_QUESTIONS = 5_000


class Shrinking:
    """Makes unexplained cases smaller, asking the witness no more than so many questions in all."""

    def __init__(self, resolve: Resolve, spec: AnySpec, columns: Sequence[AnySpec]) -> None:
        self._resolve = resolve
        self._spec = spec
        self._judge = judge_of(columns)
        self._work = Bound((spec,), _ALPHABET, tuple(BASES), 0)
        self._answers: dict[Case, Answer] = {}
        self._exhausted = False

    def smallest(self, answer: Answer) -> Answer | None:
        """Give the answer to a smaller case of the same kind, if there is time to find it."""
        case = answer.case
        if answer.trouble is not None or self._exhausted or len(case.reference) > _LONGEST:
            return None
        kind = self._kind(answer)

        def holds(neighbour: Input) -> bool:
            found = self._ask(Case(neighbour.base or "", neighbour.reference))
            return (
                found is not None
                and found.trouble is None
                and not found.matches(expected(self._spec, found.case))
                and self._kind(found) == kind
            )

        found = smallest(self._work, Input(case.reference, case.base), holds)
        if self._exhausted:
            return None
        return self._answers.get(Case(found.base or "", found.reference), answer)

    def _kind(self, answer: Answer) -> _Kind:
        steps = self._spec.trace(answer.case.base, answer.case.reference).steps
        uri = expected(self._spec, answer.case)
        apart: str | tuple[bool, bool] = uri is None, answer.uri is None
        if uri is not None and answer.uri is not None:
            apart = first_part_apart(self._judge, uri, answer.uri)
        return tuple((step.rule, step.changed) for step in steps), apart

    def _ask(self, case: Case) -> Answer | None:
        if case not in self._answers:
            if len(self._answers) >= _QUESTIONS:
                self._exhausted = True
                return None
            self._answers[case] = ask(self._resolve, case)
        return self._answers[case]
