"""The command `hexapla implementations`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from hexapla.cli.command import command
from hexapla.cli.commands.identify import identification_form
from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.options import json_option, quiet_option, timeout_option
from hexapla.cli.output import print_json
from hexapla.cli.terminal import GAP, Terminal, this_terminal
from hexapla.comparison.one_line import show
from hexapla.implementations import Identification, candidates, default_cases
from hexapla.implementations.adapters import RESOLVERS, AbsentError, Adapter, resolver
from hexapla.implementations.process import Program
from hexapla.implementations.recording import (
    Change,
    Recording,
    RecordingError,
    Recordings,
    changes,
    read_recordings,
    record,
)
from hexapla.implementations.wording import answer_text, verdict_of


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[Adapter, ...]:
    try:
        return tuple(map(resolver, dict.fromkeys(value))) or RESOLVERS
    except LookupError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def _read(path: Path) -> Recordings:
    try:
        return read_recordings(path.read_text("utf-8"))
    except (RecordingError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path}: {error}") from error


@command(
    "implementations",
    "hexapla implementations",
    "hexapla implementations urllib.parse --write recorded.json",
    "hexapla implementations --check recorded.json urllib.parse",
    "hexapla implementations urllib.parse --json",
)
@click.argument("selected", metavar="[NAME]…", nargs=-1, callback=_select)
@click.option(
    "--write",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write what they answer to a file; what it has of others stays there.",
)
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Say where their answers differ from those in a file.",
)
@timeout_option
@json_option
@quiet_option
def implementations(**options: Any) -> None:
    """Ask the parsers that this machine has which standard they follow.

    They are real parsers, in several languages; a NAME is that of one of them, and all are asked
    where none is given. Those that are not on this machine are listed with the reason, and with
    what to install.

    Exit code: 0, but 1 where --check finds that one answers otherwise, or is not in the file.
    """
    asked = _Request(**options)
    if asked.write is not None and asked.check is not None:
        raise click.UsageError("give --write or --check, not both")
    if asked.check is not None:
        holds = _Check(asked, _read(asked.check), asked.check).execute()
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
    write: Path | None
    check: Path | None
    timeout: float
    as_json: bool
    quiet: bool
    terminal: Terminal = attrs.field(factory=this_terminal)

    def present(self) -> Iterator[_Present]:
        """Yield the implementations that are on this machine, and print the others."""
        for implementation in self.selected:
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
            click.echo(self.terminal.faint(f"{implementation.name}{GAP}not asked: {reason}"))

    def program(self, item: _Present) -> Program:
        """Return the program that answers for an implementation."""
        return Program(item.adapter.command, self.timeout, plain=item.adapter.plain)

    def note(self, text: str) -> None:
        """Tell something on standard error."""
        if not self.quiet:
            click.echo(text, err=True)

    def execute(self) -> None:
        """Ask, print what each is identified by, and write what it answered."""
        specs = candidates()
        cases = default_cases(specs)
        written = self.write is not None and self.write.exists()
        before = _read(self.write) if self.write and written else Recordings()
        given: list[Recording] = []
        for item in self.present():
            with self.program(item) as program:
                recording, identification = record(
                    item.adapter, item.version, program, specs, cases
                )
            given.append(recording)
            if self.as_json:
                command_line, adapter = item.adapter.command, item.adapter
                form = identification_form(command_line, adapter, item.version, identification)
                print_json("implementations", form)
            else:
                click.echo(_line(item, identification, self.terminal))
        if self.write is not None:
            self._update(self.write, before, before.updated(cases, given))

    def _update(self, path: Path, before: Recordings, updated: Recordings) -> None:
        for name in before.names - updated.names:
            self.note(f"{name} was asked other cases, and is left out of {path}")
        whole = path.with_name(f"{path.name}.part")
        whole.write_text(updated.to_json(), "utf-8")
        whole.replace(path)


def _line(item: _Present, identification: Identification, terminal: Terminal) -> str:
    name = terminal.strong(item.adapter.name)
    return f"{name} {item.version}{GAP}{verdict_of(identification)}"


@attrs.frozen
class _Checked:
    """An implementation that was asked again; `recorded` is what the file has of it."""

    implementation: _Present
    recorded: Recording | None
    changes: tuple[Change, ...]

    @property
    def holds(self) -> bool:
        """Whether the file has what the implementation answers."""
        return self.recorded is not None and not self.changes

    @property
    def says(self) -> str:
        """How the answers relate to the file."""
        if self.recorded is None:
            return "is not in the file: run --write"
        before = self.recorded.version
        older = "" if before == self.implementation.version else f", of version {before}"
        if self.holds:
            return f"answers what the file has{older}"
        cure = "find out why, or run --write" if not older else "the file is older: run --write"
        return f"answers {len(self.changes)} otherwise than the file has it{older}: {cure}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "name": self.implementation.adapter.name,
            "version": self.implementation.version,
            "recorded": self.recorded and self.recorded.version,
            "holds": self.holds,
            "changes": [change.to_dict() for change in self.changes],
        }


@attrs.frozen
class _Check:
    """Implementations that are asked again, and the file that their answers are held against."""

    asked: _Request
    recorded: Recordings
    path: Path

    def execute(self) -> bool:
        """Ask, and print where answers differ; return whether everything is as in the file."""
        holds = self.recorded.cases == default_cases(candidates())
        if not holds:
            self.asked.note(
                f"the cases in {self.path} are not those of the specs that are installed: "
                "run --write"
            )
        for item in self.asked.present():
            checked = self._checked(item)
            holds = holds and checked.holds
            if self.asked.as_json:
                print_json("implementations", checked.to_dict())
            else:
                click.echo("\n".join(_told(checked, self.asked.terminal)))
        return holds

    def _checked(self, item: _Present) -> _Checked:
        recorded = self.recorded.of(item.adapter.name)
        if recorded is None:
            return _Checked(item, None, ())
        with self.asked.program(item) as program:
            return _Checked(item, recorded, tuple(changes(recorded, program)))


def _told(checked: _Checked, terminal: Terminal) -> Iterator[str]:
    item = checked.implementation
    yield f"{terminal.strong(item.adapter.name)} {item.version}{GAP}{checked.says}"
    for change in checked.changes:
        case = change.now.case
        base = terminal.faint(f"base {show(case.base)}")
        answers = (
            f"{answer_text(change.now)}{GAP}now{GAP}·{GAP}{answer_text(change.before)}{GAP}file"
        )
        yield f"{GAP}{show(case.reference)} ]{GAP}{answers}{GAP}{base}"
