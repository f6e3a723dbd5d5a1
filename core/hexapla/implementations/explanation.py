"""Which readings of a standard explain the most of what an implementation answers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import attrs

from hexapla.documents.reading import Choice
from hexapla.grammar.validity import Verdict
from hexapla.implementations.asking import Answer
from hexapla.implementations.behaviour import Behaviour, answer_under, behaviour
from hexapla.implementations.cases import expected
from hexapla.implementations.search import Ways, best_choices
from hexapla.standard.spec import Spec


@attrs.frozen(repr=False)
class Explanation:
    """A standard under the readings that leave the fewest cases unexplained.

    Attributes:
        asked_for: The selector with which the standard was given.
        spec: The spec with the choices that were found.
        agreeing: The number of cases explained.
        by_default: The number of cases explained if all readings that `asked_for` does not name
            have their defaults.
        rejected: The number of further cases that are neutral: the implementation gives no URI for
            what the standard's own grammar does not derive.
        by_choice: For each option that the cases can tell from the one in force, how many cases are
            explained if it alone is chosen; in the standard's order.
    """

    asked_for: str
    spec: Spec
    agreeing: int
    by_default: int
    rejected: int = 0
    by_choice: tuple[tuple[Choice, int], ...] = ()

    def __repr__(self) -> str:
        return f"<Explanation {self.selector}: {self.agreeing} match, {self.rejected} rejected>"

    @property
    def id(self) -> str:
        """The id of the spec."""
        return self.spec.id

    @property
    def selector(self) -> str:
        """The id of the spec with the choices that differ from the defaults."""
        return self.spec.selector

    def to_dict(self) -> dict[str, object]:
        """Return the explanation's JSON form."""
        return {
            "id": self.id,
            "selector": self.selector,
            "asked_for": self.asked_for,
            "agreeing": self.agreeing,
            "by_default": self.by_default,
            "rejected": self.rejected,
            "by_choice": {str(choice): agreeing for choice, agreeing in self.by_choice},
        }


def is_rejection(spec: Spec, answer: Answer) -> bool:
    """Return whether an implementation gives no URI for a text that the grammar does not derive."""
    return (
        answer.trouble is None
        and answer.uri is None
        and any(
            spec.validate(text).verdict is Verdict.NO
            for text in (answer.case.base, answer.case.reference)
        )
    )


def departs(spec: Spec, answer: Answer) -> bool:
    """Return whether an answer contradicts a standard; a failure to answer does not."""
    return (
        answer.trouble is None
        and not answer.matches(expected(spec, answer.case))
        and not is_rejection(spec, answer)
    )


def explain(
    spec: Spec, answers: Sequence[Answer], behaviours: Iterable[Behaviour] | None = None
) -> Explanation:
    """Find the readings of a standard that leave the fewest answers unexplained.

    Of equals, those win that explain the most rejections, then those with the fewest choices, and
    then those whose options come first in the standard.

    Args:
        spec: The spec; the choices that it has made are kept.
        answers: What the implementation answered.
        behaviours: The behaviours of the spec in the answers' cases, if they are known already.
    """
    if behaviours is None:
        behaviours = (behaviour(spec, answer.case) for answer in answers)
    table = tuple(zip(answers, behaviours, strict=True))
    rejections = [is_rejection(spec, answer) for answer in answers]
    best = spec.choosing(*best_choices(spec.readings, _open_cases(table, rejections)))
    matches = [answer.matches(answer_under(branches, best.options)) for answer, branches in table]
    by_default = sum(answer.matches(branches[0].answer) for answer, branches in table)
    return Explanation(
        spec.selector,
        best,
        sum(matches),
        by_default,
        sum(rejects and not match for rejects, match in zip(rejections, matches, strict=True)),
        tuple((choice, by_default + gain) for choice, gain in _gains(spec, table)),
    )


# What was answered to each case, and what a standard can answer to it.
_Table = Sequence[tuple[Answer, Behaviour]]


def _open_cases(table: _Table, rejections: Sequence[bool]) -> Mapping[Ways, int]:
    """Return the cases that are explained under some options only, with their weights."""
    # All rejections together weigh less than one case that would be left unexplained.
    full_weight = 1 + len(table)
    weights: Counter[Ways] = Counter()
    for (answer, branches), rejects in zip(table, rejections, strict=True):
        ways = [branch.options for branch in branches if answer.matches(branch.answer)]
        if 0 < len(ways) < len(branches):
            weights[frozenset(ways)] += 1 if rejects else full_weight
    return weights


def _gains(spec: Spec, table: _Table) -> Sequence[tuple[Choice, int]]:
    """Return how many cases more each option explains than the one in force, if chosen alone."""
    gains: dict[Choice, int] = {}
    for answer, branches in table:
        touched = {name for branch in branches for name in branch.options}
        in_force = answer.matches(branches[0].answer)
        for choice in _alternatives(spec, touched):
            options = {**spec.options, choice.reading: choice.option}
            gain = answer.matches(answer_under(branches, options)) - in_force
            gains[choice] = gains.get(choice, 0) + gain
    names = {choice.reading for choice in gains}
    return [(choice, gains[choice]) for choice in _alternatives(spec, names)]


def _alternatives(spec: Spec, names: Iterable[str]) -> Sequence[Choice]:
    """Return the options of the named readings that are not in force, in the standard's order."""
    return [
        Choice(reading.name, option)
        for reading in spec.readings
        if reading.name in names
        for option in reading.options
        if option != spec.options[reading.name]
    ]
