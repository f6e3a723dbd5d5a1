"""A terminal: its width, its colours, and tables that fit in it."""

import functools
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence

import click

from hexapla.text.signs import visible_words, width
from hexapla.text.table import TableRow

GAP = "  "
_MEASURE = 100
_WIDTH_OF_A_FILE = 200
_DIFFERS = "≠"
# The styles below, and their end: the only escape sequences that are printed.
_STYLE = re.compile(r"(\x1b\[(?:[012]|31)m)")

# What is printed to a file has no styles: click leaves them out.
strong = functools.partial(click.style, bold=True)
faint = functools.partial(click.style, dim=True)
accent = functools.partial(click.style, fg="red", bold=True)


def wants_colour(environment: Mapping[str, str]) -> bool | None:
    """Return whether output is coloured, by the same rules as Python's own; None on a terminal.

    Args:
        environment: `NO_COLOR` and then `FORCE_COLOR` decide, where one is set and not empty.
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return False if environment.get("TERM") == "dumb" else None


def echo(text: str = "", *, err: bool = False) -> None:
    """Print lines for people, in which all that has no shape is visible.

    Last safeguard: it escapes untrusted text that callers did not put on one line, with signs.

    Args:
        text: The lines.
        err: Whether to print to standard error.
    """
    click.echo(visible_lines(text), err=err)


def visible_lines(text: str) -> str:
    """Return lines with all that has no shape, but line ends and our styles, as signs."""
    return "\n".join(map(_visible_line, text.split("\n")))


def _visible_line(line: str) -> str:
    if line.isascii() and line.isprintable():
        return line
    pieces = _STYLE.split(line)
    pieces[::2] = map(visible_words, pieces[::2])
    return "".join(pieces)


def columns() -> int:
    """Return how many characters fit on a line of standard output; many where it is a file."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return shutil.get_terminal_size().columns if is_terminal else _WIDTH_OF_A_FILE


def wrap(text: str) -> str:
    """Break a sentence into lines, at spaces only."""
    measure = min(columns(), _MEASURE)
    return textwrap.fill(text, measure, break_long_words=False, break_on_hyphens=False)


def table(labels: Sequence[str], rows: Sequence[TableRow], longest: int) -> str:
    """Return a table, or its columns one below the other where lines would be too long.

    Args:
        labels: The headings of the columns.
        rows: The rows; a row with cells that differ has the sign ≠, and those cells stand out.
        longest: How many characters a line has at most.
    """
    first = max(width(row.label) for row in rows)
    widths = [
        max(width(label), *(width(row.cells[index]) for row in rows))
        for index, label in enumerate(labels)
    ]
    every = range(len(labels))
    if len(_DIFFERS) + 1 + first + sum(len(GAP) + size for size in widths) <= longest:
        headings = "".join(GAP + pad(*column) for column in zip(labels, widths, strict=True))
        head = strong(f"{' ' * (len(_DIFFERS) + 1 + first)}{headings.rstrip()}")
        return "\n".join([head, *(_line(row, first, every, widths) for row in rows)])
    return "\n\n".join(
        "\n".join([strong(labels[index]), *(_line(row, first, [index], [0]) for row in rows)])
        for index in every
    )


def _line(row: TableRow, first: int, shown: Sequence[int], widths: Sequence[int]) -> str:
    """Return the line of a row, with some of its cells."""
    gutter = " " if row.differing.isdisjoint(shown) else _DIFFERS
    line = f"{gutter} {faint(row.label)}{_space(row.label, first)}"
    for index, size in zip(shown, widths, strict=True):
        text = row.cells[index]
        mark = accent if index in row.differing else str
        line += f"{GAP}{mark(text)}{_space(text, size)}"
    return line.rstrip()


def _space(text: str, size: int) -> str:
    return " " * (size - width(text))


def pad(text: str, size: int) -> str:
    """Return a text with spaces behind it, up to a width in columns of the terminal."""
    return text + _space(text, size)
