"""Which readings of a standard explain the most of what an implementation answers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from hexapla.documents.reading import Choice, Reading
from hexapla.implementations.asking import AnyAnswer
from hexapla.implementations.question import Alternative, Finding, Question
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping


@attrs.frozen(repr=False, kw_only=True)
class Explanation:
    """A standard under the readings that leave the least unexplained.

    What counts is a component of an answer: where references are resolved, the URI; where URLs are
    parsed, each component that the program tells, and whether it accepts the URL.

    Attributes:
        asked_for: The selector with which the standard was given.
        spec: The spec with the choices that were found.
        by_component: For each component that is compared, how many are explained.
        by_default: How many are explained in all if all readings that `asked_for` does not name
            have their defaults.
        hosts_as_given: How many hosts are explained that are compared as they are given.
        cases: The number of cases of which all is explained.
        rejected: The number of further cases that are neutral: the program rejects what the
            standard's own grammar does not derive, or has no rule for.
        no_rule: The number of components in cases for which the standard has no rule. They are not
            explained, and no departures.
        by_choice: For each option that the cases can tell from the one in force, how many are
            explained if it alone is chosen; in the standard's order.
    """

    asked_for: str
    spec: Spec
    by_component: Mapping[str, int]
    by_default: int
    hosts_as_given: int
    cases: int
    rejected: int
    no_rule: int
    by_choice: tuple[tuple[Choice, int], ...]

    def __repr__(self) -> str:
        return f"<Explanation {self.selector}: {self.agreeing} match, {self.rejected} rejected>"

    @property
    def agreeing(self) -> int:
        """How many components are explained, of all that were compared."""
        return sum(self.by_component.values())

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
            "by_component": dict(self.by_component),
            "hosts_as_given": self.hosts_as_given,
            "cases": self.cases,
            "rejected": self.rejected,
            "no_rule": self.no_rule,
            "by_choice": {str(choice): agreeing for choice, agreeing in self.by_choice},
        }


Ways = frozenset[Mapping[str, str]]
"""The ways in which a case is explained: each as an option for some readings, by their names."""

# What comparing an answer says under each alternative of its case.
_Row = Sequence[tuple[Alternative, Mapping[str, Finding]]]


def explain(question: Question[Any, Any], spec: Spec, answers: Sequence[AnyAnswer]) -> Explanation:
    """Find the readings of a standard that leave the least unexplained.

    Of equals, those win that explain the most rejections, then those with the fewest choices, and
    then those whose options come first in the standard.

    Args:
        question: What was asked.
        spec: The spec; the choices that it has made are kept.
        answers: What the implementation answered.
    """
    table = [_row(question, spec, answer) for answer in answers]
    best = spec.choosing(*_best_choices(spec.readings, _open_components(table)))
    expected = [question.expected(best, answer.case) for answer in answers]
    pairs = tuple(zip(expected, answers, strict=True))
    compared = [question.findings(spec, *pair) for pair in pairs]
    counts = Counter(item for findings in compared for item in findings.items())
    by_default = sum(_same(row[0][1]) for row in table)
    return Explanation(
        asked_for=spec.selector,
        spec=best,
        by_component=FrozenMapping(
            (name, counts[name, Finding.SAME]) for name in question.components
        ),
        by_default=by_default,
        hosts_as_given=sum(one.has_host_of(answer) for one, answer in pairs),
        cases=sum(set(findings.values()) == {Finding.SAME} for findings in compared),
        rejected=_count(counts, Finding.REJECTED),
        no_rule=_count(counts, Finding.NO_RULE),
        by_choice=tuple((choice, by_default + gain) for choice, gain in _gains(spec, table)),
    )


def _row(question: Question[Any, Any], spec: Spec, answer: AnyAnswer) -> _Row:
    return [
        (alternative, question.findings(spec, alternative.expected, answer))
        for alternative in question.alternatives(spec, answer.case)
    ]


def _same(findings: Mapping[str, Finding]) -> int:
    return sum(finding is Finding.SAME for finding in findings.values())


def _count(counts: Counter[tuple[str, Finding]], wanted: Finding) -> int:
    return sum(number for (_, finding), number in counts.items() if finding is wanted)


def _open_components(table: Sequence[_Row]) -> Mapping[Ways, int]:
    """Return what is explained under some options only, with its weight."""
    # All rejections together weigh less than one component that would be left unexplained.
    full_weight = 1 + sum(len(row[0][1]) for row in table)
    weights: Counter[Ways] = Counter()
    for row in table:
        for name in (
            row[0][1] if len(row) > 1 else ()
        ):  # no reading matters to one alternative alone
            for wanted, weight in (
                ((Finding.SAME,), 1),
                ((Finding.SAME, Finding.REJECTED), full_weight),
            ):
                ways = frozenset(
                    alternative.options
                    for alternative, findings in row
                    if findings.get(name) in wanted
                )
                if 0 < len(ways) < len(row):
                    weights[ways] += weight
    return weights


def _gains(spec: Spec, table: Sequence[_Row]) -> Sequence[tuple[Choice, int]]:
    """Return how much more each option explains than the one in force, if chosen alone."""
    gains: dict[Choice, int] = {}
    for row in table:
        touched = {name for alternative, _ in row for name in alternative.options}
        in_force = _same(row[0][1])
        for choice in _other_choices(spec, touched):
            options = {**spec.options, choice.reading: choice.option}
            under = next(findings for one, findings in row if one.allows(options))
            gain = _same(under) - in_force
            gains[choice] = gains.get(choice, 0) + gain
    names = {choice.reading for choice in gains}
    return [(choice, gains[choice]) for choice in _other_choices(spec, names)]


def _other_choices(spec: Spec, names: Iterable[str]) -> Sequence[Choice]:
    """Return the options of the named readings that are not in force, in the standard's order."""
    return [
        Choice(reading.name, option)
        for reading in spec.readings
        if reading.name in names
        for option in reading.options
        if option != spec.options[reading.name]
    ]


