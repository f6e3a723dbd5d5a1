"""The commands `hexapla identify` and `hexapla implementations`."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import echo, faint, indented, print_json, progress, rendering, strong
from hexapla.identification.identification import Identification, identified
from hexapla.identification.questions import AnyQuestion, question_named
from hexapla.identification.recording import Recordings, changes, record
from hexapla.identification.recording_file import RecordingError, read_recordings
from hexapla.identification.shown import answer_text, case_text
from hexapla.identification.wording import identification_lines
from hexapla.implementations.adapters import AbsentError, Adapter, adapter, answering
from hexapla.implementations.asking import AnyAnswer, AnyCase, UrlCase
from hexapla.implementations.case_files import read_cases, read_urls
from hexapla.implementations.labels import parser_label
from hexapla.implementations.process import Program
from hexapla.implementations.programs import PYTHON, NamedProgram, named_program
from hexapla.jobs.atomic import has_content, reserved, write_whole
from hexapla.jobs.input_files import content_of
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.text.signs import sanitized
from hexapla.text.table import GAP
from hexapla.values.errors import RunError

# The number of cases shown by default.
_CASES_SHOWN = 10


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
    "A program with its arguments; python:MODULE:FUNCTION; or adapter:NAME for a parser that "
    "`hexapla implementations` lists. Put the options of hexapla before the program.",
    nargs=-1,
    required=True,
    type=click.UNPROCESSED,
    callback=_named,
    shell_complete=completion.programs,
    metavar="COMMAND…",
)
@options.question
@options.candidates
@options.input_file(
    "--against",
    "File of cases: a corpus or test vectors; with --parse, URLs, one per line, as text or JSON.  "
    "[default: built-in cases]",
)
@options.base("The base URI for all cases of --against.")
@options.flag(
    "--plain",
    "Use the plain protocol, not JSON. A question is: base, TAB, reference; the answer is a URI, "
    "or a TAB and the error. With --parse, a question is a URL; the answer consists of name=value "
    "pairs separated by TABs.",
)
@options.show_all
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
    show_all: bool,
    as_json: bool,
    **asked: Any,
) -> int:
    """Find the standard that a parser follows, and list the cases in which it deviates.

    If a standard can be read in several ways, the choices that explain the answers best are shown
    in brackets after the standard's name; defaults are left out.

    A program reads lines such as {"id": 1, "base": …, "reference": …}. It answers each line with
    {"uri": …} or {"error": …}. With --parse, a line looks like {"id": 1, "parse": "http://u@h/p"}.
    The answer gives scheme, userinfo, host, port, path, query and fragment; null means that the URL
    has no such component. Components that the answer omits aren't compared.

    Exit code: 0 if the best explanation covers every case; 1 if some cases remain unexplained; 2 if
    the answers give no evidence for a verdict or the run exceeded its time limit.
    """
    read = {"the file given with --against": against}
    written = {"the file given with --badge": badge_file}
    check_outputs(written, read, report=report_directory, force=force)
    write_badge = badge_file and rendering("badge")
    write_report = report_directory and rendering("identification")
    version = program.version()
    limit = TimeLimit(total_timeout)
    adapter_name = _adapter_of(program, asked["question"])
    if adapter_name and not (as_json or asked["quiet"]):
        also = f"adapter:{adapter_name} tests the same library"
        echo(f"{also}, and reports components in the form that identify expects", err=True)
    result = _identified(program, against, limit, **asked)
    if write_badge:
        write_badge(result, badge_file)
    if write_report:
        write_report(result, program.words, report_directory)
    if as_json:
        form = _form(program.command, _name(program), version, result)
        print_json("identify", form)
    else:
        echo("\n".join(_lines(program, version, result, show_all=show_all)))
    if limit.reached:
        raise limit.exceeded(result.answered, result.cases, "cases")
    if result.no_verdict is not None:
        raise RunError(result.verdict)
    return DISAGREE if result.unexplained or result.further_unexplained else AGREE


def _adapter_of(program: NamedProgram, question: str) -> str | None:
    """Return the name of the parsing adapter that is named after a Python function's module.

    The result is None if there is no such adapter, if the program isn't a Python function, or if
    the question isn't `parse`.
    """
    first = program.words[0]
    if question != "parse" or not first.startswith(PYTHON):
        return None
    module, _, _ = first.removeprefix(PYTHON).partition(":")
    if module not in {item.name for item in answering(question)}:
        return None
    return module


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
    """Try every case, with a progress bar.

    Raises:
        click.UsageError: `--base` is given without `--against` or with `--parse`.
        RunError: The program answered no case.
    """
    if base is not None and (against is None or question == "parse"):
        raise click.UsageError(
            "--base can be used only with --against, and not with --parse; omit --base"
        )
    put = question_named(question, specs)
    cases = _given_cases(question, against, base)
    further: tuple[AnyCase, ...] = ()
    if program.adapter is not None:
        plain = program.adapter.plain
    with program.started(timeout, plain=plain, limit=limit) as started:
        # A program that can't be started is rejected before the built-in cases are loaded.
        if not cases:
            cases = put.default_cases()
            further = put.further_cases()
        with progress("cases", len(cases) + len(further), quiet=quiet) as bar:

            def ask(*texts: str) -> object:
                bar.update(1)
                return started(*texts)

            result = identified(put, ask, cases, further)
    if not result.answered:
        raise RunError(result.verdict)
    return result


def _name(program: NamedProgram) -> str | None:
    if program.adapter is None:
        return None
    return program.adapter.name


def _lines(
    program: NamedProgram, version: str | None, result: Identification, *, show_all: bool
) -> Iterator[str]:
    name = _name(program)
    if name is not None:
        yield f"{parser_label(name)} {sanitized(version or '')}"
    most = None if show_all else _CASES_SHOWN
    yield from identification_lines(result, strong=strong, faint=faint, most=most)
    if result.no_verdict is None and result.best.spec.choices:
        yield ""
        yield faint(f"hexapla specs {result.best.spec.id} explains the options in brackets")


def _given_cases(
    question: str, against: Path | None, base: str | None = None
) -> tuple[AnyCase, ...]:
    """Return the cases in the file given with `--against`; an empty tuple if there is no file."""
    if against is None:
        return ()
    if question == "parse":
        return tuple(map(UrlCase, read_urls(against)))
    return read_cases(against, base)


def _form(
    words: Iterable[str], name: str | None, version: str | None, identification: Identification
) -> dict[str, object]:
    """Return the JSON form of a program's identification."""
    return {"program": list(words), "name": name, "version": version, **identification.to_dict()}


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[Adapter, ...]:
    question = ctx.params["question"]
    selected = tuple(adapter(name, question) for name in dict.fromkeys(value))
    return selected or answering(question)


