"""Which readings of a standard explain the most of what an implementation answers."""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla.documents.reading import Choice, Reading, price_of
from hexapla.implementations.asking import AnyAnswer
from hexapla.implementations.question import (
    Expectation,
    Finding,
    Question,
    alternatives,
)
from hexapla.operations.authority import UrlComponents
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping, kept
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ComparedAnswer:
    """An answer of an implementation, compared with what a standard gives.

    Attributes:
        answer: What the implementation answered.
        expected: What the standard gives.
        findings: What comparing says, by component; empty where it failed to answer.
    """

    answer: AnyAnswer
    expected: Expectation
    findings: Mapping[str, Finding]

    def __repr__(self) -> str:
        expected = self.expected.text(self.answer)
        return f"<ComparedAnswer {self.answer.case}: {self.answer}, expected {expected}>"

    @property
    def verdict(self) -> Finding:
        """What comparing says of the answer as a whole; a failure to answer is different."""
        findings = set(self.findings.values()) or {Finding.DIFFERENT}
        return next(finding for finding in Finding if finding in findings)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {**self.answer.with_case(), "expected": self.expected.form}


@attrs.frozen(repr=False, kw_only=True, slots=False)
class Explanation(Value):
    """A standard under the readings that leave the least unexplained.

    What counts is a component of an answer: where references are resolved, the URI; where URLs are
    parsed, each component that the program tells, and whether it accepts the URL.

    Attributes:
        question: What was asked.
        asked_for: The selector with which the standard was given.
        spec: The spec with the choices that were found.
        answers: The answers, compared with what the spec gives.
        by_default: How many components are explained in all if all readings that `asked_for` does
            not name have their defaults.
        by_choice: For each option that the cases can tell from the one in force, how many are
            explained if it alone is chosen; in the standard's order.
    """

    _json_members = (
        *("id", "selector", "asked_for", "agreeing", "by_default"),
        *("by_component", "hosts_as_given"),
    )

    question: Question = attrs.field(eq=False)
    asked_for: str
    spec: Spec
    answers: tuple[ComparedAnswer, ...]
    by_default: int
    by_choice: tuple[tuple[Choice, int], ...]

    def __repr__(self) -> str:
        return f"<Explanation {self.selector}: {self.agreeing} match, {self.rejected} rejected>"

    def _counted(self, *wanted: Finding) -> Mapping[str, int]:
        """Return how often comparing says one of these of each component."""
        pairs = (pair for item in self.answers for pair in item.findings.items())
        counts = Counter(name for name, finding in pairs if finding in wanted)
        return FrozenMapping((name, counts[name]) for name in self.question.components)

    @functools.cached_property
    def told(self) -> Mapping[str, int]:
        """For each component, in how many cases it is told, and so compared."""
        return self._counted(*Finding)

    @functools.cached_property
    def by_component(self) -> Mapping[str, int]:
        """For each component that is compared, how many are explained."""
        return self._counted(Finding.SAME)

    @property
    def agreeing(self) -> int:
        """How many components are explained, of all that were compared."""
        return sum(self.by_component.values())

    @functools.cached_property
    def rejected(self) -> int:
        """The number of further cases that are neutral.

        The program rejects what the standard's own grammar does not derive, or has no rule for.
        """
        return sum(self._counted(Finding.REJECTED).values())

    @property
    def no_rule(self) -> int:
        """The number of components in cases for which the standard has no rule.

        They are not explained, and no departures.
        """
        return sum(self._counted(Finding.NO_RULE).values())

    @property
    def rank(self) -> tuple[int, int, int]:
        """What a better explanation has less of."""
        choices = len(self.spec.choices)
        price = self.question.choice_price * choices
        price += price_of(self.spec.options, self.spec.readings)
        return price - self.agreeing - self.rejected, -self.agreeing, choices

    @property
    def hosts_as_given(self) -> int:
        """How many hosts are explained that are compared as they are given."""
        pairs = ((item.expected.value, item.answer.value) for item in self.answers)
        return sum(
            isinstance(here, UrlComponents)
            and isinstance(there, UrlComponents)
            and "host" in there.stated
            and here.host == there.host
            for here, there in pairs
        )

    def of(self, verdict: Finding) -> tuple[ComparedAnswer, ...]:
        """Return the answers of which comparing says this."""
        return tuple(item for item in self.answers if item.verdict is verdict)

    @property
    def id(self) -> str:
        """The id of the spec."""
        return self.spec.id

    @property
    def selector(self) -> str:
        """The id of the spec with the choices that differ from the defaults."""
        return self.spec.selector

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return super().to_dict() | {
            "cases": len(self.of(Finding.SAME)),
            "rejected": self.rejected,
            "no_rule": self.no_rule,
            "by_choice": {str(choice): agreeing for choice, agreeing in self.by_choice},
        }


