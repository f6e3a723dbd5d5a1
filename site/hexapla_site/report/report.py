"""What the pages read: cases that ran through every column, and what is counted over them.

Nothing here knows an algorithm: it asks the library, and arranges the answers.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.cause_key import PARTS, CauseKey, title_of
from hexapla.comparison.comparison import compare
from hexapla.comparison.facet import Facet
from hexapla.documents.reading import Choice, Reading
from hexapla.standard.registry import default_columns
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Example
from hexapla.standard.variants import Variant
from hexapla_site.addresses import USUAL_BASE
from hexapla_site.data.period_clients import PERIOD_CASES, PeriodCase
from hexapla_site.data.recordings import recorded_answers
from hexapla_site.report.case import CaseReport, Quote, QuotedAnswer

STARTLING = (USUAL_BASE, "../../../g")
"""A case in which, under one standard, a relative reference changes the host."""
PERIOD_TITLE = "Fielding’s test pages, 1997"


def case_of(
    base: str, reference: str, columns: tuple[Spec, ...], quotes: Iterable[Quote] = ()
) -> CaseReport:
    """Compare a reference in all columns, under all readings."""
    comparison = compare(reference, base=base, specs=columns, readings="all")
    return CaseReport(comparison, tuple(quotes), recorded_answers(base, reference))


@attrs.frozen
class CauseExample:
    """A case that has a cause, and the cause as the case has it."""

    case: CaseReport
    cause: Cause

    @property
    def facet(self) -> Facet:
        """What the two columns of the cause differ about, without the other columns."""
        specs = tuple(side.spec for side in self.cause.deciding.sides)
        comparison = compare(self.case.reference, base=self.case.base, specs=specs)
        return comparison.parts if self.cause.facet == PARTS else comparison.target


@attrs.frozen(repr=False)
class CauseWithCases:
    """A cause, and every case for which it decides, the shortest first.

    The `id` is made of the phase and the two rules; the `title` says what happens by these.
    """

    id: str
    key: CauseKey
    title: str
    left: Spec
    right: Spec
    left_rule: Rule
    right_rule: Rule
    examples: tuple[CauseExample, ...]

    @property
    def smallest(self) -> CauseExample:
        """The shortest case that has it."""
        return self.examples[0]


class InterestingCase(NamedTuple):
    """A case, and the columns that stand alone on it.

    There are none where no two agree, or none stands alone.
    """

    case: CaseReport
    alone: tuple[str, ...]


@attrs.frozen(slots=False, repr=False)
class Report:
    """What the pages about cases show: the columns, oldest first, and the cases."""

    columns: tuple[Spec, ...]
    cases: tuple[CaseReport, ...]

    @functools.cached_property
    def by_input(self) -> Mapping[tuple[str, str], CaseReport]:
        """The cases by base and reference."""
        return {(case.base, case.reference): case for case in self.cases}

    @functools.cached_property
    def causes(self) -> tuple[CauseWithCases, ...]:
        """Every cause, by phase and then the one with most cases first."""
        examples: dict[CauseKey, dict[str, CauseExample]] = {}
        for case in self.cases:
            for cause in case.causes:
                examples.setdefault(cause.key, {}).setdefault(case.id, CauseExample(case, cause))
        phases = [phase.value for phase in Phase]
        causes = [self._cause(key, of_key.values()) for key, of_key in examples.items()]
        causes.sort(key=lambda each: (phases.index(each.key.phase), -len(each.examples), each.id))
        return tuple(causes)

    def _cause(self, key: CauseKey, examples: Iterable[CauseExample]) -> CauseWithCases:
        ordered = tuple(sorted(examples, key=_size))
        left, right = ordered[0].cause.deciding.sides
        by_selector = {spec.selector: spec for spec in self.columns}
        specs = by_selector[key.left], by_selector[key.right]
        rules = left.rule, right.rule
        return CauseWithCases(key.name, key, title_of(key, specs), *specs, *rules, ordered)

    @functools.cached_property
    def cause_ids(self) -> Mapping[CauseKey, str]:
        """The names of the causes by their keys."""
        return {report.key: report.id for report in self.causes}

    def causes_of(self, spec: Spec) -> tuple[CauseWithCases, ...]:
        """Return the causes that a standard is one side of."""
        return tuple(report for report in self.causes if spec in (report.left, report.right))

    @property
    def interesting(self) -> Iterator[InterestingCase]:
        """The smallest case of each cause, and the columns that stand alone on it."""
        smallest = dict.fromkeys(report.smallest.case for report in self.causes)
        for case in smallest:
            if case.sources and not case.agrees:
                yield InterestingCase(case, _alone(case))

    def cases_that_depend_on(self, spec: Spec, reading: Reading) -> tuple[CaseReport, ...]:
        """Return the cases in which a reading of a standard makes a difference."""
        return tuple(
            case
            for case in self.cases
            for selector, variants in case.comparison.target.variants or ()
            if selector == spec.selector and _matters(reading, variants)
        )


def make_report(
    more: Iterable[tuple[str, str]] = (), columns: tuple[Spec, ...] | None = None
) -> Report:
    """Run all reference cases through the columns.

    The cases are the standards' own examples and the test pages of 1997.

    `more` are further pairs of base and reference. The default columns are taken where none are
    given.
    """
    columns = default_columns() if columns is None else columns
    quotes: dict[tuple[str, str], list[Quote]] = {}
    for spec in columns:
        for example in spec.examples():
            quote = quote_of_example(example)
            quotes.setdefault((example.base, example.reference), []).append(quote)
    for row in PERIOD_CASES:
        quotes.setdefault((row.base, row.reference), []).append(quote_of_period(row))
    for base, reference in more:
        quotes.setdefault((base, reference), [])
    return Report(columns, tuple(case_of(*pair, columns, told) for pair, told in quotes.items()))


def quote_of_example(example: Example) -> Quote:
    """Return where a standard has an example."""
    citation = example.citation
    answers = []
    for answer in example.answers:
        choices = ", ".join(f"under {choice}" for choice in answer.choices)
        answers.append(QuotedAnswer(answer.target, choices))
    place = f"{citation.section}, {citation.title}"
    return Quote(citation.document.label, place, tuple(answers), citation)


def quote_of_period(row: PeriodCase) -> Quote:
    """Return what the test pages of 1997 say in a row."""
    by_answer = row.by_answer(row.results)
    answers = tuple(QuotedAnswer(cell, ", ".join(names)) for cell, names in by_answer.items())
    return Quote(PERIOD_TITLE, "Examples of Resolving Relative URLs", answers)


def _size(example: CauseExample) -> tuple[int, int, str]:
    return len(example.case.reference), len(example.case.base), example.case.base


def _alone(case: CaseReport) -> tuple[str, ...]:
    """Name the columns whose answer no other column gives."""
    groups = sorted(case.verdict.groups, key=lambda group: -len(group.specs))
    if len(groups[0].specs) == 1:
        return ()
    return tuple(group.specs[-1].document.label for group in groups if len(group.specs) == 1)


def _matters(reading: Reading, variants: Sequence[Variant]) -> bool:
    """Return whether two variants differ that have all choices in common but this one."""
    results: dict[tuple[Choice, ...], object] = {}
    for variant in variants:
        others = tuple(choice for choice in variant.choices if choice.reading != reading.name)
        if len(others) < len(variant.choices) and results.setdefault(others, variant.key) != (
            variant.key
        ):
            return True
    return False