@command(
    "implementations",
    "hexapla implementations",
    "hexapla implementations urllib.parse --write recorded.json",
    "hexapla implementations --check recorded.json urllib.parse",
    "hexapla implementations --against pairs.jsonl --write recorded.json urllib.parse",
    "hexapla implementations urllib.parse --json",
    "hexapla implementations --parse urllib3 httpx",
    "hexapla implementations --parse --against urls.txt --write parsed.json urllib3",
)
@argument(
    "selected",
    "The parsers to ask; by default, all of them.",
    metavar="[NAME]…",
    nargs=-1,
    callback=_select,
    shell_complete=completion.names,
)
@options.question
@options.input_file(
    "--against",
    "File of further cases: a corpus or test vectors; with --parse, URLs, one per line.",
)
@options.output_file(
    "--write", "Write the answers to this file; other parsers' answers to the same cases are kept."
)
@options.input_file("--check", "Compare with the answers in this file, and report changes.")
@options.timeout
@options.total_timeout
@options.json
@options.quiet
def implementations(
    question: str,
    against: Path | None,
    write: Path | None,
    check: Path | None,
    total_timeout: float,
    quiet: bool,
    **present: Any,
) -> int:
    """Find the standard that each parser on this machine follows.

    Hexapla has adapters for parsers in several programming languages. Parsers that aren't on this
    machine are listed with the reason and installation instructions. The parsers are asked to
    resolve references or, with --parse, to parse URLs.

    Exit code: 1 if --check finds a different answer, or if the file lacks a parser or has different
    cases; 2 if the run exceeded its time limit; otherwise 0.
    """
    if write is not None and check is not None:
        raise click.UsageError("give either --write or --check, not both")
    # The file's content is read, and rejected if it isn't a recording, so there is no --force.
    read = {"the file given with --against": against}
    written = {"the file given with --write": write}
    check_outputs(written, read, force=True)
    asked = _Asked(**present, limit=TimeLimit(total_timeout))
    with reserved(write) as unfinished:
        put, kept = question_named(question), _kept(question, check, write)
        cases = put.default_cases()
        given = dict.fromkeys(_given_cases(question, against) or kept.further)
        further = tuple(case for case in given if case not in cases)
        if check is not None:
            holds = kept.cases == cases and {*further} <= {*kept.further}
            if not holds and not quiet:
                wrong = f"the cases in {named(check)} differ from the current cases"
                echo(f"{wrong}; update the file with --write", err=True)
            return asked.exit_code(agrees=_check(asked, kept) and holds)
        shown = frozenset[AnyCase]()
        if against is not None:
            shown = frozenset(given)
        now = _record(asked, put, kept, cases, further, shown)
        if write is not None:
            removed = kept.names - now.names
            if not quiet:
                _print_removed(removed, write)
            write_whole(write, now.to_json(), unfinished)
    return asked.exit_code()


def _print_removed(names: Iterable[str], file: Path) -> None:
    for name in names:
        wrong = f"{name} was tested with different cases"
        echo(f"{wrong}, so its answers were removed from {named(file)}", err=True)


