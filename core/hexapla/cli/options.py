"""Options that several commands have; what means the same has one name and the same words."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hexapla.cli import completion
from hexapla.cli.exit_codes import misuse
from hexapla.cli.parameters import (
    FOLDER,
    INPUT_FILE,
    LENGTH,
    OUTPUT,
    OUTPUT_FILE,
    SECONDS,
    WORKERS,
    inputs,
)

if TYPE_CHECKING:
    from hexapla.standard.spec import Spec

DEFAULT_TIMEOUT = 10.0
"""How many seconds an answer of a program may take, its start included."""

DEFAULT_TOTAL_TIMEOUT = 600.0
"""How many seconds a run may take that asks programs."""

Decorated = TypeVar("Decorated", bound=Callable[..., object])
Decorator = Callable[[Decorated], Decorated]


# Specs.


def _default_specs() -> "tuple[Spec, ...]":
    from hexapla.comparison.columns import columns_of

    return columns_of(None)


def _candidates() -> "tuple[Spec, ...]":
    from hexapla.implementations import candidates

    return candidates()


class _SpecOption(click.Option):
    """The option `--spec`, which takes other specs by default from command to command."""

    def __init__(
        self, *arguments: Any, default_specs: "Callable[[], tuple[Spec, ...]]", **settings: Any
    ) -> None:
        super().__init__(*arguments, callback=self._select, **settings)
        self._default_specs = default_specs

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the help, with the default."""
        record = super().get_help_record(ctx)
        ids = ", ".join(spec.selector for spec in self._default_specs())
        return record and (record[0], f"{record[1]}  [default: {ids}]")

    def _select(
        self, ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
    ) -> "tuple[Spec, ...]":
        return select_specs(ctx, param, value) if value else self._default_specs()


def select_specs(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> "tuple[Spec, ...]":
    """Return the specs that selectors name, oldest first.

    Raises:
        click.BadParameter: There is no such spec.
    """
    from hexapla.comparison.columns import columns_of
    from hexapla.documents.reading import SelectorError

    try:
        return columns_of(value)
    except SelectorError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def _specs_option(default_specs: "Callable[[], tuple[Spec, ...]]") -> "Decorator[Any]":
    return click.option(
        "--spec",
        "specs",
        cls=_SpecOption,
        default_specs=default_specs,
        metavar="SELECTOR",
        multiple=True,
        shell_complete=completion.selectors,
        help="A standard, such as rfc1808 or rfc2396[excess-dots=remove]. Repeatable.",
    )


spec = _specs_option(_default_specs)
candidates = _specs_option(_candidates)


# What is printed and written.

json = click.option("--json", "as_json", is_flag=True, help="Print JSON documents, each on a line.")
quiet = click.option(
    "-q", "--quiet", is_flag=True, help="Show no progress and no notes on standard error."
)


def _check_report(_: click.Context, __: click.Parameter, folder: Path | None) -> Path | None:
    """Refuse a folder for a report before the work begins."""
    from hexapla.jobs.errors import RunError
    from hexapla.jobs.folder import check_replaceable

    with misuse(RunError, of="--report"):
        if folder is not None:
            check_replaceable(folder, "report")
    return folder


report = click.option(
    "--report",
    "report_directory",
    metavar="DIRECTORY",
    type=FOLDER,
    callback=_check_report,
    help="Write a page that shows the result into this folder, a new one or that of such a page.",
)


def output(what: str, *, required: bool = False) -> "Decorator[Any]":
    """Return the option `-o`; `what` says what is written."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        required=required,
        type=OUTPUT,
        help=f"Write {what} to this file; - is standard output.",
    )


def input_file(name: str, says: str) -> "Decorator[Any]":
    """Return an option that names a file to be read; `says` is its help."""
    return click.option(name, metavar="FILE", type=INPUT_FILE, help=says)


def output_file(name: str, says: str, *names: str) -> "Decorator[Any]":
    """Return an option that names a file to be written; `says` is its help."""
    return click.option(name, *names, metavar="FILE", type=OUTPUT_FILE, help=says)


force = click.option(
    "--force", is_flag=True, help="Overwrite a file even if Hexapla did not write it."
)


# What is read, and how.


def base(further: str, **settings: Any) -> "Decorator[Any]":
    """Return the option `--base`; `further` says when it is taken."""
    return click.option("--base", metavar="URI", help=f"The base URI; {further}.", **settings)


readings = click.option(
    "--readings",
    type=click.Choice(["default", "all"]),
    default="default",
    show_default=True,
    help="Take the options selected, or all combinations of those that the input touches.",
)
resume = click.option("--resume", is_flag=True, help="Go on with a run that was stopped.")
parse = click.option(
    "--parse",
    is_flag=True,
    is_eager=True,
    help="Ask how URLs are parsed, and not how references are resolved.",
)


def alphabet(default: str) -> "Decorator[Any]":
    """Return the option `--alphabet` of a search."""
    return click.option(
        "--alphabet",
        metavar="CHARACTERS",
        default=default,
        show_default=True,
        help="The characters to try; the smallest examples prefer the first ones.",
    )


def max_length(default: int) -> "Decorator[Any]":
    """Return the option `--max-length` of a search, which is None where it is not given."""
    return click.option(
        "--max-length",
        metavar="LENGTH",
        type=LENGTH,
        help=f"Try every string up to this length.  [default: {default}]",
    )


def count(what: str, least: int, default: int) -> "Decorator[Any]":
    """Return the option `--count` of a search, which is None where it is not given."""
    return click.option(
        "--count",
        metavar="NUMBER",
        type=inputs(least),
        help=f"How many {what}.  [default: {default}]",
    )


seed = click.option(
    "--seed",
    type=int,
    metavar="NUMBER",
    help="Another seed draws others; the same one draws the same.  [default: 0]",
)


def _seconds_option(name: str, default: float, says: str) -> "Decorator[Any]":
    return click.option(
        name, metavar="SECONDS", type=SECONDS, default=default, show_default=True, help=says
    )


timeout = _seconds_option("--timeout", DEFAULT_TIMEOUT, "How many seconds an answer may take.")
total_timeout = _seconds_option(
    "--total-timeout",
    DEFAULT_TOTAL_TIMEOUT,
    "How many seconds the whole run may take; what was answered in time is kept.",
)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers = click.option(
    "--workers",
    metavar="COUNT",
    type=WORKERS,
    default=_cores,
    help="How many processes work.  [default: one for each core]",
)
