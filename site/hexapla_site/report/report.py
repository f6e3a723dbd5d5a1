"""The report for the pages: cases compared under every standard, and the causes of differences.

This module implements no standard: it calls the library, and arranges the results.
"""

import functools
from collections import defaultdict
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
"""A base and a relative reference; under one standard, the reference replaces the base's host."""
PERIOD_TITLE = "Fielding’s test pages, 1997"


def case_of(
    base: str, reference: str, columns: tuple[Spec, ...], quotes: Iterable[Quote] = ()
) -> CaseReport:
    """Compare the results for a reference under all standards and all their readings."""
    comparison = compare(reference, base=base, specs=columns, readings="all")
    return CaseReport(comparison, tuple(quotes), recorded_answers(base, reference))


@attrs.frozen
class CauseExample:
    """A case in which a cause occurs, and the occurrence."""

    case: CaseReport
    cause: Cause

    @property
    def facet(self) -> Facet:
        """The facet in which the two standards of the cause differ, compared for only these two."""
        specs = tuple(side.spec for side in self.cause.deciding.sides)
        comparison = compare(self.case.reference, base=self.case.base, specs=specs)
        return comparison.parts if self.cause.facet == PARTS else comparison.target


@attrs.frozen(repr=False)
class CauseWithCases:
    """A cause, and every case that it decides, the shortest first.

    The `id` is derived from the phase, the two standards and their rules; the `title` describes the
    rules' effects.
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
        """The shortest case in which the cause occurs."""
        return self.examples[0]


class InterestingCase(NamedTuple):
    """A case, and the standards whose answer no other standard gives.

    If no two standards agree, `alone` is empty.
    """

    case: CaseReport
    alone: tuple[str, ...]


@attrs.frozen(slots=False, repr=False)
class Report:
    """The content of the pages about cases: the standards, oldest first, and the cases."""

    columns: tuple[Spec, ...]
    cases: tuple[CaseReport, ...]

    @functools.cached_property
    def by_input(self) -> Mapping[tuple[str, str], CaseReport]:
        """The cases, keyed by base and reference."""
        return {(case.base, case.reference): case for case in self.cases}

    @functools.cached_property
    def causes(self) -> tuple[CauseWithCases, ...]:
        """Every cause, sorted by phase, then by number of cases in descending order."""
        examples: dict[CauseKey, dict[str, CauseExample]] = {}
        for case in self.cases:
            for cause in case.causes:
                examples.setdefault(cause.key, {}).setdefault(case.id, CauseExample(case, cause))
        causes = [self._cause(key, of_key.values()) for key, of_key in examples.items()]
        return tuple(sorted(causes, key=_order))

    def _cause(self, key: CauseKey, examples: Iterable[CauseExample]) -> CauseWithCases:
        ordered = tuple(sorted(examples, key=_size))
        left, right = ordered[0].cause.deciding.sides
        by_selector = {spec.selector: spec for spec in self.columns}
        specs = by_selector[key.left], by_selector[key.right]
        rules = left.rule, right.rule
        return CauseWithCases(key.name, key, title_of(key, specs), *specs, *rules, ordered)

    @functools.cached_property
    def cause_ids(self) -> Mapping[CauseKey, str]:
        """The ids of the causes, keyed by `CauseKey`."""
        return {report.key: report.id for report in self.causes}

    def causes_of(self, spec: Spec) -> tuple[CauseWithCases, ...]:
        """Return the causes in which a standard is one of the two sides."""
        return tuple(report for report in self.causes if spec in (report.left, report.right))

    @property
    def interesting(self) -> Iterator[InterestingCase]:
        """The shortest case of each cause, if the case has sources and standards disagree on it."""
        smallest = dict.fromkeys(report.smallest.case for report in self.causes)
        for case in smallest:
            if case.sources and not case.agrees:
                yield InterestingCase(case, _alone(case))

    def cases_that_depend_on(self, spec: Spec, reading: Reading) -> tuple[CaseReport, ...]:
        """Return the cases in which a reading of a standard makes a difference."""
        cases = []
        for case in self.cases:
            for selector, variants in case.comparison.target.variants or ():
                if selector == spec.selector and _matters(reading, variants):
                    cases.append(case)
        return tuple(cases)


def make_report(
    more: Iterable[tuple[str, str]] = (), columns: tuple[Spec, ...] | None = None
) -> Report:
    """Compare the results for all reference cases under the given standards, or the default ones.

    The cases are the standards' own examples and the test pages of 1997. `more` contains additional
    pairs of base and reference.
    """
    if columns is None:
        columns = default_columns()
    quotes = defaultdict[tuple[str, str], list[Quote]](list)
    for spec in columns:
        for example in spec.examples():
            quotes[example.base, example.reference].append(quote_of_example(example))
    for row in PERIOD_CASES:
        quotes[row.base, row.reference].append(quote_of_period(row))
    for pair in more:
        quotes.setdefault(pair, [])
    cases = []
    for (base, reference), told in quotes.items():
        cases.append(case_of(base, reference, columns, told))
    return Report(columns, tuple(cases))


def quote_of_example(example: Example) -> Quote:
    """Return the quote of a standard's example."""
    citation = example.citation
    answers = []
    for answer in example.answers:
        choices = ", ".join(f"under {choice}" for choice in answer.choices)
        answers.append(QuotedAnswer(answer.target, choices))
    place = f"{citation.section}, {citation.title}"
    return Quote(citation.document.label, place, tuple(answers), citation)


def quote_of_period(row: PeriodCase) -> Quote:
    """Return the quote of a row in the test pages of 1997."""
    by_answer = row.by_answer(row.results)
    answers = tuple(QuotedAnswer(cell, ", ".join(names)) for cell, names in by_answer.items())
    return Quote(PERIOD_TITLE, "Examples of Resolving Relative URLs", answers)


def _order(cause: CauseWithCases) -> tuple[int, int, str]:
    phases = [phase.value for phase in Phase]
    return phases.index(cause.key.phase), -len(cause.examples), cause.id


def _size(example: CauseExample) -> tuple[int, int, str]:
    return len(example.case.reference), len(example.case.base), example.case.base


def _alone(case: CaseReport) -> tuple[str, ...]:
    """Return the labels of the standards whose answer no other standard gives.

    The result is empty if no two standards agree.
    """
    alone, is_shared = [], False
    for group in case.verdict.groups:
        if len(group.specs) == 1:
            alone.append(group.specs[0].document.label)
        else:
            is_shared = True
    return tuple(alone) if is_shared else ()


def _matters(reading: Reading, variants: Sequence[Variant]) -> bool:
    """Return whether variants that differ only in this reading's option have different results."""
    results: dict[tuple[Choice, ...], object] = {}
    for variant in variants:
        others = tuple(choice for choice in variant.choices if choice.reading != reading.name)
        if len(others) < len(variant.choices):
            first = results.setdefault(others, variant.key)
            if first != variant.key:
                return True
    return False