def _kept(question: str, check: Path | None, write: Path | None) -> Recordings:
    """Return the answers already in the file given with `--check` or `--write`.

    Without such a file, or if the file given with `--write` is new or empty, there are no answers.

    Raises:
        RecordingError: The file doesn't contain answers to the question.
    """
    if check is not None:
        content = content_of(check)
    elif write is not None and has_content(write):
        content = write.read_bytes()
    else:
        return Recordings(question)
    kept = read_recordings(content)
    if kept.question != question:
        raise RecordingError
    return kept


@attrs.define
class _Asked:
    """The selected parsers, with the time limits for each answer and for the whole run.

    `as_json` is true if results are printed as JSON. `done` is the number of parsers that were
    finished before the time limit of the run.
    """

    selected: tuple[Adapter, ...]
    timeout: float
    limit: TimeLimit
    as_json: bool
    done: int = 0

    def present(self) -> Iterator[tuple[Adapter, str, Program]]:
        """Start and yield each parser on this machine, with its version; print the absent parsers.

        The iteration ends when the time limit is reached, even during an answer.
        """
        for item in self.selected:
            if self.limit.is_over():
                return
            try:
                version = item.version()
            except AbsentError as error:
                self._print_absent(item.name, str(error))
                continue
            with Program(item.command, self.timeout, plain=item.plain, limit=self.limit) as program:
                yield item, version, program
            self.done += not self.limit.reached

    def _print_absent(self, name: str, why: str) -> None:
        if self.as_json:
            print_json("implementations", {"name": name, "absent": why})
        else:
            echo(faint(f"{parser_label(name)}{GAP}not asked: {sanitized(why)}"))

    def exit_code(self, *, agrees: bool = True) -> int:
        """Return the exit code; raise `RunError` if the time limit was reached."""
        if self.limit.reached:
            raise self.limit.exceeded(self.done, len(self.selected), "implementations")
        return AGREE if agrees else DISAGREE


def _record(
    asked: _Asked,
    question: AnyQuestion,
    kept: Recordings,
    cases: tuple[AnyCase, ...],
    further: tuple[AnyCase, ...],
    shown: frozenset[AnyCase],
) -> Recordings:
    """Ask and identify each parser, and print the results; return the updated recordings.

    Unless JSON is printed, a parser's answers to the cases in `shown` are printed as well.
    """
    for item, version, program in asked.present():
        recording, identification = record(question, item, version, program, cases, further)
        if asked.limit.reached:
            break
        kept = kept.updated(cases, recording)
        if asked.as_json:
            form = _form(item.command, item.name, version, identification)
            print_json("implementations", form)
        else:
            _print_heading(item, version, identification.verdict)
            for answer in dict.fromkeys((*recording.answers, *recording.further)):
                if answer.case in shown:
                    echo(indented(f"{case_text(answer.case)}: {answer_text(answer)}"))
    return kept


def _print_heading(item: Adapter, version: str, says: str) -> None:
    label = strong(parser_label(item.name))
    echo(f"{label} {sanitized(version)}{GAP}{says}")


def _check(asked: _Asked, kept: Recordings) -> bool:
    """Ask the parsers again, print changed answers, and return whether all are unchanged.

    A parser that isn't in the file counts as changed.
    """
    holds = True
    for item, version, program in asked.present():
        recording = kept.of(item.name)
        recorded = None
        changed: list[tuple[AnyAnswer, AnyAnswer]] = []
        if recording is not None:
            recorded = recording.version
            changed += changes(recording, program)
        if asked.limit.reached:
            break
        same = recording is not None and not changed
        holds = holds and same
        if asked.as_json:
            forms = [_change_form(before, now) for before, now in changed]
            form = {"name": item.name, "version": version, "recorded": recorded, "holds": same}
            print_json("implementations", {**form, "changes": forms})
        else:
            _print_heading(item, version, _says(version, recorded, len(changed)))
            for before, now in changed:
                answers = f"now {answer_text(now)}, in the file {answer_text(before)}"
                echo(indented(f"{case_text(now.case)}: {answers}"))
    return holds


def _change_form(before: AnyAnswer, now: AnyAnswer) -> dict[str, object]:
    return {**now.case.to_dict(), "before": before, "now": now}


def _says(version: str, recorded: str | None, changed: int) -> str:
    """Describe the changes since the recorded answers, which may come from another version.

    `recorded` is the recorded version of the parser; None if the file lacks the parser.
    """
    if recorded is None:
        return "is not in the file; add it with --write"
    file = "the file"
    cure = "find out why, or update it with --write"
    if recorded != version:
        file = f"version {sanitized(recorded)} in the file"
        cure = "update the file with --write"
    if not changed:
        return f"gives the same answers as {file}"
    return f"differs in {counted(changed, 'answer')} from {file}: {cure}"