# What is due under some options, and what comparing an answer with it says.
_Compared = tuple[Mapping[str, str], Expectation, Mapping[str, Finding]]
_Row = Sequence[_Compared]
# What is gained under some options.
_Gains = frozenset[tuple[Mapping[str, str], int]]


def explain(question: Question, spec: Spec, answers: Sequence[AnyAnswer]) -> Explanation:
    """Find the readings of a standard that leave the least unexplained.

    Of equals, those win that explain the most rejections, then those with the fewest choices, and
    then those whose options come first in the standard.

    Args:
        question: What was asked.
        spec: The spec; the choices that it has made are kept.
        answers: What the implementation answered.
    """
    table = [_row(spec, answer) for answer in answers]
    best = spec.choosing(*_best_choices(spec.readings, table))
    by_default = sum(_same(row[0]) for row in table)
    return Explanation(
        question=question,
        asked_for=spec.selector,
        spec=best,
        answers=tuple(
            ComparedAnswer(answer, expected, findings)
            for answer, row in zip(answers, table, strict=True)
            for _, expected, findings in [_under(row, best.options)]
        ),
        by_default=by_default,
        by_choice=tuple((choice, by_default + gain) for choice, gain in _gains(spec, table)),
    )


@kept(16_384, lambda spec, answer: sum(map(len, answer.case.texts)))
def _row(spec: Spec, answer: AnyAnswer) -> _Row:
    """Return what comparing says; many programs give the same answer."""
    return tuple(
        (options, expected, FrozenMapping(expected.findings(spec, answer)))
        for options, expected in alternatives(spec, answer.case)
    )


def _under(row: _Row, options: Mapping[str, str]) -> _Compared:
    return next(each for each in row if each[0].items() <= options.items())


def _same(alternative: _Compared) -> int:
    return list(alternative[2].values()).count(Finding.SAME)


def _gains(spec: Spec, table: Sequence[_Row]) -> Iterator[tuple[Choice, int]]:
    """Yield how much more each option explains than the one in force, if chosen alone."""
    table = [row for row in table if len(row) > 1]
    for reading in spec.readings:
        touched = [row for row in table if any(reading.name in options for options, *_ in row)]
        for option in reading.options if touched else ():
            if option != spec.options[reading.name]:
                chosen = {**spec.options, reading.name: option}
                gains = (_same(_under(row, chosen)) - _same(row[0]) for row in touched)
                yield Choice(reading.name, option), sum(gains)


def _best_choices(readings: Sequence[Reading], table: Sequence[_Row]) -> tuple[Choice, ...]:
    """Return the choices that leave the fewest components unexplained.

    The search is exact. It tries the options of reading after reading, the default of each first,
    and leaves those that can't win any more. Of equals, the fewest choices win, and then those
    whose options come first.
    """
    # All rejections together weigh less than one component that would be left unexplained.
    full_weight = 1 + sum(len(row[0][2]) for row in table)
    rows = _deciding(table, full_weight)
    named = {name for row in rows for options, _ in row for name in options}
    open_readings = [reading for reading in readings if reading.name in named]
    best: tuple[int, int, tuple[Choice, ...]] | None = None

    def search(tried: Mapping[str, str], price: int, chosen: tuple[Choice, ...]) -> None:
        nonlocal best
        lost = price - sum(
            number * max(gain for options, gain in row if _is_open(options, tried))
            for row, number in rows.items()
        )
        if best is not None and (lost, len(chosen)) >= best[:2]:
            return
        if len(tried) == len(open_readings):
            best = lost, len(chosen), chosen
            return
        reading = open_readings[len(tried)]
        for option in reading.options:
            choice = () if option == reading.default else (Choice(reading.name, option),)
            further = price + reading.price_of(option) * full_weight
            search({**tried, reading.name: option}, further, chosen + choice)

    search({}, 0, ())
    assert best is not None
    return best[2]


def _deciding(table: Sequence[_Row], full_weight: int) -> Mapping[_Gains, int]:
    """Return what each alternative gains, for each kind of case in which readings matter."""

    def gain(findings: Mapping[str, Finding]) -> int:
        same, rejected = map([*findings.values()].count, (Finding.SAME, Finding.REJECTED))
        return same + full_weight * (same + rejected)

    rows = Counter(
        frozenset((options, gain(findings)) for options, _, findings in row)
        for row in table
        if len(row) > 1
    )
    return {row: number for row, number in rows.items() if len({gain for _, gain in row}) > 1}


def _is_open(options: Mapping[str, str], tried: Mapping[str, str]) -> bool:
    """Return whether nothing that is tried so far has another option."""
    return all(tried.get(name, option) == option for name, option in options.items())
