"""A comparison as a table: a row for validity, for each component and for the target."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hexapla.comparison.grouping import largest_of
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show, target_text, verdict_text
from hexapla.comparison.sentence import explained
from hexapla.comparison.wording import apparatus, reasons
from hexapla.grammar.validity import Verdict
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.phases import has_rule
from hexapla.text.signs import UNDEFINED
from hexapla.text.table import Row, html_of, html_paragraphs, html_table

if TYPE_CHECKING:
    from hexapla.comparison.compared import Comparison


def rows_of(comparison: "Comparison") -> Iterator[Row]:
    """Yield the rows; cells that are not of the largest group differ."""
    verdicts = [
        None if validity.verdict is Verdict.NO_PRODUCTION else validity.verdict
        for validity in comparison.validities
    ]
    if any(verdict is not None for verdict in verdicts):
        cells = tuple(map(verdict_text, comparison.validities))
        yield Row(
            "valid", cells, _minority(verdicts, [verdict is not None for verdict in verdicts])
        )
    references = comparison.references
    own_names = (component.shared for spec in comparison.specs for component in spec.components)
    for name in dict.fromkeys((*SHARED_NAMES, *own_names)):
        parts = [reference.part(name) for reference in references]
        if any(part is not None for part in parts):
            cells = tuple(UNDEFINED if part is None else show(part) for part in parts)
            yield Row(name, cells, _minority(parts, [item.has_spans for item in references]))
    if comparison.target is not None:
        targets = [resolution.target for resolution in comparison.resolutions]
        cells = tuple(map(target_text, targets))
        yield Row("target", cells, _minority(targets, list(map(has_rule, targets))))


def _minority(values: Sequence[object], counts: Sequence[bool]) -> frozenset[int]:
    """Return the indexes of the values that are not of the largest group; all, where none is.

    Only the columns that `counts` marks are looked at; the others are silent.
    """
    said = [(index, value) for index, value in enumerate(values) if counts[index]]
    largest = largest_of([value for _, value in said])
    return frozenset(index for index, value in said if value != largest)


def html_of_comparison(comparison: "Comparison") -> str:
    """Return a comparison as HTML for a notebook: the table, and the causes in a sentence each."""
    head = ["", *(label_of(spec) for spec in comparison.specs)]
    base = "" if comparison.base is None else f"  (base {show(comparison.base)})"
    causes = (
        explanation.text
        for facet in comparison.facets
        for explanation in explained(cause.differences for cause in facet.causes)
    )
    return html_of(
        html_table(apparatus(comparison) + base, head, rows_of(comparison)),
        html_paragraphs((*reasons(comparison), *causes)),
    )