def _best_choices(readings: Sequence[Reading], cases: Mapping[Ways, int]) -> tuple[Choice, ...]:
    """Return the choices that leave the least weight of cases unexplained.

    The search is exact. It tries the options of reading after reading, the default of each first,
    and leaves those that can't win any more. Of equals, the fewest choices win, and then those
    whose options come first.

    Args:
        readings: The readings, in the order of the standard.
        cases: The ways in which cases are explained, with how much they weigh together.
    """
    named = {name for ways in cases for options in ways for name in options}
    open_readings = [reading for reading in readings if reading.name in named]
    best: tuple[int, int, tuple[Choice, ...]] | None = None

    def search(index: int, left: Mapping[Ways, int], lost: int, chosen: tuple[Choice, ...]) -> None:
        nonlocal best
        if best is not None and (lost, len(chosen)) >= best[:2]:
            return
        if not left:
            best = lost, len(chosen), chosen
            return
        reading = open_readings[index]
        for option in reading.options:
            more, rest = _decide(left, reading.name, option)
            choice = () if option == reading.default else (Choice(reading.name, option),)
            search(index + 1, rest, lost + more, chosen + choice)

    search(0, cases, 0, ())
    assert best is not None
    return best[2]


def _decide(cases: Mapping[Ways, int], name: str, option: str) -> tuple[int, Mapping[Ways, int]]:
    """Return the weight of what an option leaves unexplained, and the cases still undecided."""
    lost = 0
    left: Counter[Ways] = Counter()
    for ways, weight in cases.items():
        kept = frozenset(
            FrozenMapping((key, value) for key, value in options.items() if key != name)
            for options in ways
            if options.get(name, option) == option
        )
        if not kept:
            lost += weight
        elif FrozenMapping() not in kept:
            left[kept] += weight
    return lost, left
