"""What options and arguments take, and the message where a value is no such thing."""

import math
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

STANDARD_STREAM = "-"
"""What stands for standard input or standard output in place of a file or a text."""

# What only a mistake goes beyond: a day, more processes or rows than one machine
# has use for, more strings than anybody can wait for.
_LONGEST = 86_400
_MOST_WORKERS = 256
_MOST_ROWS = 10_000_000
_LONGEST_STRING = 64
_MOST_INPUTS = 1_000_000_000
_FETCHED = ("http://", "https://", "ftp://")


class _FileName(click.Path):
    """The name of a file or a folder; `-` stands for a standard stream."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that a text names."""
        if not value:
            self.fail("an empty text names no file; name one, or leave the option out", param, ctx)
        if self.exists and str(value).lower().startswith(_FETCHED):
            wrong = "nothing is fetched; save what is at this address, and name the file"
            self.fail(wrong, param, ctx)
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail("no name of a file has a NUL or a lone surrogate in it", param, ctx)


class _OutputName(_FileName):
    """The name of a file that can be written, in a folder that is there."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that a text names; refuse it before a long run, not at its end."""
        path: Path = super().convert(value, param, ctx)
        if self.allow_dash and value == STANDARD_STREAM:
            return path
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            self.fail(f"there is no folder {path.parent}; make it first", param, ctx)
        if not os.access(path if path.exists() else folder, os.W_OK):
            self.fail(f"{path} can't be written; name another file", param, ctx)
        return path


class _Seconds(click.FloatRange):
    """A number of seconds, up to a day."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("nan is no number of seconds.", param, ctx)
        return number


INPUT_FILE = _FileName(exists=True, dir_okay=False, path_type=Path)
"""A file that is there, to be read."""
INPUT = _FileName(exists=True, dir_okay=False, allow_dash=True)
"""The name of such a file, or of standard input."""
OUTPUT_FILE = _OutputName(dir_okay=False, path_type=Path)
"""A file to be written."""
OUTPUT = _OutputName(dir_okay=False, allow_dash=True, path_type=Path)
"""A file to be written, or standard output."""
FOLDER = _FileName(file_okay=False, path_type=Path)
"""A folder to write into, which may have to be made."""
INPUT_FOLDER = _FileName(exists=True, file_okay=False, path_type=Path)
"""A folder that is there, to be read."""
FILE_OR_FOLDER = _FileName(allow_dash=True, path_type=Path)
"""A file or a folder to write into, or standard output."""

SECONDS = _Seconds(0, _LONGEST, min_open=True)
WORKERS = click.IntRange(1, _MOST_WORKERS)
ROWS_AT_A_TIME = click.IntRange(1, _MOST_ROWS)
LENGTH = click.IntRange(0, _LONGEST_STRING)


def inputs(least: int) -> click.IntRange:
    """Return the type of a number of things to try; `least` is the smallest one taken."""
    return click.IntRange(least, _MOST_INPUTS)


def texts_in(argument: str) -> Iterator[str]:
    """Yield the texts that an argument stands for: itself, or the lines of standard input.

    A line ends with LF or CRLF. A byte order mark at the beginning is no part of a text. Bytes that
    are not UTF-8 become lone surrogates, one for each byte.
    """
    if argument != STANDARD_STREAM:
        yield argument
        return
    for number, line in enumerate(sys.stdin.buffer):
        octets = line if number else line.removeprefix(BOM_UTF8)
        text = octets.decode("utf-8", "surrogateescape").removesuffix("\n")
        yield text.removesuffix("\r")
