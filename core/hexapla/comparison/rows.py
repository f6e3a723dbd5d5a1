"""A comparison as a table: a row for validity, for each component and for the target."""

from collections.abc import Iterator, Sequence

from hexapla.comparison.facet import TargetFacet
from hexapla.comparison.grouping import largest_of
from hexapla.comparison.one_line import show, target_text, verdict_text
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.phases import has_rule
from hexapla.standard.reference import Reference
from hexapla.text.signs import UNDEFINED
from hexapla.text.table import TableRow


def rows_of(
    references: Sequence[Reference], validities: Sequence[Validity], target: TargetFacet | None
) -> Iterator[TableRow]:
    """Yield the rows; cells that are not of the largest group differ.

    Args:
        references: The reference as each column takes it apart.
        validities: What each column's grammar says of it.
        target: What the columns resolve it to; None where there is no base.
    """
    verdicts = [
        None if validity.verdict is Verdict.NO_PRODUCTION else validity.verdict
        for validity in validities
    ]
    if any(verdict is not None for verdict in verdicts):
        cells = tuple(map(verdict_text, validities))
        yield TableRow(
            "valid", cells, _minority(verdicts, [verdict is not None for verdict in verdicts])
        )
    own_names = (part.shared for reference in references for part in reference.spec.components)
    for name in dict.fromkeys((*SHARED_NAMES, *own_names)):
        parts = [reference.part(name) for reference in references]
        if any(part is not None for part in parts):
            cells = tuple(UNDEFINED if part is None else show(part) for part in parts)
            yield TableRow(name, cells, _minority(parts, [item.has_spans for item in references]))
    if target is not None:
        cells = tuple(map(target_text, target.targets))
        yield TableRow(
            "target", cells, _minority(target.targets, list(map(has_rule, target.targets)))
        )


def _minority(values: Sequence[object], counts: Sequence[bool]) -> frozenset[int]:
    """Return the indexes of the values that are not of the largest group; all, where none is.

    Only the columns that `counts` marks are looked at; the others are silent.
    """
    said = [(index, value) for index, value in enumerate(values) if counts[index]]
    largest = largest_of([value for _, value in said])
    return frozenset(index for index, value in said if value != largest)
