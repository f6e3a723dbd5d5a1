"""A terminal: its width, and its colours."""

import functools
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from hexapla.text.signs import visible_words, width

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

GAP = "  "
_MEASURE = 100
_WIDTH_OF_A_FILE = 200
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
    """
    click.echo("\n".join(map(_visible_line, text.split("\n"))), err=err)


def _visible_line(line: str) -> str:
    """Return a line with all that has no shape, but our styles, as signs."""
    if line.isascii() and line.isprintable():
        return line
    pieces = _STYLE.split(line)
    pieces[::2] = map(visible_words, pieces[::2])
    return "".join(pieces)


def columns() -> int:
    """Return how many characters fit on a line of standard output; many where it is a file."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDTH_OF_A_FILE


def wrap(text: str) -> str:
    """Break a sentence into lines, at spaces only."""
    measure = min(columns(), _MEASURE)
    return textwrap.fill(text, measure, break_long_words=False, break_on_hyphens=False)


def pad(text: str, size: int) -> str:
    """Return a text with spaces behind it, up to a width in columns of the terminal."""
    return text + " " * (size - width(text))


def progress(label: str, length: int, *, quiet: bool, counts: bool = False) -> "ProgressBar[int]":
    """Return a bar on standard error, where that is a terminal and nobody asked for quiet.

    `counts` says whether to show how many steps are done, and of how many.
    """
    hidden = quiet or not sys.stderr.isatty()
    return click.progressbar(
        length=length, label=label, file=sys.stderr, hidden=hidden, show_pos=counts
    )
