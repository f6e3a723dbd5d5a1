"""What the pages read: cases that ran through every column, and what is counted over them.

Nothing here knows an algorithm: it asks the library, and arranges the answers.
"""

import functools
from collections.abc import Iterable, Mapping, Sequence

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla.comparison.readings import Variant
from hexapla.documents.reading import Choice, Reading
from hexapla.standard.phases import Target
from hexapla.standard.registry import specs
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Example
from hexapla_site.addresses import USUAL_BASE
from hexapla_site.data.period_clients import PERIOD_CASES, PeriodCase
from hexapla_site.data.recordings import recorded_answers
from hexapla_site.report.case import CaseReport, Quote, case_of
from hexapla_site.report.causes import CauseWithCases, causes_in

STARTLING = (USUAL_BASE, "../../../g")
"""A case in which, under one standard, a relative reference changes the host."""
PERIOD_TITLE = "Fielding’s test pages, 1997"


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
    def sources(self) -> tuple[str, ...]:
        """All sources, in the order in which the cases name them."""
        return tuple(dict.fromkeys(source for case in self.cases for source in case.sources))

    @functools.cached_property
    def causes(self) -> tuple[CauseWithCases, ...]:
        """Every cause, by phase and then the one with most cases first."""
        return causes_in(self.cases, self.columns)

    @functools.cached_property
    def cause_ids(self) -> Mapping[CauseKey, str]:
        """The names of the causes by their keys."""
        return {report.key: report.id for report in self.causes}

    def causes_of(self, spec: Spec) -> tuple[CauseWithCases, ...]:
        """Return the causes that a standard is one side of."""
        return tuple(report for report in self.causes if spec in (report.left, report.right))

    @property
    def interesting(self) -> tuple[tuple[CaseReport, tuple[str, ...]], ...]:
        """The smallest case of each cause, and the columns that stand alone on it.

        That is none where no two agree, or none stands alone.
        """
        smallest = dict.fromkeys(report.smallest.case for report in self.causes)
        return tuple((case, _alone(case)) for case in smallest if case.sources and not case.agrees)

    def cases_that_touch(self, spec: Spec, reading: Reading) -> tuple[CaseReport, ...]:
        """Return the cases in which a reading of a standard makes a difference."""
        return tuple(
            case
            for case in self.cases
            for selector, variants in case.comparison.target.variants or ()
            if selector == spec.selector and _matters(reading, variants)
        )


def quote_of_example(example: Example) -> Quote:
    """Return where a standard has an example."""
    citation = example.citation
    answers = tuple(
        (answer.target, ", ".join(f"under {choice}" for choice in answer.choices))
        for answer in example.answers
    )
    place = f"{citation.section}, {citation.title}"
    return Quote(citation.document.label, place, answers, citation)


def quote_of_period(row: PeriodCase) -> Quote:
    """Return what the test pages of 1997 say in a row."""
    columns: dict[Target, list[str]] = {}
    for column, cells in row.results.items():
        for cell in cells:
            columns.setdefault(cell, []).append(column)
    answers = tuple((cell, ", ".join(names)) for cell, names in columns.items())
    return Quote(PERIOD_TITLE, "Examples of Resolving Relative URLs", answers)


def make_report(
    more: Iterable[tuple[str, str]] = (), columns: tuple[Spec, ...] | None = None
) -> Report:
    """Run all reference cases through the columns.

    The cases are the standards' own examples and the test pages of 1997.

    `more` are further pairs of base and reference. All columns are taken that are installed, where
    none are given.
    """
    columns = specs() if columns is None else columns
    quotes: dict[tuple[str, str], list[Quote]] = {}
    for spec in columns:
        for example in spec.examples():
            quote = quote_of_example(example)
            quotes.setdefault((example.base, example.reference), []).append(quote)
    for row in PERIOD_CASES:
        quotes.setdefault((row.base, row.reference), []).append(quote_of_period(row))
    for base, reference in more:
        quotes.setdefault((base, reference), [])
    cases = (
        case_of(base, reference, columns, of_case, recorded_answers(base, reference))
        for (base, reference), of_case in quotes.items()
    )
    return Report(columns, tuple(cases))


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
