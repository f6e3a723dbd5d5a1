"""Where the standards and the test pages of 1997 quote a case."""

from hexapla.standard.example import Example
from hexapla.standard.phases import Target
from hexapla_site.data.period_clients import PeriodCase
from hexapla_site.report.case import Quote

PERIOD_TITLE = "Fielding’s test pages, 1997"


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
