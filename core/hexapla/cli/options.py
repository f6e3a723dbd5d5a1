"""Options that several commands have, and what options and arguments take.

What means the same has one name and the same words.
"""

import functools
import math
import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from hexapla.cli import completion
from hexapla.pages.page import LARGEST_PAGE
from hexapla.standard.registry import columns_of, default_columns
from hexapla.standard.spec import Spec

STANDARD_STREAM = "-"
"""What stands for standard input or standard output in place of a file or a text."""

_FETCHED = ("http://", "https://", "ftp://")


class FileName(click.Path):
    """The name of a file or a folder; `-` stands for a standard stream.

    A file that is to be written is refused before a long run, and not at its end.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that a text names."""
        if not value:
            self.fail("an empty text names no file; name one, or leave the option out", param, ctx)
        if self.exists and str(value).lower().startswith(_FETCHED):
            wrong = "nothing is fetched; save what is at this address, and name the file"
            self.fail(wrong, param, ctx)
        try:
            path: Any = super().convert(value, param, ctx)
        except ValueError:
            self.fail("no name of a file has a NUL or a lone surrogate in it", param, ctx)
        if self.exists or self.dir_okay or (self.allow_dash and value == STANDARD_STREAM):
            return path
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            self.fail(f"there is no folder {path.parent}; make it first", param, ctx)
        if not os.access(path if path.exists() else folder, os.W_OK):
            self.fail(f"{path} can't be written; name another file", param, ctx)
        return path


INPUT = FileName(exists=True, dir_okay=False, allow_dash=True)
"""The name of a file that is there, to be read, or of standard input."""
FOLDER = FileName(file_okay=False, path_type=Path)
"""A folder to write into, which may have to be made."""


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


# Options.

Decorator = Callable[[Any], Any]


def flag(names: str, says: str) -> Decorator:
    """Return an option without a value.

    `names` is how it is written, and its parameter where that is called otherwise.
    """
    return click.option(*names.split(), is_flag=True, help=says)


def value(names: str, metavar: str | None, says: str, **settings: Any) -> Decorator:
    """Return an option with a value; its help shows the default, unless that is worked out."""
    settings.setdefault("show_default", not callable(settings.get("default")))
    return click.option(*names.split(), metavar=metavar, help=says, **settings)


def input_file(names: str, says: str) -> Decorator:
    """Return an option that names a file to be read."""
    type_ = FileName(exists=True, dir_okay=False, path_type=Path)
    return value(names, "FILE", says, type=type_)


def output_file(names: str, says: str, **settings: Any) -> Decorator:
    """Return an option that names a file to be written."""
    return value(names, "FILE", says, type=FileName(dir_okay=False, path_type=Path), **settings)


def output(what: str, **settings: Any) -> Decorator:
    """Return the option `-o`; `what` says what is written."""
    says = f"Write {what} to this file; - is standard output."
    type_ = FileName(dir_okay=False, allow_dash=True, path_type=Path)
    return value("-o --output", "FILE", says, type=type_, **settings)


# Specs.


class _SpecOption(click.Option):
    """The option `--spec`, which takes other specs by default from command to command."""

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        """Return the selectors of the default specs, for the help as well."""
        specs: Any = super().get_default(ctx)
        return [spec.selector for spec in specs]

    def process_value(self, ctx: click.Context, value: Any) -> tuple[Spec, ...]:
        """Return the specs that are named, or the default ones."""
        given = super().process_value(ctx, value)
        return columns_of([item for text in given for item in _BETWEEN_SELECTORS.split(text)])


# A comma stands between selectors, and between the choices of one, in brackets.
_BETWEEN_SELECTORS = re.compile(r",(?![^\[]*\])")


def _candidates() -> tuple[Spec, ...]:
    from hexapla.identification.question import candidates

    return candidates()


spec, candidates = (
    value(
        "--spec specs",
        "SELECTOR",
        "Standards, such as rfc1808,rfc2396[excess-dots=remove]. Repeatable.",
        cls=_SpecOption,
        default=default_specs,
        show_default=True,
        multiple=True,
        shell_complete=completion.selectors,
    )
    for default_specs in (default_columns, _candidates)
)


# What is read, printed and written.

base = functools.partial(value, "--base", "URI")
"""The option `--base`, given what it is for."""

json = flag("--json as_json", "Print JSON documents, each on a line.")
quiet = flag("-q --quiet", "Print no progress and no notes but on trouble.")
silent = flag("-q --quiet silent", "Print nothing: the exit code is the answer.")
force = flag("--force", "Overwrite a file even if Hexapla did not write it.")
max_page_bytes = value(
    "--max-page-bytes",
    "BYTES",
    "Read no page that has more bytes, decompressed.",
    type=click.IntRange(1, 1 << 40),
    default=LARGEST_PAGE,
)
show_all = flag("--all show_all", "Show everything, not only what differs or is most frequent.")
resume = flag("--resume", "Go on with a run that was stopped.")

report = value(
    "--report report_directory",
    "DIRECTORY",
    "Write a page that shows the result into this folder, a new one or that of such a page.",
    type=FOLDER,
)
readings = value(
    "--readings",
    None,
    "Take the options selected, or all combinations of those that are consulted.",
    type=click.Choice(["default", "all"]),
    default="default",
)
question = click.option(
    "--parse",
    "question",
    flag_value="parse",
    default="resolve",
    is_eager=True,
    help="Ask how URLs are parsed, and not how references are resolved.",
)


# What a search tries. An option that is not given is None: what goes without it can be refused.


alphabet = functools.partial(
    value,
    "--alphabet",
    "CHARACTERS",
    "The characters to try; the smallest examples prefer the first ones.",
)
"""The option `--alphabet`, given its default."""


def max_length(default: object) -> Decorator:
    """Return the option `--max-length`."""
    says = f"Try every string up to this length.  [default: {default}]"
    return value("--max-length", "LENGTH", says, type=click.IntRange(0, 64))


def on(aspects: Sequence[str], default: str) -> Decorator:
    """Return the option `--on`, which names what is compared."""
    return click.option(
        "--on",
        multiple=True,
        type=click.Choice(aspects),
        default=[default],
        show_default=True,
        help="What to compare of URLs. Repeatable.",
    )


def count(what: str, least: int, default: int) -> Decorator:
    """Return the option `--count`; `what` says what is drawn."""
    says = f"How many {what}.  [default: {default}]"
    return value("--count", "NUMBER", says, type=click.IntRange(least, 1_000_000_000))


seed = value(
    "--seed",
    "NUMBER",
    "Another seed draws others; the same one draws the same.  [default: 0]",
    type=int,
)


# How long, and with how many processes.

DEFAULT_TIMEOUT = 10.0
"""How many seconds an answer of a program may take, its start included."""


def _no_nan(ctx: click.Context, param: click.Parameter, value: float) -> float:
    if math.isnan(value):
        raise click.BadParameter("nan is no number of seconds.", ctx, param)
    return value


_seconds = functools.partial(
    value, metavar="SECONDS", type=click.FloatRange(0, 86_400, min_open=True), callback=_no_nan
)
timeout = _seconds(
    "--timeout", says="How many seconds an answer may take.", default=DEFAULT_TIMEOUT
)
total_timeout = _seconds(
    "--total-timeout",
    says="How many seconds the whole run may take; what was answered in time is kept.",
    default=600.0,
)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers = value(
    "--workers",
    "COUNT",
    "How many processes work.  [default: one for each core]",
    type=click.IntRange(1, 256),
    default=_cores,
)
