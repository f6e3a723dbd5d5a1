"""Find the options of a standard's readings that best explain an implementation's answers."""

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import attrs

from hexapla.documents.reading import Choice, Reading, price_of
from hexapla.identification.expectation import Expectation, Finding, alternatives, expected
from hexapla.identification.question import Question
from hexapla.implementations.asking import AnyAnswer
from hexapla.operations.authority import UrlComponents
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping, kept
from hexapla.values.value import Value

_MATCHING = (Finding.SAME, Finding.REJECTED)


def _verdict_of(findings: Mapping[str, Finding]) -> Finding:
    """Return the first member of `Finding` that occurs; a failure to answer counts as different."""
    for finding in Finding:
        if finding in findings.values():
            return finding
    return Finding.DIFFERENT


@attrs.frozen(repr=False)
class ComparedAnswer:
    """An answer of an implementation, compared with a standard's result.

    Attributes:
        answer: The implementation's answer.
        expected: The standard's result.
        findings: The result of comparing each reported component, keyed by name; empty if the
            implementation failed to answer.
    """

    answer: AnyAnswer
    expected: Expectation
    findings: Mapping[str, Finding]

    def __repr__(self) -> str:
        expected = self.expected.text(self.answer)
        return f"<ComparedAnswer {self.answer.case}: {self.answer}, expected {expected}>"

    @property
    def verdict(self) -> Finding:
        """The result for the answer as a whole; a failure to answer counts as different."""
        return _verdict_of(self.findings)

    @property
    def matches(self) -> bool:
        """Whether the answer agrees with the standard, or is an allowed rejection."""
        return self.verdict in _MATCHING

    @property
    def has_same_host(self) -> bool:
        """Whether the standard's host is exactly the program's; true if both find no host."""
        due, given = self.expected.value, self.answer.value
        if not isinstance(due, UrlComponents) or not isinstance(given, UrlComponents):
            return False
        return "host" in given.stated and due.host == given.host

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {**self.answer.with_case(), "expected": self.expected.form}


