"""The command `hexapla implementations`."""

import copy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli.command import argument, command
from hexapla.cli.commands.identify import identification_form
from hexapla.cli.exit_codes import AGREE, DISAGREE, Trouble
from hexapla.cli.files import check_outputs, named
from hexapla.cli.options import (
    completed_by,
    json_option,
    parse_option,
    quiet_option,
    stop_note,
    timeout_option,
    total_timeout_option,
)
from hexapla.cli.output import print_json
from hexapla.cli.parameters import INPUT_FILE, OUTPUT_FILE
from hexapla.cli.recorded import Changed, Recorder, adapters_of, recorder_of
from hexapla.cli.terminal import GAP, Terminal, echo, this_terminal
from hexapla.implementations import Identification, ParseIdentification
from hexapla.implementations.adapters import AbsentError, Adapter
from hexapla.implementations.process import Program
from hexapla.jobs.atomic import has_content, write_whole
from hexapla.jobs.time_limit import TimeLimit
from hexapla.text.signs import sanitized


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[Adapter, ...]:
    try:
        return adapters_of(value, parse=ctx.params["parse"])
    except LookupError as error:
        raise click.BadParameter(str(error), ctx, param) from error


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
    shell_complete=completed_by("names"),
)
@parse_option
@click.option(
    "--against",
    type=INPUT_FILE,
    metavar="FILE",
    help="Ask these cases, too: a corpus or test vectors; with --parse, URLs, one a line.",
)
@click.option(
    "--write",
    type=OUTPUT_FILE,
    metavar="FILE",
    help="Write what they answer to a file; what it has of others stays there.",
)
@click.option(
    "--check",
    type=INPUT_FILE,
    metavar="FILE",
    help="Say where their answers differ from those in a file.",
)
@timeout_option
@total_timeout_option
@json_option
@quiet_option
def implementations(**options: Any) -> None:
    """Find the standard that each parser on this machine follows.

    They are real parsers, in several languages. Those that are not on this machine are listed with
    the reason, and with what to install. They are asked to resolve references or, with --parse, to
    take URLs apart.

    Exit code: 0, but 1 where --check finds that one answers otherwise, or is not in the file, and 2
    where the time for the run was over.
    """
    asked = _Request(**options)
    if asked.write is not None and asked.check is not None:
        raise click.UsageError("give --write or --check, not both")
    if asked.check is not None:
        recorder = recorder_of(asked.check, asked.against, parse=asked.parse)
        holds = _Check(asked, recorder, asked.check).execute()
        sys.exit(AGREE if holds else DISAGREE)
    asked.execute()


@attrs.frozen
class _Present:
    """An implementation that is on this machine, and its version."""

    adapter: Adapter
    version: str


