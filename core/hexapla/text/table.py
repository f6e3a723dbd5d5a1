"""A table of texts, and how a notebook shows one: HTML that needs no style sheet."""

import re
from collections.abc import Iterable, Sequence

import attrs

from hexapla.text.signs import cut

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# Colours are those of the page around it, whether that is light or dark.
_LEFT = "text-align:left;vertical-align:top;padding:.15em .8em .15em 0"
_CELL = f"{_LEFT};border-bottom:1px solid rgba(128,128,128,.4)"
_MONO = "font-family:monospace;overflow-wrap:anywhere"
_SURROGATE = re.compile("[\ud800-\udfff]")
# In characters: how much of a text a notebook shows, in each cell and each sentence.
_LONGEST = 4_000


@attrs.frozen
class TableRow:
    """A row of a table: its label, a cell for each column, and the indexes of those that differ."""

    label: str
    cells: tuple[str, ...]
    differing: frozenset[int] = frozenset()


def html_of(*blocks: str) -> str:
    """Return blocks of HTML as one, which scrolls in itself where it is too wide."""
    return f'<div style="overflow-x:auto">{"".join(blocks)}</div>'


def html_table(caption: str, head: Sequence[str], rows: Iterable[TableRow]) -> str:
    """Return a table as HTML, in which all text is escaped.

    Args:
        caption: What the table shows.
        head: The heading of the labels, and of each column.
        rows: The rows; a row with cells that differ has the sign ≠, and those cells stand out.
    """
    headings = "".join(f'<th scope="col" style="{_CELL}">{escaped(item)}</th>' for item in head)
    body = "".join(map(_row, rows))
    return (
        f'<table style="border-collapse:collapse;margin:.4em 0"><caption style="{_LEFT};'
        f'caption-side:top;font-weight:bold;color:inherit">{escaped(caption)}</caption>'
        f"<thead><tr>{headings}</tr></thead><tbody>{body}</tbody></table>"
    )


def html_rows(caption: str, rows: Iterable[Sequence[str]]) -> str:
    """Return a table as HTML whose rows are headed by their first cells.

    Args:
        caption: What the table shows.
        rows: The rows; their cells are HTML.
    """
    style = f'style="{_CELL};{_MONO}"'
    body = "".join(
        f'<tr><th scope="row" {style}>{head}</th>'
        + "".join(f"<td {style}>{cell}</td>" for cell in cells)
        + "</tr>"
        for head, *cells in rows
    )
    return (
        f'<table style="border-collapse:collapse;margin:.4em 0"><caption style="{_LEFT};'
        f'caption-side:top;font-weight:bold;color:inherit">{escaped(caption)}</caption>'
        f"<tbody>{body}</tbody></table>"
    )


def html_paragraphs(texts: Iterable[str]) -> str:
    """Return texts as paragraphs of HTML, escaped."""
    return "".join(f'<p style="max-width:70ch">{escaped(text)}</p>' for text in texts)


def _row(row: TableRow) -> str:
    sign = "≠ " if row.differing else ""
    cells = "".join(
        f'<td style="{_CELL};{_MONO}">{_marked(cell, index in row.differing)}</td>'
        for index, cell in enumerate(row.cells)
    )
    return f'<tr><th scope="row" style="{_CELL}">{sign}{escaped(row.label)}</th>{cells}</tr>'


def _marked(cell: str, differs: bool) -> str:
    return f"<strong>{escaped(cell)}</strong>" if differs else escaped(cell)


def escaped(text: str) -> str:
    """Return a text as HTML has it, without the middle of one that is very long.

    A lone surrogate, which no page can hold, is a sign.
    """
    shown = cut(text, _LONGEST).translate(_ESCAPES)
    return _SURROGATE.sub("?", shown)
