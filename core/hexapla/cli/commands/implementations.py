"""The command `hexapla implementations`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.commands.identify import given_cases, identification_form
from hexapla.cli.ending import out_of_time
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import GAP, echo, faint, print_json, strong
from hexapla.implementations.adapters import PARSERS, RESOLVERS, AbsentError, Adapter, adapter
from hexapla.implementations.asking import AnyCase
from hexapla.implementations.departure import AnyQuestion
from hexapla.implementations.identification import question_named
from hexapla.implementations.process import Program
from hexapla.implementations.question import answer_text, case_text
from hexapla.implementations.recording import (
    RecordingError,
    Recordings,
    changes,
    read_recordings,
    record,
)
from hexapla.jobs.atomic import has_content, reserved, write_whole
from hexapla.jobs.time_limit import TimeLimit
from hexapla.text.signs import sanitized


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[Adapter, ...]:
    question = ctx.params["question"]
    selected = tuple(adapter(name, question) for name in dict.fromkeys(value))
    return selected or (PARSERS if question == "parse" else RESOLVERS)


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
    "The parsers to ask; by default all.",
    metavar="[NAME]…",
    nargs=-1,
    callback=_select,
    shell_complete=completion.names,
)
@options.question
@options.input_file(
    "--against",
    "Ask these cases, too: a corpus or test vectors; with --parse, URLs, one a line.",
)
@options.output_file(
    "--write", "Write what they answer to a file; what it has of others stays there."
)
@options.input_file("--check", "Say where their answers differ from those in a file.")
@options.timeout
@options.total_timeout
@options.json
@options.quiet
def implementations(
    question: str,
    against: Path | None,
    write: Path | None,
    check: Path | None,
    quiet: bool,
    **present: Any,
) -> int:
    """Find the standard that each parser on this machine follows.

    They are real parsers, in several languages. Those that are not on this machine are listed with
    the reason, and with what to install. They are asked to resolve references or, with --parse, to
    take URLs apart.

    Exit code: 0, but 1 where --check finds that one answers otherwise, or is not in the file, and 2
    where the time for the run was over.
    """
    if write is not None and check is not None:
        raise click.UsageError("give --write or --check, not both")
    # What it has is read, and so refused where it is something else; there is no --force.
    check_outputs({"the file of --write": write}, {"the file of --against": against}, force=True)
    with reserved(write) as unfinished:
        asked = _Asked(question_named(question), check or write, given_cases(question, against))
        if check is not None:
            return _check(asked, _Present(**present), check, quiet=quiet)
        _record(asked, _Present(**present), write, unfinished, quiet=quiet)
    return AGREE


class _Asked:
    """What is asked, and the answers that a file has."""

    def __init__(
        self, question: AnyQuestion, file: Path | None, given: tuple[AnyCase, ...]
    ) -> None:
        """Read the answers; where no further cases are given, those are asked that are kept."""
        self.question = question
        self.kept = Recordings(question.name)
        if file is not None and has_content(file):
            self.kept = read_recordings(file.read_bytes())
            if self.kept.question != question.name:
                raise RecordingError
        self.cases: tuple[AnyCase, ...] = question.default_cases()
        further = dict.fromkeys(given or self.kept.further)
        self.further = tuple(case for case in further if case not in self.cases)


@attrs.frozen
class _Present:
    """The selected implementations that are on this machine; their time runs from now on."""

    selected: tuple[Adapter, ...]
    timeout: float
    limit: TimeLimit = attrs.field(alias="total_timeout", converter=TimeLimit)
    as_json: bool

    def __iter__(self) -> Iterator[tuple[Adapter, str]]:
        """Yield them with their versions, until the time is over, and print the others."""
        for implementation in self.selected:
            if self.limit.is_over():
                return
            try:
                version = implementation.version()
            except AbsentError as error:
                name, why = implementation.name, str(error)
                if self.as_json:
                    print_json("implementations", {"name": name, "absent": why})
                else:
                    echo(faint(f"{name}{GAP}not asked: {sanitized(why)}"))
                continue
            yield implementation, version

    def program(self, item: Adapter) -> Program:
        """Return the program that answers for an implementation."""
        return Program(item.command, self.timeout, plain=item.plain, limit=self.limit)

    def check_time(self, done: int) -> None:
        """Raise `NoResultError` where the time was over when so many implementations were done."""
        if self.limit.reached:
            raise out_of_time(self.limit, done, len(self.selected), "implementations")


def _record(
    asked: _Asked, present: _Present, write: Path | None, unfinished: Path | None, *, quiet: bool
) -> None:
    """Ask, print what each is identified by, and write what it answered."""
    kept, done = asked.kept, 0
    for item, version in present:
        with present.program(item) as program:
            recording, identification = record(
                asked.question, item, version, program, asked.cases, asked.further
            )
        if present.limit.reached:
            break
        kept = kept.updated(asked.cases, recording)
        done += 1
        if present.as_json:
            form = identification_form(item.command, item, version, identification)
            print_json("implementations", form)
        else:
            echo(f"{strong(item.name)} {sanitized(version)}{GAP}{identification.verdict}")
    if write is not None:
        for name in () if quiet else asked.kept.names - kept.names:
            echo(f"{name} was asked other cases, and is left out of {named(write)}", err=True)
        write_whole(write, kept.to_json(), unfinished)
    present.check_time(done)


def _check(asked: _Asked, present: _Present, file: Path, *, quiet: bool) -> int:
    """Ask again, and print where answers differ; return whether everything is as in a file."""
    kept, done = asked.kept, 0
    holds = kept.cases == asked.cases and {*asked.further} <= {*kept.further}
    if not holds and not quiet:
        echo(f"the cases in {named(file)} are not those that are asked now: run --write", err=True)
    for item, version in present:
        recording = kept.of(item.name)
        recorded, changed = None, []
        if recording is not None:
            recorded = recording.version
            with present.program(item) as program:
                changed = list(changes(recording, program))
        if present.limit.reached:
            break
        done += 1
        same = recording is not None and not changed
        holds = holds and same
        if present.as_json:
            forms = [
                {**now.case.to_dict(), "before": before.to_dict(), "now": now.to_dict()}
                for before, now in changed
            ]
            form = {"name": item.name, "version": version, "recorded": recorded, "holds": same}
            print_json("implementations", {**form, "changes": forms})
        else:
            says = _says(version, recorded, len(changed))
            echo(f"{strong(item.name)} {sanitized(version)}{GAP}{says}")
            for before, now in changed:
                answers = f"now {answer_text(now)}, in the file {answer_text(before)}"
                echo(f"{GAP}{case_text(now.case)}: {answers}")
    present.check_time(done)
    return AGREE if holds else DISAGREE


def _says(version: str, recorded: str | None, changed: int) -> str:
    """Return how answers relate to a file, which has them of a version, if it has them."""
    if recorded is None:
        return "is not in the file: run --write"
    older = "" if recorded == version else f", of version {sanitized(recorded)}"
    if not changed:
        return f"answers what the file has{older}"
    cure = "the file is older: run --write" if older else "find out why, or run --write"
    return f"answers {changed} otherwise than the file has it{older}: {cure}"
