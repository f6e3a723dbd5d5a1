"""A table of texts: as lines, and as a notebook shows one, HTML that needs no style sheet."""

import re
from collections.abc import Iterable, Iterator, Sequence

from hexapla.text.signs import cut

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# Colours are those of the page around it, whether that is light or dark.
_LEFT = "text-align:left;vertical-align:top;padding:.15em .8em .15em 0"
_CELL = f"{_LEFT};border-bottom:1px solid rgba(128,128,128,.4)"
_MONO = "font-family:monospace;overflow-wrap:anywhere"
_SURROGATE = re.compile("[\ud800-\udfff]")
# In characters: how much of a text a notebook shows, in each cell and each sentence.
_LONGEST = 4_000


def aligned(
    rows: Iterable[Iterable[object]], *, gap: str = "  ", numbers: bool = False
) -> Iterator[str]:
    """Yield the rows of a table as lines, with columns of equal width.

    All columns but the first hold `numbers`, which are aligned to the right, or none do.
    """
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for first, *others in texts:
        cells = zip(others, widths[1:], strict=True)
        justified = (cell.rjust(width) if numbers else cell.ljust(width) for cell, width in cells)
        yield gap.join((first.ljust(widths[0]), *justified)).rstrip()


def html_of(*blocks: str) -> str:
    """Return blocks of HTML as one, which scrolls in itself where it is too wide."""
    return f'<div style="overflow-x:auto">{"".join(blocks)}</div>'


def html_table(caption: str, rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Return a table as HTML whose rows, of cells in HTML, are headed by their first ones.

    `head` has the heading of each column, as text; nothing for a table without headings.
    """
    headings = "".join(f'<th scope="col" style="{_CELL}">{escaped(item)}</th>' for item in head)
    body = "".join(
        f'<tr><th scope="row" style="{_CELL}">{label}</th>'
        + "".join(f'<td style="{_CELL};{_MONO}">{cell}</td>' for cell in cells)
        + "</tr>"
        for label, *cells in rows
    )
    return (
        f'<table style="border-collapse:collapse;margin:.4em 0"><caption style="{_LEFT};'
        f'caption-side:top;font-weight:bold;color:inherit">{escaped(caption)}</caption>'
        + (f"<thead><tr>{headings}</tr></thead>" if head else "")
        + f"<tbody>{body}</tbody></table>"
    )


def escaped_cells(row: Iterable[str]) -> tuple[str, ...]:
    """Return the cells of a row as HTML."""
    return tuple(map(escaped, row))


def html_paragraphs(texts: Iterable[str]) -> str:
    """Return texts as paragraphs of HTML, escaped."""
    return "".join(f'<p style="max-width:70ch">{escaped(text)}</p>' for text in texts)


def escaped(text: str) -> str:
    """Return a text as HTML has it, without the middle of one that is very long.

    A lone surrogate, which no page can hold, is a sign.
    """
    shown = cut(text, _LONGEST).translate(_ESCAPES)
    return _SURROGATE.sub("?", shown)