@attrs.frozen(repr=False, kw_only=True, slots=False)
class Explanation(Value):
    """A standard, with the options of its readings that leave the fewest components unexplained.

    A case matches if everything that the program reports agrees with the standard, or if the
    program gives a rejection that the standard allows; see `Expectation.allows_rejecting`. The best
    options are found by counting components. The only component of a resolver's answer is the URI.
    A parser's answer has the components that the program reports; whether the program accepts the
    URL also counts as a component.

    Attributes:
        question: The question that was asked.
        asked_for: The selector that was given for the standard.
        spec: The spec with the choices that were found.
        answers: The answers, compared with the results of the spec.
        by_default: The number of cases that match if all readings that `asked_for` doesn't name
            have their default options.
        by_choice: Each option other than the default, with the number of cases that match if this
            option alone is chosen in addition to those of `asked_for`; in the standard's order.
            Readings that the cases don't consult, or that `asked_for` names, are left out.
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
        """Return, for each component, the number of cases with one of the given findings."""
        counts = dict.fromkeys(self.question.components, 0)
        for item in self.answers:
            for name, finding in item.findings.items():
                # An authority is compared only if the program reports no host.
                counts.setdefault(name, 0)
                if finding in wanted:
                    counts[name] += 1
        return FrozenMapping(counts)

    @functools.cached_property
    def told(self) -> Mapping[str, int]:
        """For each component, the number of answers that report it."""
        return self._counted(*Finding)

    @functools.cached_property
    def by_component(self) -> Mapping[str, int]:
        """For each component, the number of values that agree with the standard."""
        return self._counted(Finding.SAME)

    @property
    def agreeing(self) -> int:
        """The number of values that agree with the standard, added up over all components."""
        return sum(self.by_component.values())

    @functools.cached_property
    def matching(self) -> int:
        """The number of matching cases."""
        return sum(item.matches for item in self.answers)

    @functools.cached_property
    def rejected(self) -> int:
        """The number of cases that match because the standard allows the rejection."""
        return len(self.of(Finding.REJECTED))

    @functools.cached_property
    def no_rule(self) -> int:
        """The number of cases that the program accepts, but for which the standard has no rule.

        They are neither matches nor departures.
        """
        return len(self.of(Finding.NO_RULE))

    @property
    def rank(self) -> tuple[int, int, int]:
        """The rank of the explanation; a better one has a lower rank."""
        choices = len(self.spec.choices)
        price = self.question.choice_price * choices
        price += price_of(self.spec.options, self.spec.readings)
        return price - self.agreeing - self.rejected, -self.agreeing, choices

    @property
    def hosts_as_given(self) -> int:
        """The number of answers for which `has_same_host` is true."""
        return sum(item.has_same_host for item in self.answers)

    def of(self, verdict: Finding) -> tuple[ComparedAnswer, ...]:
        """Return the answers with the given verdict."""
        return with_verdict(self.answers, verdict)

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


def with_verdict(answers: Iterable[ComparedAnswer], verdict: Finding) -> tuple[ComparedAnswer, ...]:
    """Return the answers with the given verdict."""
    return tuple(item for item in answers if item.verdict is verdict)


class _ComparedAlternative(NamedTuple):
    """A result that a standard can have for a case, compared with an answer.

    Attributes:
        options: The options that lead to the result: one for each reading that is consulted and
            for which the spec makes no choice.
        expected: The result.
        findings: The result of comparing each component with the answer.
    """

    options: Mapping[str, str]
    expected: Expectation
    findings: Mapping[str, Finding]

    def is_under(self, options: Mapping[str, str]) -> bool:
        """Return whether the given options lead to the result."""
        return self.options.items() <= options.items()


_Row = Sequence[_ComparedAlternative]
"""All results of a standard for a case, compared with the answer of a program."""


def explain(question: Question, spec: Spec, answers: Sequence[AnyAnswer]) -> Explanation:
    """Find the options of a standard's readings that leave the fewest components unexplained.

    An option that has a price must explain that many more components than the default. Ties go to
    the options under which the most components agree: a rejection that the standard merely allows
    counts as explained, too, but is weaker evidence. Further ties go to the combination with the
    fewest options other than the defaults, then to the options that come first in the standard.

    Args:
        question: The question that was asked.
        spec: The spec; the choices that it has made are kept.
        answers: The implementation's answers.
    """
    table = [_row(spec, answer) for answer in answers]
    best = spec.choosing(*_best_choices(spec.readings, table))
    compared: list[ComparedAnswer] = []
    for answer, row in zip(answers, table, strict=True):
        for item in row:
            if item.is_under(best.options):
                compared.append(ComparedAnswer(answer, item.expected, item.findings))
    matching = _matching_by_options(table)
    return Explanation(
        question=question,
        asked_for=spec.selector,
        spec=best,
        answers=tuple(compared),
        by_default=_under(matching, spec.options),
        by_choice=tuple(_by_choice(spec, matching)),
    )


def compared_with(spec: Spec, answer: AnyAnswer) -> ComparedAnswer:
    """Return an answer, compared with the result of a spec under its own choices."""
    due = expected(spec, answer.case)
    return ComparedAnswer(answer, due, due.findings(answer))


@kept(16_384, lambda spec, answer: sum(map(len, answer.case.texts)))
def _row(spec: Spec, answer: AnyAnswer) -> _Row:
    """Return the findings under all options, cached because many programs give the same answer."""
    return tuple(
        _ComparedAlternative(options, due, due.findings(answer))
        for options, due in alternatives(spec, answer.case)
    )


_Counts = Mapping[Mapping[str, str], int]
"""The number of matching cases, keyed by the options of the consulted readings."""


def _matching_by_options(table: Iterable[_Row]) -> _Counts:
    matching = Counter[Mapping[str, str]]()
    for item in itertools.chain.from_iterable(table):
        matching[item.options] += _verdict_of(item.findings) in _MATCHING
    return matching


def _under(matching: _Counts, options: Mapping[str, str]) -> int:
    """Return the number of matching cases under the given options."""
    return sum(count for some, count in matching.items() if some.items() <= options.items())


def _by_choice(spec: Spec, matching: _Counts) -> Iterator[tuple[Choice, int]]:
    """Yield each alternative option of a reading that is consulted and that the spec leaves open.

    The number of matching cases under this option comes with it.
    """
    consulted = frozenset[str]().union(*matching)
    for reading in spec.readings:
        if reading.name not in consulted:
            continue
        for option in reading.options:
            if option != spec.options[reading.name]:
                changed = {**spec.options, reading.name: option}
                yield Choice(reading.name, option), _under(matching, changed)


class _Gain(NamedTuple):
    """A weighted count of the components that a standard explains under the given options."""

    options: Mapping[str, str]
    gain: int


def _best_choices(readings: Sequence[Reading], table: Sequence[_Row]) -> Iterator[Choice]:
    """Yield the choices that leave the fewest components unexplained.

    `explain` says how ties are decided. For the readings that affect a case, every combination of
    their options is tried. The time therefore doubles with each two-option reading that affects a
    case: 8 of these readings have 256 combinations, and 20 have more than a million.
    """
    # The number of agreeing components only breaks ties between equally good readings.
    full_weight = 1 + sum(len(row[0].findings) for row in table)
    rows = Counter[frozenset[_Gain]]()
    named: set[str] = set()
    for row in table:
        if len(row) > 1:
            gains = [_Gain(item.options, _gain(item.findings, full_weight)) for item in row]
            rows[frozenset(gains)] += 1
            named.update(*(item.options for item in row))
    open_readings = [reading for reading in readings if reading.name in named]

    def cost(options: Sequence[str]) -> tuple[int, int]:
        price = choices = 0
        chosen: dict[str, str] = {}
        for reading, option in zip(open_readings, options, strict=True):
            chosen[reading.name] = option
            price += full_weight * reading.price_of(option)
            choices += option != reading.default
        for row, number in rows.items():
            for some, gain in row:
                if some.items() <= chosen.items():
                    price -= number * gain
        return price, choices

    combinations = itertools.product(*[reading.options for reading in open_readings])
    best = min(combinations, key=cost)
    for reading, option in zip(open_readings, best, strict=True):
        yield Choice(reading.name, option)


def _gain(findings: Mapping[str, Finding], full_weight: int) -> int:
    found = list(findings.values())
    same = found.count(Finding.SAME)
    explained = same + found.count(Finding.REJECTED)
    return same + full_weight * explained
