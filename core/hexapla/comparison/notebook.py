"""Facets as a notebook shows them: HTML that needs no style sheet."""

from collections.abc import Iterable, Iterator, Sequence

from hexapla.comparison.display import show, target_text
from hexapla.comparison.facet import Facet
from hexapla.comparison.shown import (
    ShownRow,
    ShownSide,
    acts_text,
    group_rows,
    reading_rows,
    shown_branches,
)
from hexapla.text.table import escaped, escaped_cells, html_of, html_table


def html_facets(caption: str, facets: Iterable[Facet]) -> str:
    """Return the groups, the branches and the readings of some facets as HTML."""
    return html_of(*(table for facet in facets for table in _tables(caption, facet)))


def _tables(caption: str, facet: Facet) -> Iterator[str]:
    yield html_table(caption, map(escaped_cells, group_rows(facet)))
    for branch, rows in shown_branches(facet):
        yield html_table(f"{branch.group}, {branch.against}", _branch_rows(rows))
    if facet.readings:
        yield html_table("Readings", map(escaped_cells, reading_rows(facet.readings)))


def _branch_rows(rows: Iterable[ShownRow]) -> Iterator[Sequence[str]]:
    for row in rows:
        acts = f": {acts_text(row.acts)}" if row.acts else ""
        before = "" if row.before is None or row.is_struck else target_text(row.before)
        yield escaped_cells(("", f"{row.when}{acts}", before))
        for side in row.sides:
            yield escaped(side.letter), escaped(acts_text(side.acts)), _result(side)


def _result(side: ShownSide) -> str:
    """Return the text before with what was taken out of it struck out, or the text after."""
    if side.pieces:
        shown = ((escaped(show(text)), removed) for text, removed in side.pieces)
        return "".join(f"<del>{text}</del>" if removed else text for text, removed in shown)
    return "" if side.after is None else f"→ {escaped(target_text(side.after))}"
