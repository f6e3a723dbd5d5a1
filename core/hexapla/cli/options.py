"""Options that several commands share, and the types of their values.

Options with the same meaning have the same name in all commands.
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
"""The argument that means standard input or standard output instead of a file or a string."""

# The key under which a command's context stores the parameter that reads standard input.
_READS_STANDARD_INPUT = "hexapla.reads-standard-input"
_FETCHED = ("http://", "https://", "ftp://")


class FileName(click.Path):
    """The name of a file or a folder; with `allow_dash`, `-` stands for a standard stream.

    An output file that can't be written is rejected before a long run, not at its end.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check a file name, and return it."""
        is_standard_input = self.exists and self.allow_dash and value == STANDARD_STREAM
        if is_standard_input and ctx is not None:
            reader = ctx.meta.setdefault(_READS_STANDARD_INPUT, param)
            if reader is not param:
                self.fail("standard input can be read only once; name a file", param, ctx)
        if not value:
            self.fail("the file name is empty; give a name, or omit the option", param, ctx)
        if self.exists and str(value).lower().startswith(_FETCHED):
            wrong = "Hexapla doesn't fetch URLs; download the page, and give the file's name"
            self.fail(wrong, param, ctx)
        try:
            path: Any = super().convert(value, param, ctx)
        except ValueError:
            self.fail(
                "a file name can't contain a NUL or a lone surrogate; give another name", param, ctx
            )
        if self.exists or self.dir_okay or (self.allow_dash and value == STANDARD_STREAM):
            return path
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            self.fail(f"the folder {path.parent} doesn't exist; create it first", param, ctx)
        changed = path if path.exists() else folder
        if not os.access(changed, os.W_OK):
            self.fail(f"{path} can't be written; name another file", param, ctx)
        return path


INPUT = FileName(exists=True, dir_okay=False, allow_dash=True)
"""The name of an existing file to read, or `-` for standard input."""
FOLDER = FileName(file_okay=False, path_type=Path)
"""The name of a folder to write to; the folder need not exist yet."""


def texts_in(argument: str) -> Iterator[str]:
    """Yield the argument itself or, for `-`, the lines of standard input.

    A line ends with LF or CRLF. A byte order mark at the beginning is ignored. Each byte that isn't
    valid UTF-8 becomes a lone surrogate.
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

    `names` contains the option's names, separated by spaces. If the parameter of the command's
    function has another name, this name comes last.
    """
    return click.option(*names.split(), is_flag=True, help=says)


def value(names: str, metavar: str | None, says: str, **settings: Any) -> Decorator:
    """Return an option with a value; its help shows the default, unless the default is computed."""
    settings.setdefault("show_default", not callable(settings.get("default")))
    return click.option(*names.split(), metavar=metavar, help=says, **settings)


