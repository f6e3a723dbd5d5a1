"""The command `hexapla identify`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.ending import NoResultError, out_of_time
from hexapla.cli.files import check_outputs
from hexapla.cli.output import echo, faint, print_json, progress, rendering, strong
from hexapla.implementations.adapters import Adapter
from hexapla.implementations.asking import AnyCase, UrlCase
from hexapla.implementations.case_files import read_cases, read_urls
from hexapla.implementations.identification import Identification, identified, question_named
from hexapla.implementations.named_program import NamedProgram, named_program
from hexapla.implementations.process import Program
from hexapla.implementations.wording import identification_lines
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized


def _named(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> NamedProgram:
    return named_program(value, ctx.params["question"])


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
    "program",
    "A program with its arguments; python:MODULE:FUNCTION; or adapter:NAME, one of those that "
    "`hexapla implementations` lists. Options of this command go before it.",
    nargs=-1,
    required=True,
    type=click.UNPROCESSED,
    callback=_named,
    shell_complete=completion.program,
    metavar="COMMAND…",
)
@options.question
@options.candidates
@options.input_file(
    "--against",
    "Ask these cases: a corpus of any format, or test vectors; with --parse, URLs, one a line "
    "as text or JSON.  [default: built-in cases]",
)
@options.base("for all cases of --against")
@options.flag(
    "--plain",
    "Ask by lines: base, TAB, reference. An answer is a URI, or a TAB and why there is none. "
    "With --parse: a URL, and name=value with TABs between.",
)
@options.timeout
@options.total_timeout
@options.output_file("--badge badge_file", "Write a badge to this file, as SVG.")
@options.force
@options.report
@options.json
@options.quiet
def identify(
    program: NamedProgram,
    against: Path | None,
    total_timeout: float,
    badge_file: Path | None,
    force: bool,
    report_directory: Path | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Find the standard that a parser follows, and where it departs from it.

    It is asked to resolve references or, with --parse, to take URLs apart. The readings that
    explain the most answers are named in brackets.

    A program reads lines such as {"id": 1, "base": …, "reference": …}, and answers each by a line
    {"uri": …} or {"error": …}, which may echo the id. With --parse, a line is such as {"id": 1,
    "parse": "http://u@h/p"}, and the answer has scheme, userinfo, host, port, path, query and
    fragment: null for one that is not there; what is left out is not compared. With --plain it
    speaks the plain protocol.

    Exit code: 0 where the best explanation explains every case, 1 where it leaves some, 2 where
    there is no verdict, as the answers are no evidence, or the time for the run was over.
    """
    read = {"the file of --against": against}
    check_outputs({"the file of --badge": badge_file}, read, report=report_directory, force=force)
    write_badge = badge_file and rendering("badge")
    write_report = report_directory and rendering("identification")
    version, limit = program.version(), TimeLimit(total_timeout)
    result = _identified(program, against, limit, **asked)
    if write_badge:
        write_badge(result, badge_file)
    if write_report:
        write_report(result, program.words, report_directory)
    _print(program, version, result, as_json=as_json)
    if limit.reached:
        raise out_of_time(limit, result.answered, result.cases, "cases")
    if result.no_verdict is not None:
        raise NoResultError(result.verdict)
    return DISAGREE if result.unexplained else AGREE


def _identified(
    program: NamedProgram,
    against: Path | None,
    limit: TimeLimit,
    *,
    question: str,
    specs: tuple[Spec, ...],
    base: str | None,
    plain: bool,
    timeout: float,
    quiet: bool,
) -> Identification:
    """Ask every case, with a bar; refuse a result without any answer."""
    if base is not None and (against is None or question == "parse"):
        raise click.UsageError("--base is for references that are given with --against")
    put = question_named(question, specs)
    cases = given_cases(question, against, base)
    speaks_plain = plain if program.adapter is None else program.plain
    with Program(program.command, timeout, plain=speaks_plain, limit=limit) as started:
        # One that can't be started is refused before the cases are worked out.
        cases = cases or put.default_cases()
        with progress("cases", len(cases), quiet=quiet) as bar:

            def ask(*texts: str) -> object:
                bar.update(1)
                return started(*texts)

            result = identified(put, ask, cases)
    if not result.answered:
        raise NoResultError(result.verdict)
    return result


def _print(
    program: NamedProgram, version: str | None, result: Identification, *, as_json: bool
) -> None:
    if as_json:
        form = identification_form(program.command, program.adapter, version, result)
        print_json("identify", form)
    else:
        head = [f"{program.adapter.name} {sanitized(version or '')}"] if program.adapter else []
        echo("\n".join([*head, *identification_lines(result, strong=strong, faint=faint)]))


def given_cases(
    question: str, against: Path | None, base: str | None = None
) -> tuple[AnyCase, ...]:
    """Return the cases in the file of `--against`; none where there is no file."""
    if against is None:
        return ()
    if question == "parse":
        return tuple(map(UrlCase, read_urls(against)))
    return read_cases(against, base)


def identification_form(
    words: Iterable[str],
    implementation: Adapter | None,
    version: str | None,
    identification: Identification,
) -> dict[str, object]:
    """Return the JSON form of what a program is identified by."""
    name = None if implementation is None else implementation.name
    return {"program": list(words), "name": name, "version": version, **identification.to_dict()}
