"""A terminal: its width, its colours, and tables that fit in it."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence

import attrs
import click

from hexapla.text.signs import visible_words, width
from hexapla.text.table import Row

GAP = "  "
_MEASURE = 100
_WIDTH_OF_A_FILE = 200
_DIFFERS = "≠"
# The styles below, and their end: the only escape sequences that are printed.
_STYLE = re.compile(r"(\x1b\[(?:[012]|31)m)")


def wants_colour(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Return whether output is coloured, by the same rules as Python's own.

    Args:
        environment: `NO_COLOR` and then `FORCE_COLOR` decide, where one is set and not empty.
        is_terminal: Whether the output goes to a terminal; it decides where neither is set.
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return is_terminal and environment.get("TERM") != "dumb"


@attrs.frozen
class Terminal:
    """Where the text goes: how wide it is, and whether it shows colour."""

    columns: int
    colour: bool

    def wrap(self, text: str) -> str:
        """Break a sentence into lines, at spaces only."""
        columns = min(self.columns, _MEASURE)
        return textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)

    def strong(self, text: str) -> str:
        """Make a text stand out."""
        return click.style(text, bold=True) if self.colour else text

    def faint(self, text: str) -> str:
        """Make a text step back."""
        return click.style(text, dim=True) if self.colour else text

    def accent(self, text: str) -> str:
        """Mark a text as what disagrees."""
        return click.style(text, fg="red", bold=True) if self.colour else text


def echo(text: str = "", *, err: bool = False) -> None:
    """Print lines for people, in which all that has no shape is visible.

    It is the net below all that is printed. A text from outside is made visible, on one line, where
    it is put into a sentence; this sees to those that were forgotten.

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


def this_terminal() -> Terminal:
    """Return the terminal that standard output is, or a wide one in place of a file."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    columns = shutil.get_terminal_size().columns if is_terminal else _WIDTH_OF_A_FILE
    return Terminal(columns, wants_colour(os.environ, is_terminal=is_terminal))


def table(labels: Sequence[str], rows: Sequence[Row], terminal: Terminal) -> str:
    """Return the columns side by side, or one below the other where they are too wide."""
    first = max(width(row.label) for row in rows)
    widths = [
        max(width(label), *(width(row.cells[index]) for row in rows))
        for index, label in enumerate(labels)
    ]
    total = len(_DIFFERS) + 1 + first + sum(len(GAP) + column for column in widths)
    if total > terminal.columns:
        return _stacked(labels, rows, first, terminal)
    head = " " * (len(_DIFFERS) + 1 + first)
    lines = [
        head + "".join(GAP + pad(label, size) for label, size in zip(labels, widths, strict=True))
    ]
    lines[0] = terminal.strong(lines[0].rstrip())
    for row in rows:
        gutter = _DIFFERS if row.differing else " "
        cells = [GAP + _cell(row, index, terminal, size) for index, size in enumerate(widths)]
        line = f"{gutter} {terminal.faint(pad(row.label, first))}{''.join(cells)}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def _stacked(labels: Sequence[str], rows: Sequence[Row], first: int, terminal: Terminal) -> str:
    blocks = []
    for index, label in enumerate(labels):
        lines = [terminal.strong(label)]
        for row in rows:
            gutter = _DIFFERS if index in row.differing else " "
            cell = _cell(row, index, terminal, 0)
            lines.append(f"{gutter} {terminal.faint(pad(row.label, first))}{GAP}{cell}".rstrip())
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _cell(row: Row, index: int, terminal: Terminal, size: int) -> str:
    text = pad(row.cells[index], size)
    mark: Callable[[str], str] = terminal.accent if index in row.differing else str
    return mark(text)


def pad(text: str, size: int) -> str:
    """Return a text with spaces behind it, up to a width in columns of the terminal."""
    return text + " " * (size - width(text))