def input_file(names: str, says: str) -> Decorator:
    """Return an option for the name of an input file, or `-` for standard input."""
    type_ = FileName(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
    return value(names, "FILE", says, type=type_)


def output_file(names: str, says: str, **settings: Any) -> Decorator:
    """Return an option for the name of an output file."""
    return value(names, "FILE", says, type=FileName(dir_okay=False, path_type=Path), **settings)


def output(what: str, **settings: Any) -> Decorator:
    """Return the option `-o`; `what` describes the output."""
    says = f"Write {what} to this file; - is standard output."
    type_ = FileName(dir_okay=False, allow_dash=True, path_type=Path)
    return value("-o --output", "FILE", says, type=type_, **settings)


# Specs.

Specs = tuple[Spec, ...]
"""The value of the option `--spec`."""


class _SpecOption(click.Option):
    """The option `--spec`, whose default depends on the command."""

    def get_default(self, ctx: click.Context, call: bool = True) -> Any:
        """Return the selectors of the default specs; the help shows them as well."""
        specs: Any = super().get_default(ctx)
        return [spec.selector for spec in specs]

    def process_value(self, ctx: click.Context, value: Any) -> Specs:
        """Return the selected specs, or the default specs if none are selected."""
        selectors: list[str] = []
        for text in super().process_value(ctx, value):
            selectors += _BETWEEN_SELECTORS.split(text)
        return columns_of(selectors)


# Matches the commas between selectors, but not the commas between choices in brackets.
_BETWEEN_SELECTORS = re.compile(r",(?![^\[]*\])")


def _candidates() -> Specs:
    from hexapla.identification.question import candidates

    return candidates()


_spec = functools.partial(
    value,
    "--spec specs",
    "SELECTOR",
    "Standards, such as rfc3986,whatwg[as-of=2018-09]. Repeatable.",
    cls=_SpecOption,
    show_default=True,
    multiple=True,
    shell_complete=completion.selectors,
)
spec = _spec(default=default_columns)
candidates = _spec(default=_candidates)


# Input, printing and output.

base = functools.partial(value, "--base", "URI")
"""Create the option `--base`; the argument is its help text."""

json = flag("--json as_json", "Print JSON documents, one per line.")
quiet = flag("-q --quiet", "Hide progress and notes; errors are still shown.")
silent = flag("-q --quiet silent", "Print nothing; only the exit code gives the answer.")
force = flag("--force", "Overwrite a file even if Hexapla didn't write it.")
max_page_bytes = value(
    "--max-page-bytes",
    "BYTES",
    "Refuse pages with more bytes than this after decompression.",
    type=click.IntRange(1, 1 << 40),
    default=LARGEST_PAGE,
)
show_all = flag("--all show_all", "Show all results, not only a selection.")
resume = flag("--resume", "Resume an interrupted run; repeat all of its options.")

report = value(
    "--report report_directory",
    "DIRECTORY",
    "Folder for an HTML report: new, empty, or with an older report.",
    type=FOLDER,
)
readings = value(
    "--readings",
    None,
    "Use only the default option of each reading, or try all options. Options that --spec selects "
    "are used in both cases.",
    type=click.Choice(["default", "all"]),
    default="default",
)
question = click.option(
    "--parse",
    "question",
    flag_value="parse",
    default="resolve",
    is_eager=True,
    help="Ask parsers to parse URLs instead of resolving references.",
)


# The inputs of a search. The value of an option that isn't given is None, so that commands can
# reject options that can't be combined.


alphabet = functools.partial(
    value,
    "--alphabet",
    "CHARACTERS",
    "Characters to try; examples with characters listed earlier are preferred.",
)
"""Create the option `--alphabet`; the keyword arguments set its default."""


def max_length(default: object) -> Decorator:
    """Return the option `--max-length`."""
    says = f"Try every string up to this length.  [default: {default}]"
    return value("--max-length", "LENGTH", says, type=click.IntRange(0, 64))


def on(aspects: Sequence[str], default: str) -> Decorator:
    """Return the option `--on`, which selects the aspects to compare."""
    return click.option(
        "--on",
        multiple=True,
        type=click.Choice(aspects),
        default=[default],
        show_default=True,
        help="Aspect of the URLs to compare. Repeatable.",
    )


def count(what: str, least: int, default: int) -> Decorator:
    """Return the option `--count`; `what` describes the random inputs."""
    says = f"Number of {what}.  [default: {default}]"
    return value("--count", "NUMBER", says, type=click.IntRange(least, 1_000_000_000))


seed = value(
    "--seed",
    "NUMBER",
    "Random seed; the same seed gives the same inputs.  [default: 0]",
    type=int,
)


# Time limits and worker processes.

DEFAULT_TIMEOUT = 10.0
"""The time limit for a program's answer, in seconds, including the program's start."""


def _no_nan(ctx: click.Context, param: click.Parameter, value: float) -> float:
    if math.isnan(value):
        raise click.BadParameter("nan isn't a number of seconds.", ctx, param)
    return value


_seconds = functools.partial(
    value, metavar="SECONDS", type=click.FloatRange(0, 86_400, min_open=True), callback=_no_nan
)
timeout = _seconds("--timeout", says="Seconds allowed for each answer.", default=DEFAULT_TIMEOUT)
total_timeout = _seconds(
    "--total-timeout",
    says="Seconds allowed for the whole run; results obtained in time are shown.",
    default=600.0,
)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


workers = value(
    "--workers",
    "COUNT",
    "Number of processes.  [default: one per core]",
    type=click.IntRange(1, 256),
    default=_cores,
)