@attrs.frozen
class _Request:
    """What the command line asks for."""

    selected: tuple[Adapter, ...]
    parse: bool
    against: Path | None
    write: Path | None
    check: Path | None
    timeout: float
    total_timeout: float
    as_json: bool
    quiet: bool
    terminal: Terminal = attrs.field(factory=this_terminal)
    limit: TimeLimit = attrs.field(init=False)

    @limit.default
    def _from_now_on(self) -> TimeLimit:
        return TimeLimit(self.total_timeout)

    def present(self) -> Iterator[_Present]:
        """Yield the implementations that are on this machine, and print the others.

        None comes any more when the time is over.
        """
        for implementation in self.selected:
            if self.limit.is_over():
                return
            try:
                version = implementation.version()
            except AbsentError as error:
                self._print_absent(implementation, str(error))
                continue
            yield _Present(implementation, version)

    def _print_absent(self, implementation: Adapter, reason: str) -> None:
        if self.as_json:
            print_json("implementations", {"name": implementation.name, "absent": reason})
        else:
            echo(self.terminal.faint(f"{implementation.name}{GAP}not asked: {sanitized(reason)}"))

    def program(self, item: _Present) -> Program:
        """Return the program that answers for an implementation."""
        adapter = item.adapter
        return Program(adapter.command, self.timeout, plain=adapter.plain, limit=self.limit)

    def check_time(self, done: int) -> None:
        """Raise `Trouble` where the time was over when so many implementations were done."""
        if self.limit.reached:
            raise Trouble(stop_note(self.limit, done, len(self.selected), "implementations"))

    def note(self, text: str) -> None:
        """Tell something on standard error."""
        if not self.quiet:
            echo(text, err=True)

    def execute(self) -> None:
        """Ask, print what each is identified by, and write what it answered."""
        outputs, inputs = (
            {"the file of --write": self.write},
            {"the file of --against": self.against},
        )
        # What it has is read, and so refused where it is something else; there is no --force.
        check_outputs(outputs, inputs, force=True)
        kept = self.write if self.write is not None and has_content(self.write) else None
        recorder = recorder_of(kept, self.against, parse=self.parse)
        before, done = recorder.names, 0
        for item in self.present():
            kept_so_far = copy.copy(recorder)
            with self.program(item) as program:
                identification = recorder.record(item.adapter, item.version, program)
            if self.limit.reached:
                recorder = kept_so_far
                break
            self._print(item, identification)
            done += 1
        if self.write is not None:
            for name in before - recorder.names:
                self.note(f"{name} was asked other cases, and is left out of {named(self.write)}")
            write_whole(self.write, recorder.to_json())
        self.check_time(done)

    def _print(self, item: _Present, best: Identification | ParseIdentification) -> None:
        adapter = item.adapter
        if self.as_json:
            form = identification_form(adapter.command, adapter, item.version, best)
            print_json("implementations", form)
        else:
            name = self.terminal.strong(adapter.name)
            echo(f"{name} {sanitized(item.version)}{GAP}{best.verdict}")


@attrs.frozen
class _Checked:
    """An implementation that was asked again; `recorded` is its version in the file, if any."""

    implementation: _Present
    recorded: str | None
    changes: tuple[Changed, ...]

    @property
    def holds(self) -> bool:
        """Whether the file has what the implementation answers."""
        return self.recorded is not None and not self.changes

    @property
    def says(self) -> str:
        """How the answers relate to the file."""
        if self.recorded is None:
            return "is not in the file: run --write"
        same = self.recorded == self.implementation.version
        older = "" if same else f", of version {sanitized(self.recorded)}"
        if self.holds:
            return f"answers what the file has{older}"
        cure = "find out why, or run --write" if same else "the file is older: run --write"
        return f"answers {len(self.changes)} otherwise than the file has it{older}: {cure}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "name": self.implementation.adapter.name,
            "version": self.implementation.version,
            "recorded": self.recorded,
            "holds": self.holds,
            "changes": [change.form for change in self.changes],
        }


@attrs.frozen
class _Check:
    """Implementations that are asked again, and the file that their answers are held against."""

    asked: _Request
    recorder: Recorder
    path: Path

    def execute(self) -> bool:
        """Ask, and print where answers differ; return whether everything is as in the file."""
        holds = self.recorder.is_current
        if not holds:
            self.asked.note(
                f"the cases in {named(self.path)} are not those that are asked now: run --write"
            )
        done = 0
        for item in self.asked.present():
            checked = self._checked(item)
            if self.asked.limit.reached:
                break
            done += 1
            holds = holds and checked.holds
            if self.asked.as_json:
                print_json("implementations", checked.to_dict())
            else:
                echo("\n".join(_lines(checked, self.asked.terminal)))
        self.asked.check_time(done)
        return holds

    def _checked(self, item: _Present) -> _Checked:
        name = item.adapter.name
        recorded = self.recorder.version(name)
        if recorded is None:
            return _Checked(item, None, ())
        with self.asked.program(item) as program:
            return _Checked(item, recorded, tuple(self.recorder.changes(name, program)))


def _lines(checked: _Checked, terminal: Terminal) -> Iterator[str]:
    item = checked.implementation
    yield f"{terminal.strong(item.adapter.name)} {sanitized(item.version)}{GAP}{checked.says}"
    for change in checked.changes:
        yield f"{GAP}{change.line}"
