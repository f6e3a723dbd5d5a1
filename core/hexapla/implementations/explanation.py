"""Which readings of a standard explain the most of what an implementation answers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import attrs

from hexapla.documents.reading import Choice
from hexapla.grammar.validity import Verdict
from hexapla.implementations.asking import Answer
from hexapla.implementations.behaviour import Behaviour, Branch, behaviour, branch_under
from hexapla.implementations.cases import shown
from hexapla.implementations.search import Ways, best_choices
from hexapla.standard.phases import has_rule
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
            what the standard's own grammar does not derive, or has no rule for.
        no_rule: The number of cases in which it gives a URI, and the standard has no rule. They
            are not explained, and no departures.
        by_choice: For each option that the cases can tell from the one in force, how many cases are
            explained if it alone is chosen; in the standard's order.
    """

    asked_for: str
    spec: Spec
    agreeing: int
    by_default: int
    rejected: int = 0
    no_rule: int = 0
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
            "no_rule": self.no_rule,
            "by_choice": {str(choice): agreeing for choice, agreeing in self.by_choice},
        }


def follows(spec: Spec, answer: Answer) -> bool:
    """Return whether an answer is what a standard gives; it gives nothing without a rule."""
    case = answer.case
    target = spec.resolve(case.base, case.reference).target
    return has_rule(target) and answer.matches(shown(case, target))


def lacks_rule(spec: Spec, answer: Answer) -> bool:
    """Return whether there is an answer to a case for which a standard has no rule."""
    case = answer.case
    return answer.trouble is None and not has_rule(spec.resolve(case.base, case.reference).target)


def is_rejection(spec: Spec, answer: Answer) -> bool:
    """Return whether an implementation gives no URI for a text that the grammar does not derive."""
    return _has_no_uri(answer) and any(
        spec.validate(text).verdict is Verdict.NO
        for text in (answer.case.base, answer.case.reference)
    )


def _has_no_uri(answer: Answer) -> bool:
    return answer.trouble is None and answer.uri is None


def departs(spec: Spec, answer: Answer) -> bool:
    """Return whether an answer contradicts a standard; a failure to answer does not.

    Nothing contradicts a standard that has no rule.
    """
    return (
        answer.trouble is None
        and not follows(spec, answer)
        and not is_rejection(spec, answer)
        and not lacks_rule(spec, answer)
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
    chosen = [(answer, branch_under(branches, best.options)) for answer, branches in table]
    by_default = sum(branches[0].matches(answer) for answer, branches in table)
    rejected = sum(
        (rejects or _is_neutral(branch, answer)) and not branch.matches(answer)
        for (answer, branch), rejects in zip(chosen, rejections, strict=True)
    )
    without_rule = sum(
        not branch.has_rule and answer.uri is not None and answer.trouble is None
        for answer, branch in chosen
    )
    return Explanation(
        spec.selector,
        best,
        sum(branch.matches(answer) for answer, branch in chosen),
        by_default,
        rejected,
        without_rule,
        tuple((choice, by_default + gain) for choice, gain in _gains(spec, table)),
    )


def _is_neutral(branch: Branch, answer: Answer) -> bool:
    """Return whether an implementation gives no URI where a standard has no rule."""
    return not branch.has_rule and _has_no_uri(answer)


# What was answered to each case, and what a standard can answer to it.
_Table = Sequence[tuple[Answer, Behaviour]]


def _open_cases(table: _Table, rejections: Sequence[bool]) -> Mapping[Ways, int]:
    """Return the cases that are explained under some options only, with their weights."""
    # All rejections together weigh less than one case that would be left unexplained.
    full_weight = 1 + len(table)
    weights: Counter[Ways] = Counter()

    def add(branches: Behaviour, explaining: Sequence[Branch], weight: int) -> None:
        if 0 < len(explaining) < len(branches):
            weights[frozenset(branch.options for branch in explaining)] += weight

    for (answer, branches), rejects in zip(table, rejections, strict=True):
        matching = [branch for branch in branches if branch.matches(answer)]
        neutral = [branch for branch in branches if _is_neutral(branch, answer)]
        add(branches, matching, 1)
        if not rejects:
            add(branches, matching + neutral, full_weight - 1)
    return weights


def _gains(spec: Spec, table: _Table) -> Sequence[tuple[Choice, int]]:
    """Return how many cases more each option explains than the one in force, if chosen alone."""
    gains: dict[Choice, int] = {}
    for answer, branches in table:
        touched = {name for branch in branches for name in branch.options}
        in_force = branches[0].matches(answer)
        for choice in _alternatives(spec, touched):
            options = {**spec.options, choice.reading: choice.option}
            gain = branch_under(branches, options).matches(answer) - in_force
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
