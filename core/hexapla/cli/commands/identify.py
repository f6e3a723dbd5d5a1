"""The command `hexapla identify`."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import attrs
import click

from hexapla.cli.command import argument, command
from hexapla.cli.exit_codes import AGREE, DISAGREE, Trouble
from hexapla.cli.files import check_outputs
from hexapla.cli.options import (
    base_option,
    candidates_option,
    completed_by,
    force_option,
    json_option,
    parse_option,
    quiet_option,
    report_option,
    stop_note,
    timeout_option,
    total_timeout_option,
)
from hexapla.cli.output import print_json
from hexapla.cli.parameters import INPUT_FILE, OUTPUT_FILE
from hexapla.cli.progress import Progress, progress
from hexapla.cli.reports import rendering
from hexapla.cli.shortened import shortened
from hexapla.cli.terminal import echo, this_terminal
from hexapla.implementations import Case, Identification, ParseIdentification, default_cases
from hexapla.implementations.adapters import AbsentError, Adapter, adapter
from hexapla.implementations.case_files import read_cases, read_urls
from hexapla.implementations.identification import identify_resolving
from hexapla.implementations.parsing import default_urls, identify_parsing
from hexapla.implementations.parsing.wording import parse_identification_lines
from hexapla.implementations.process import Program, command_of
from hexapla.implementations.wording import identification_lines
from hexapla.jobs.time_limit import TimeLimit
from hexapla.operations.url_components import UrlComponents
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized

_ADAPTER_PREFIX = "adapter:"
_NO_RENDERER = "nothing is installed that makes it; leave out --badge and --report"


@attrs.frozen
class _Asked:
    """The program that is asked, as it was named, and the adapter that it is, if any."""

    words: tuple[str, ...]
    command: tuple[str, ...]
    adapter: Adapter | None = None


def _asked(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> _Asked:
    name = value[0].removeprefix(_ADAPTER_PREFIX)
    try:
        if name == value[0]:
            return _Asked(value, command_of(value))
        if len(value) > 1:
            raise ValueError(f"adapter:{name} takes no arguments")
        implementation = adapter(name, "parse" if ctx.params["parse"] else "resolve")
    except (ValueError, LookupError) as error:
        raise click.BadParameter(str(error), ctx, param) from error
    return _Asked(value, implementation.command, implementation)


@command(
    "identify",
    "hexapla identify python:urllib.parse:urljoin",
    "hexapla identify --against pairs.jsonl --spec rfc3986 python:urllib.parse:urljoin",
    "hexapla identify --plain --timeout 2 sh my-parser.sh",
    "hexapla identify --json adapter:urllib.parse",
    "hexapla identify --parse adapter:urllib.parse",
    "hexapla identify --parse --against urls.txt --spec rfc3986 python:urllib.parse:urlsplit",
    context_settings={"allow_interspersed_args": False},
)
@argument(
    "asked",
    "A program with its arguments; python:MODULE:FUNCTION; or adapter:NAME, one of those that "
    "`hexapla implementations` lists. Options of this command go before it.",
    nargs=-1,
    required=True,
    type=click.UNPROCESSED,
    callback=_asked,
    shell_complete=completed_by("program"),
    metavar="COMMAND…",
)
@parse_option
@candidates_option
@click.option(
    "--against",
    type=INPUT_FILE,
    metavar="FILE",
    help="Ask these cases: a corpus of any format, or test vectors; with --parse, URLs, one a line "
    "as text or JSON.  [default: built-in cases]",
)
@base_option("for all cases of --against")
@click.option(
    "--plain",
    is_flag=True,
    help="Ask by lines: base, TAB, reference. An answer is a URI, or a TAB and why there is none. "
    "With --parse: a URL, and name=value with TABs between.",
)
@timeout_option
@total_timeout_option
@click.option(
    "--badge",
    "badge_file",
    type=OUTPUT_FILE,
    metavar="FILE",
    help="Write a badge to this file, as SVG.",
)
@force_option
@report_option
@json_option
@quiet_option
def identify(**options: Any) -> None:
    """Find the standard that a parser follows, and where it departs from it.

    It is asked to resolve references or, with --parse, to take URLs apart. The readings that
    explain the most answers are named in brackets.

    A program reads lines such as {"id": 1, "base": …, "reference": …}, and answers each by a line
    {"uri": …} or {"error": …}, which may echo the id. With --parse, a line is such as {"id": 1,
    "parse": "http://u@h/p"}, and the answer has scheme, userinfo, host, port, path, query and
    fragment: null for one that is not there; what is left out is not compared. With --plain it
    speaks the plain protocol.

    Exit code: 0 where the best explanation explains every case, 1 where it leaves some, 2 where
    the program gives no answer at all, or the time for the run was over.
    """
    _Request(**options).execute()


@attrs.frozen
class _Request:
    """What the command line asks for."""

    asked: _Asked
    parse: bool
    specs: tuple[Spec, ...]
    against: Path | None
    base: str | None
    plain: bool
    timeout: float
    total_timeout: float
    badge_file: Path | None
    force: bool
    report_directory: Path | None
    as_json: bool
    quiet: bool

    def execute(self) -> None:
        """Ask the program, and print and write what it is identified by."""
        self._check()
        check_outputs(
            {"the badge": self.badge_file},
            {"the file of --against": self.against},
            report=self.report_directory,
            force=self.force,
        )
        cases = None if self.against is None else self._cases_of(self.against)
        adapter = self.asked.adapter
        version = None if adapter is None else version_of(adapter)
        write_badge = self.badge_file and rendering("badge", _NO_RENDERER)
        write_report = self.report_directory and rendering("identification", _NO_RENDERER)
        limit = TimeLimit(self.total_timeout)
        identification = self._identification(cases, limit)
        if not identification.answered:
            trouble = identification.unexplained[0].answer.trouble
            raise Trouble(f"the implementation gave no answer: it {trouble}")
        if self.as_json:
            form = identification_form(self.asked.command, adapter, version, identification)
            print_json("identify", shortened(form))
        else:
            self._print_text(version, identification)
        if write_badge:
            write_badge(identification, self.badge_file)
        if write_report:
            write_report(identification, self.asked.words, self.report_directory)
        if limit.reached:
            asked = (
                identification.urls
                if isinstance(identification, ParseIdentification)
                else identification.cases
            )
            raise Trouble(stop_note(limit, identification.answered, asked, "cases"))
        sys.exit(DISAGREE if identification.unexplained else AGREE)

    def _check(self) -> None:
        if self.base is not None and (self.against is None or self.parse):
            raise click.UsageError("--base is for references that are given with --against")

    def _cases_of(self, file: Path) -> tuple[Case, ...] | tuple[str, ...]:
        """Read the cases of the caller."""
        try:
            return read_urls(file) if self.parse else read_cases(file, self.base)
        except (ValueError, OSError) as error:
            raise click.UsageError(f"--against {file}: {error}") from error

    def _identification(
        self, cases: tuple[Case, ...] | tuple[str, ...] | None, limit: TimeLimit
    ) -> Identification | ParseIdentification:
        """Ask every case, with a bar."""
        adapter = self.asked.adapter
        plain = self.plain if adapter is None else adapter.plain
        with Program(self.asked.command, self.timeout, plain=plain, limit=limit) as program:
            # One that can't be started is told of before the cases are worked out.
            if cases is None:
                cases = default_urls() if self.parse else default_cases(self.specs)
            with progress("cases", len(cases), quiet=self.quiet) as bar:
                return self._identified(program, cases, bar)

    def _identified(
        self, program: Program, cases: tuple[Case, ...] | tuple[str, ...], bar: Progress
    ) -> Identification | ParseIdentification:
        def resolve(base: str, reference: str) -> str | None:
            bar.advance(1)
            return program(base, reference)

        def parse(url: str) -> UrlComponents:
            bar.advance(1)
            return program.parse(url)

        if self.parse:
            return identify_parsing(parse, self.specs, _only(str, cases))
        return identify_resolving(resolve, self.specs, _only(Case, cases))

    def _print_text(
        self, version: str | None, identification: Identification | ParseIdentification
    ) -> None:
        if self.asked.adapter is not None:
            echo(f"{self.asked.adapter.name} {sanitized(version or '')}")
        terminal = this_terminal()
        marks = {"strong": terminal.strong, "faint": terminal.faint}
        if isinstance(identification, ParseIdentification):
            lines = parse_identification_lines(identification, **marks)
        else:
            lines = identification_lines(identification, **marks)
        echo("\n".join(lines))


Kind = TypeVar("Kind")


def _only(kind: type[Kind], cases: Iterable[object]) -> list[Kind]:
    """Return cases, which are all of a kind."""
    return [case for case in cases if isinstance(case, kind)]


def version_of(implementation: Adapter) -> str:
    """Return the version of an implementation.

    Raises:
        Trouble: It is not on this machine.
    """
    try:
        return implementation.version()
    except AbsentError as error:
        raise Trouble(f"{implementation.name} is not on this machine: {error}") from error


def identification_form(
    command: tuple[str, ...],
    adapter: Adapter | None,
    version: str | None,
    identification: Identification | ParseIdentification,
) -> dict[str, object]:
    """Return the JSON form of what a program is identified by."""
    name = None if adapter is None else adapter.name
    return {"program": command, "name": name, "version": version, **identification.to_dict()}
