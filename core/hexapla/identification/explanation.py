"""Which readings of a standard explain the most of what an implementation answers."""

import functools
import heapq
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla.documents.reading import Choice, Reading, price_of
from hexapla.identification.question import Expectation, Finding, Question, alternatives
from hexapla.implementations.asking import AnyAnswer
from hexapla.operations.authority import UrlComponents
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping, kept
from hexapla.values.value import Value

_MATCHING = (Finding.SAME, Finding.REJECTED)


def _verdict_of(findings: Mapping[str, Finding]) -> Finding:
    told = set(findings.values()) or {Finding.DIFFERENT}
    return next(finding for finding in Finding if finding in told)


@attrs.frozen(repr=False)
class ComparedAnswer:
    """An answer of an implementation, compared with what a standard gives.

    Attributes:
        answer: What the implementation answered.
        expected: What the standard gives.
        findings: What comparing says, by component; empty if it failed to answer.
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
        return _verdict_of(self.findings)

    @property
    def matches(self) -> bool:
        """Whether nothing in the answer is against the standard."""
        return self.verdict in _MATCHING

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {**self.answer.with_case(), "expected": self.expected.form}


@attrs.frozen(repr=False, kw_only=True, slots=False)
class Explanation(Value):
    """A standard under the readings that leave the least unexplained.

    A case matches where all that the program tells is what the standard gives, or where it rejects
    what the standard's own grammar does not derive. What is best counts components: where
    references are resolved, the URI; where URLs are parsed, each component that the program tells,
    and whether it accepts the URL.

    Attributes:
        question: What was asked.
        asked_for: The selector with which the standard was given.
        spec: The spec with the choices that were found.
        answers: The answers, compared with what the spec gives.
        by_default: How many cases match if all readings that `asked_for` does not name have their
            defaults.
        by_choice: For each option that the cases can tell from the one in force, how many cases
            match if it alone is chosen; in the standard's order.
    """

    _json_members = (
        "id",
        "selector",
        "asked_for",
        "matching",
        "rejected",
        "no_rule",
        "by_default",
        "by_component",
        "hosts_as_given",
    )

    question: Question = attrs.field(eq=False)
    asked_for: str
    spec: Spec
    answers: tuple[ComparedAnswer, ...]
    by_default: int
    by_choice: tuple[tuple[Choice, int], ...]

    def __repr__(self) -> str:
        return f"<Explanation {self.selector}: {self.matching} of {len(self.answers)} match>"

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
    def matching(self) -> int:
        """How many cases match."""
        return sum(item.matches for item in self.answers)

    @functools.cached_property
    def rejected(self) -> int:
        """How many of these the program rejects, and the standard does not derive."""
        return len(self.of(Finding.REJECTED))

    @functools.cached_property
    def no_rule(self) -> int:
        """For how many cases the standard has no rule; they don't match, and are no departures."""
        return len(self.of(Finding.NO_RULE))

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
        by_choice = {str(choice): matching for choice, matching in self.by_choice}
        return super().to_dict() | {"by_choice": by_choice}


# What is due under some options, and what comparing an answer with it says.
_Compared = tuple[Mapping[str, str], Expectation, Mapping[str, Finding]]
_Row = Sequence[_Compared]


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
    matching = Counter[Mapping[str, str]]()
    for options, _, findings in itertools.chain.from_iterable(table):
        matching[options] += _verdict_of(findings) in _MATCHING
    consulted = {name for options in matching for name in options}
    return Explanation(
        question=question,
        asked_for=spec.selector,
        spec=best,
        answers=tuple(
            ComparedAnswer(answer, expected, findings)
            for answer, row in zip(answers, table, strict=True)
            for options, expected, findings in row
            if options.items() <= best.options.items()
        ),
        by_default=_under(matching, spec.options),
        by_choice=tuple(
            (Choice(reading.name, option), _under(matching, {**spec.options, reading.name: option}))
            for reading in spec.readings
            for option in (reading.options if reading.name in consulted else ())
            if option != spec.options[reading.name]
        ),
    )


@kept(16_384, lambda spec, answer: sum(map(len, answer.case.texts)))
def _row(spec: Spec, answer: AnyAnswer) -> _Row:
    """Return what comparing says; many programs give the same answer."""
    return tuple(
        (options, expected, FrozenMapping(expected.findings(spec, answer)))
        for options, expected in alternatives(spec, answer.case)
    )


def _under(counts: Mapping[Mapping[str, str], int], options: Mapping[str, str]) -> int:
    """Return the sum of what is counted under some options, those of one alternative by case."""
    return sum(count for some, count in counts.items() if some.items() <= options.items())


def _best_choices(readings: Sequence[Reading], table: Sequence[_Row]) -> Iterator[Choice]:
    """Yield the choices that leave the fewest components unexplained.

    The search is exact. It chooses for reading after reading, and goes on where the fewest may be
    left. Of equals, the fewest choices win, and then those whose options come first.
    """
    # All rejections together weigh less than one component that would be left unexplained.
    full_weight = 1 + sum(len(row[0][2]) for row in table)
    rows = Counter(
        frozenset((options, _gain(findings, full_weight)) for options, _, findings in row)
        for row in table
        if len(row) > 1
    )
    named = {name for row in rows for options, _ in row for name in options}
    open_readings = [reading for reading in readings if reading.name in named]

    def tried(indices: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        pairs = zip(open_readings, indices, strict=False)
        chosen = [(item, item.options[index]) for item, index in pairs]
        options = {item.name: option for item, option in chosen}
        price = full_weight * sum(item.price_of(option) for item, option in chosen)
        gained = (
            number * max(gain for some, gain in row if _is_open(some, options))
            for row, number in rows.items()
        )
        return price - sum(gained), sum(map(bool, indices)), indices

    waiting = [tried(())]
    while len(indices := heapq.heappop(waiting)[-1]) < len(open_readings):
        for index in range(len(open_readings[len(indices)].options)):
            heapq.heappush(waiting, tried((*indices, index)))
    for reading, index in zip(open_readings, indices, strict=True):
        yield Choice(reading.name, reading.options[index])


def _gain(findings: Mapping[str, Finding], full_weight: int) -> int:
    same, rejected = map([*findings.values()].count, (Finding.SAME, Finding.REJECTED))
    return same + full_weight * (same + rejected)


def _is_open(options: Mapping[str, str], tried: Mapping[str, str]) -> bool:
    """Return whether nothing that is tried so far has another option."""
    return all(tried.get(name, option) == option for name, option in options.items())
