"""Types of parameters: what an option or an argument takes, and the message where it is none."""

import math
import os
import sys
from pathlib import Path
from typing import IO, Any

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


class _FileName(click.Path):
    """The name of a file or a folder; an empty text and one with a NUL are none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that a text names."""
        _check_name(self, value, param, ctx)
        return super().convert(value, param, ctx)


class _OutputName(_FileName):
    """The name of a file that can be written, in a folder that is there."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that a text names; refuse it before a long run, not at its end."""
        path: Path = super().convert(value, param, ctx)
        if self.allow_dash and str(path) == STANDARD_STREAM:
            if sys.stdout is None:
                self.fail("standard output is closed; name a file", param, ctx)
            return path
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            self.fail(f"there is no folder {path.parent}; make it first", param, ctx)
        if not os.access(path if path.exists() else folder, os.W_OK):
            self.fail(f"{path} can't be written; name another file", param, ctx)
        return path


class _BinaryInput(click.File):
    """A file that is read as it is, or standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the open file."""
        _check_name(self, value, param, ctx)
        if value == STANDARD_STREAM and sys.stdin is None:
            self.fail("standard input is closed; name a file", param, ctx)
        file: IO[Any] = super().convert(value, param, ctx)
        if value != STANDARD_STREAM and ctx is not None and ctx.parent is not None:
            # The context of the command closes nothing where one of its next parameters is wrong.
            ctx.parent.call_on_close(file.close)
        return file


class _Seconds(click.FloatRange):
    """A number of seconds, up to a day."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("nan is no number of seconds.", param, ctx)
        return number


def _check_name(
    type_: "click.ParamType[Any]",
    value: Any,
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> None:
    if isinstance(value, str | bytes | os.PathLike):
        name = os.fsdecode(value)
        if not name:
            type_.fail("an empty text names no file; name one, or leave the option out", param, ctx)
        if "\0" in name:
            type_.fail("no name of a file has a NUL character in it", param, ctx)
        try:
            os.fsencode(name)
        except UnicodeEncodeError:
            type_.fail("no name of a file has a lone surrogate in it", param, ctx)


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
BINARY_INPUT = _BinaryInput("rb")
"""A file to be read, or standard input."""

SECONDS = _Seconds(0, _LONGEST, min_open=True)
WORKERS = click.IntRange(1, _MOST_WORKERS)
ROWS_AT_A_TIME = click.IntRange(1, _MOST_ROWS)


LENGTH = click.IntRange(0, _LONGEST_STRING)


def inputs(least: int) -> click.IntRange:
    """Return the type of a number of things to try; `least` is the smallest one taken."""
    return click.IntRange(least, _MOST_INPUTS)
