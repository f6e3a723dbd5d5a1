"""Decide whether an implementation's answers are evidence that it follows a standard."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import attrs

from hexapla.identification.expectation import Finding, parts_of
from hexapla.identification.explanation import Explanation
from hexapla.text.counted import counted
from hexapla.text.signs import sanitized

_REJECTED = ("rejected",)


def why_no_verdict(explanations: Sequence[Explanation]) -> str | None:
    """Return the reason why the first explanation isn't accepted as a verdict; None if it is.

    An implementation must answer at least half of the cases. If there are several explanations, the
    first must leave at most half as much unexplained as chance would. A single explanation that
    leaves more is refused only if the implementation accepts no case.
    """
    best, *others = explanations
    reason = _why_unanswered(best)
    if reason is not None:
        return reason
    agreement = _agreement(best)
    if agreement.is_weak:
        if not any(item.answer.accepts for item in best.answers):
            return _why_rejected(best)
        if others:
            return _why_weak(best, agreement)
    return None


def _why_unanswered(best: Explanation) -> str | None:
    failed = [item.answer for item in best.answers if not item.findings]
    if 2 * len(failed) <= len(best.answers):
        return None
    where = ""
    if len(failed) < len(best.answers):
        where = f" for {len(failed):,} of {counted(len(best.answers), best.question.noun)}"
    why = sanitized(failed[0].trouble or "")
    return f"it gave no answer{where}: it {why}; {best.question.hint}"


def _why_rejected(best: Explanation) -> str:
    said = ""
    for item in best.answers:
        if item.answer.error:
            said = f" ({sanitized(item.answer.error)})"
            break
    return f"it rejected everything{said}; {best.question.hint}"


class _Agreement(NamedTuple):
    """The numbers of components compared, agreeing, and agreeing by chance."""

    compared: int
    agreeing: int
    by_chance: float

    @property
    def unexplained(self) -> int:
        return self.compared - self.agreeing

    @property
    def unexplained_by_chance(self) -> float:
        return self.compared - self.by_chance

    @property
    def is_weak(self) -> bool:
        """Whether no components are compared, or too many are unexplained.

        These are too many if they are more than half as many as chance would leave unexplained.
        """
        return not self.compared or 2 * self.unexplained > self.unexplained_by_chance


def _why_weak(best: Explanation, agreement: _Agreement) -> str:
    unexplained = f"{agreement.unexplained:,} of {agreement.compared:,} unexplained"
    return (
        f"{best.spec.label} explains the most, but leaves {unexplained}: over half of the "
        f"{agreement.unexplained_by_chance:,.0f} that chance would leave; to compare with one "
        "standard, name it with --spec, or specs=… in Python"
    )


@attrs.define
class _ComponentAgreement:
    """How often a component agrees, and how often each of its values is expected and given."""

    compared: int = 0
    agreeing: int = 0
    expected: Counter[object] = attrs.field(factory=Counter)
    given: Counter[object] = attrs.field(factory=Counter)

    def add(self, wanted: object, given: object) -> None:
        self.compared += 1
        self.agreeing += wanted == given
        self.expected[wanted] += 1
        self.given[given] += 1

    @property
    def by_chance(self) -> float:
        """The expected number of agreeing values if each answer were given to another case."""
        alike = sum(number * self.given[value] for value, number in self.expected.items())
        return (alike - self.agreeing) / max(1, self.compared - 1)


def _agreement(best: Explanation) -> _Agreement:
    """Count the components that agree with an explanation.

    Agreement by chance is estimated by comparing each result with the answers to all other cases.
    An empty component counts as missing. If the standard has no rule, the answer is unexplained.
    Rejections that don't match a result but are allowed aren't counted.
    """
    by_component: defaultdict[str, _ComponentAgreement] = defaultdict(_ComponentAgreement)
    for item in best.answers:
        given = parts_of(item.answer.value)
        wanted = parts_of(item.expected.value, given)
        for name, finding in item.findings.items():
            if finding is not Finding.REJECTED:
                due = wanted.get(name, _REJECTED) or None
                told = given.get(name, _REJECTED) or None
                by_component[name].add(due, told)
    compared = agreeing = 0
    by_chance = 0.0
    for each in by_component.values():
        compared += each.compared
        agreeing += each.agreeing
        by_chance += each.by_chance
    return _Agreement(compared, agreeing, by_chance)
