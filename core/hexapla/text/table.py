"""Format tables of strings, as lines or, for notebooks, as HTML that needs no style sheet."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from hexapla.text.signs import cut, width

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# Colours are inherited from the surrounding page, so that light and dark pages both work.
_LEFT = "text-align:left;vertical-align:top;padding:.15em .8em .15em 0"
_CELL = f"{_LEFT};border-bottom:1px solid rgba(128,128,128,.4)"
_MONO = "font-family:monospace;overflow-wrap:anywhere"
_SURROGATE = re.compile("[\ud800-\udfff]")
# The maximum length of a cell or a sentence in a notebook, in characters.
_LONGEST = 4_000
GAP = "  "
"""The separator between items on a line."""
DOT = f"{GAP}·{GAP}"
"""The separator between results on a line."""
# The minimum width of a last cell in characters; with less space, it is put below the other cells.
_NARROWEST = 40


def aligned(rows: Iterable[Iterable[object]], *, numbers: bool = False) -> Iterator[str]:
    """Yield the rows of a table as lines, with aligned columns.

    If `numbers` is true, all columns except the first are right-aligned.
    """
    texts = [list(map(str, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    justified = str.rjust if numbers else str.ljust
    for first, *others in texts:
        heading = first.ljust(widths[0])
        cells = map(justified, others, widths[1:])
        yield GAP.join((heading, *cells)).rstrip()


def wrapped(text: str, columns: int, indent: str) -> list[str]:
    """Wrap a string at spaces only; all lines except the first begin with `indent`."""
    return textwrap.wrap(
        text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def table(rows: Iterable[Sequence[str]], columns: int) -> Iterator[str]:
    """Yield the lines of a table, and wrap last cells that don't fit.

    If fewer than 40 characters are left for such a cell, it is put below the other cells.

    Args:
        rows: The rows, which have the same number of cells.
        columns: The maximum length of a line, unless a word or the other cells are longer.
    """
    table = list(rows)
    sizes = [max(map(width, column)) for column in zip(*table, strict=True)][:-1]
    left = columns - sum(sizes) - len(GAP) * len(sizes)
    for *others, last in table:
        cells = list(map(padded, others, sizes))
        if left >= min(width(last), _NARROWEST):
            first, *lines = textwrap.wrap(last, max(left, 1), break_long_words=False) or [""]
            cells.append(first)
            indent = " " * (columns - left)
        else:
            indent = GAP * 2
            lines = textwrap.wrap(last, columns - len(indent), break_long_words=False)
        yield GAP.join(cells).rstrip()
        for line in lines:
            yield indent + line


def padded(cell: str, size: int) -> str:
    """Pad a cell with spaces to a number of columns."""
    return cell + " " * (size - width(cell))


def html_of(*blocks: str) -> str:
    """Return an HTML element that contains the given blocks, and scrolls if they are too wide."""
    return f'<div style="overflow-x:auto">{"".join(blocks)}</div>'


def html_table(caption: str, rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Return an HTML table; cells are HTML, and the first cell of each row is the row's heading.

    `head` contains the column headings, which are escaped; it is empty for a table without
    headings.
    """
    parts = [
        f'<table style="border-collapse:collapse;margin:.4em 0"><caption style="{_LEFT};'
        f'caption-side:top;font-weight:bold;color:inherit">{escaped(caption)}</caption>'
    ]
    if head:
        headings = (f'<th scope="col" style="{_CELL}">{escaped(item)}</th>' for item in head)
        parts += ["<thead><tr>", *headings, "</tr></thead>"]
    parts.append("<tbody>")
    for label, *cells in rows:
        parts.append(f'<tr><th scope="row" style="{_CELL}">{label}</th>')
        parts += (f'<td style="{_CELL};{_MONO}">{cell}</td>' for cell in cells)
        parts.append("</tr>")
    parts.append("</tbody></table>")
    return "".join(parts)


def escaped_cells(row: Iterable[str]) -> tuple[str, ...]:
    """Escape the cells of a row for HTML."""
    return tuple(map(escaped, row))


def html_paragraphs(texts: Iterable[str]) -> str:
    """Escape strings, and format each as an HTML paragraph."""
    return "".join(f'<p style="max-width:70ch">{escaped(text)}</p>' for text in texts)


def escaped(text: str) -> str:
    """Escape a string for HTML, leaving out the middle if it is very long.

    Lone surrogates, which HTML can't contain, are replaced with question marks.
    """
    shown = cut(text, _LONGEST).translate(_ESCAPES)
    return _SURROGATE.sub("?", shown)
