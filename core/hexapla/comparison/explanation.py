"""A comparison told as a small table of what was done, as text.

First the groups of columns that agree, then what keeps each from the next one, row by row, then
what another option of a reading would do.
"""

import itertools
from collections.abc import Iterator, Sequence

from hexapla.comparison.branches import Branch
from hexapla.comparison.comparison import Comparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.shown import (
    ShownRow,
    acts_text,
    group_rows,
    reading_rows,
    reasons,
    shown_branches,
    shown_facets,
    shown_hosts,
)
from hexapla.grammar.validity import Verdict
from hexapla.standard.display import show, target_text
from hexapla.text.table import GAP, table, wrapped

_EXPECTED_SHOWN = 2


def explanation(comparison: Comparison, *, parts: bool = False, columns: int = 80) -> str:
    """Return a comparison as text: its groups, what parts them, and what readings would do.

    The parts are told where the target agrees, or with `parts`. A line has at most so many
    characters as there are `columns`, as long as no word is longer.
    """
    base = "" if comparison.base is None else f"{GAP}on{GAP}{show(comparison.base)}"
    blocks = [f"{show(comparison.reference)}{base}"]
    facets = shown_facets(comparison.parts, comparison.target, with_parts=parts)
    for facet in facets:
        blocks += facet_blocks(facet, columns, facet.name if len(facets) > 1 else "")
    if not any(facet.branches for facet in facets):
        why = (wrapped(reason, columns, GAP) for reason in reasons(comparison.target))
        blocks.append("\n".join(itertools.chain.from_iterable(why)))
    if not comparison.valid.agrees:
        rows = (("invalid", *row) for row in validity_rows(comparison))
        blocks.append("\n".join(table(rows, columns)))
    blocks.append("\n".join(table(host_rows(comparison), columns)))
    blocks.append("\n".join(table(change_rows(comparison), columns)))
    return "\n\n".join(filter(None, blocks))


def host_rows(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    """Yield who reads which host, and why, where columns read one URL in several ways."""
    for specs, read in shown_hosts(comparison.host, comparison.target, comparison.reference):
        yield "host", ", ".join(spec.label for spec in specs), read


def change_rows(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    """Yield the changes of a document that decide between its dates, each once."""
    changes = dict.fromkeys(item.change for item in comparison.changes)
    for change in changes:
        document = change.citation.document.label
        yield "change", change.citation.section, f"{document} {change.does}"


def facet_blocks(facet: Facet, columns: int, heading: str) -> Iterator[str]:
    """Yield the blocks of a facet: its groups below a heading, its branches, its readings."""
    groups = "\n".join(table(group_rows(facet), columns))
    yield f"{heading}\n{groups}" if heading else groups
    headings: set[str] = set()
    for branch, rows in shown_branches(facet):
        yield "\n".join(_branch_lines(branch, rows, columns, headings))
    if facet.readings:
        yield "\n".join(table(reading_rows(facet.readings), columns))
    if facet.unexplained is not None:
        yield f"{facet.unexplained[0].upper()}{facet.unexplained[1:]}."


def _branch_lines(
    branch: Branch, rows: Sequence[ShownRow], columns: int, headings: set[str]
) -> Iterator[str]:
    names = f"{branch.group}, {branch.against}"
    indent = " " * (len(names) + 3)
    for number, row in enumerate(rows):
        sign = "≠" if row.row.differs and len(rows) > 1 else " "
        before = "" if row.before is None else f": {target_text(row.before)}"
        acts = f": {acts_text(row.acts, headings)}" if row.acts else ""
        head = f"{'' if number else names:{len(names)}} {sign} {row.row.phase.words}{before}{acts}"
        yield from wrapped(head, columns, indent)
        for side, after in row.sides:
            acts = f" {acts_text(side.acts, headings)}" if side.acts else ""
            result = "" if after is None else f": {target_text(after)}"
            yield from wrapped(f"{indent[:-2]}{side.letter}{acts}{result}", columns, indent)


def validity_rows(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the columns for which a reference is not valid: their names, and where and why."""
    rows: dict[str, list[str]] = {}
    for spec, validity in zip(comparison.specs, comparison.validities, strict=True):
        if validity.verdict is Verdict.NO:
            items = str(validity.expected).split(", ")
            more = ", …" if len(items) > _EXPECTED_SHOWN else ""
            why = f"at {validity.offset}: expected {', '.join(items[:_EXPECTED_SHOWN])}{more}"
            rows.setdefault(why, []).append(spec.label)
    yield from ((", ".join(labels), told) for told, labels in rows.items())
