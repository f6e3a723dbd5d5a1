"""Options that several commands have; what means the same has one name and the same words."""

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hexapla.cli.parameters import FOLDER, OUTPUT, SECONDS, STANDARD_STREAM, WORKERS

if TYPE_CHECKING:
    from hexapla.jobs.time_limit import TimeLimit
    from hexapla.standard.spec import Spec

DEFAULT_TIMEOUT = 10.0
"""How many seconds an answer of a program may take, its start included."""

DEFAULT_TOTAL_TIMEOUT = 600.0
"""How many seconds a run may take that asks programs."""

Decorated = TypeVar("Decorated", bound=Callable[..., object])
Decorator = Callable[[Decorated], Decorated]


# What a shell completes.


def completed_by(name: str) -> "Callable[[click.Context, click.Parameter, str], Any]":
    """Return what completes a parameter by a function of `hexapla.cli.completion`.

    That module is loaded only where a shell asks.
    """

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> object:
        from hexapla.cli import completion

        return getattr(completion, name)(ctx, param, incomplete)

    return complete


# Columns.


def _default_columns() -> "tuple[Spec, ...]":
    from hexapla.comparison.columns import columns_of

    return columns_of(None)


def _candidates() -> "tuple[Spec, ...]":
    from hexapla.implementations import candidates

    return candidates()


class _SpecOption(click.Option):
    """The option `--spec`, whose help tells which specs are taken where it is not given."""

    def __init__(
        self, *arguments: Any, default_specs: "Callable[[], tuple[Spec, ...]]", **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self._default_specs = default_specs

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the help, with the default."""
        record = super().get_help_record(ctx)
        ids = ", ".join(spec.selector for spec in self._default_specs())
        return record and (record[0], f"{record[1]}  [default: {ids}]")


def _selecting(
    default_specs: "Callable[[], tuple[Spec, ...]]",
) -> "Callable[[click.Context, click.Parameter, tuple[str, ...]], tuple[Spec, ...]]":
    def select(
        ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
    ) -> "tuple[Spec, ...]":
        from hexapla.comparison.columns import columns_of
        from hexapla.documents.reading import SelectorError

        try:
            return columns_of(value) if value else default_specs()
        except SelectorError as error:
            raise click.BadParameter(str(error), ctx, param) from error

    return select


def _specs_option(default_specs: "Callable[[], tuple[Spec, ...]]") -> "Decorator[Any]":
    return click.option(
        "--spec",
        "specs",
        cls=_SpecOption,
        default_specs=default_specs,
        metavar="SELECTOR",
        multiple=True,
        callback=_selecting(default_specs),
        shell_complete=completed_by("selectors"),
        help="A column, such as rfc1808 or rfc2396[excess-dots=remove]. Repeatable.",
    )


spec_option = _specs_option(_default_columns)
candidates_option = _specs_option(_candidates)


# What is printed.

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON documents, each on a line."
)
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, help="Show no progress and no notes on standard error."
)


def _check_report(_: click.Context, __: click.Parameter, folder: Path | None) -> Path | None:
    """Refuse a folder for a report before the work begins."""
    from hexapla.jobs.errors import ForeignFolderError
    from hexapla.jobs.replaced_folder import check_replaceable

    try:
        if folder is not None:
            check_replaceable(folder, "report")
    except ForeignFolderError as error:
        raise click.UsageError(f"--report: {error}") from error
    return folder


report_option = click.option(
    "--report",
    "report_directory",
    metavar="DIRECTORY",
    type=FOLDER,
    callback=_check_report,
    help="Write a page that shows the result into this folder, a new one or that of such a page.",
)


def output_option(what: str, *, required: bool = False) -> "Decorator[Any]":
    """Return the option `-o`; `what` says what is written."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        required=required,
        type=OUTPUT,
        help=f"Write {what} to this file; - is standard output.",
    )


force_option = click.option(
    "--force", is_flag=True, help="Overwrite a file even if Hexapla did not write it."
)


# What is read, and how.


def base_option(further: str, **settings: Any) -> "Decorator[Any]":
    """Return the option `--base`; `further` says when it is taken."""
    return click.option("--base", metavar="URI", help=f"The base URI; {further}.", **settings)


readings_option = click.option(
    "--readings",
    type=click.Choice(["default", "all"]),
    default="default",
    show_default=True,
    help="Take the options selected, or all combinations of those that the input touches.",
)
resume_option = click.option("--resume", is_flag=True, help="Go on with a run that was stopped.")
parse_option = click.option(
    "--parse",
    is_flag=True,
    is_eager=True,
    help="Ask how URLs are parsed, and not how references are resolved.",
)
timeout_option = click.option(
    "--timeout",
    metavar="SECONDS",
    type=SECONDS,
    default=DEFAULT_TIMEOUT,
    show_default=True,
    help="How many seconds an answer may take.",
)
total_timeout_option = click.option(
    "--total-timeout",
    metavar="SECONDS",
    type=SECONDS,
    default=DEFAULT_TOTAL_TIMEOUT,
    show_default=True,
    help="How many seconds the whole run may take; what was answered in time is kept.",
)


def stop_note(limit: "TimeLimit", done: int, of: int, things: str) -> str:
    """Return what a run says that took too long, and how far it came.

    Args:
        limit: How long it may take.
        done: How many things were done.
        of: How many there are.
        things: What they are.
    """
    return (
        f"stopped after {limit} (--total-timeout) with {done:,} of {of:,} {things}; "
        "the result is of these"
    )


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers_option = click.option(
    "--workers",
    metavar="COUNT",
    type=WORKERS,
    default=_cores,
    help="How many processes work.  [default: one for each core]",
)


def texts_in(argument: str) -> Iterator[str]:
    """Yield the texts that an argument stands for: itself, or the lines of standard input.

    A line ends with LF or CRLF. A byte order mark at the beginning is no part of a text. Bytes that
    are not UTF-8 become lone surrogates, one for each byte.
    """
    if argument != STANDARD_STREAM:
        yield argument
        return
    for number, line in enumerate(_standard_input()):
        octets = line if number else line.removeprefix(BOM_UTF8)
        text = octets.decode("utf-8", "surrogateescape").removesuffix("\n")
        yield text.removesuffix("\r")


def _standard_input() -> Iterable[bytes]:
    if sys.stdin is None:
        raise click.UsageError("standard input is closed; give a text other than -")
    return sys.stdin.buffer
