"""The command `hexapla implementations`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

import attrs
import click

from hexapla.cli.commands.identify import identify_form, shown, timeout_option, verdict_of
from hexapla.cli.group import json_option, print_json, this_terminal
from hexapla.cli.terminal import Terminal, show
from hexapla.implementations import Identification, default_cases
from hexapla.implementations.adapters import ADAPTERS, AbsentError, Adapter, adapter
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
from hexapla.standard.registry import specs as installed

_GAP = "  "


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[Adapter, ...]:
    try:
        return tuple(map(adapter, dict.fromkeys(value))) or ADAPTERS
    except LookupError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def _read(path: Path) -> Recordings:
    try:
        return read_recordings(path.read_text("utf-8"))
    except (RecordingError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path}: {error}") from error


@click.command()
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
    help="Say where they answer otherwise than a file has it.",
)
@timeout_option(20.0)
@json_option
def implementations(
    selected: tuple[Adapter, ...],
    write: Path | None,
    check: Path | None,
    timeout: float,
    as_json: bool,
) -> None:
    """Ask the ready witnesses that this machine has, and say which memo each follows.

    They are real parsers, in several languages; a NAME is that of one of them. Those that are not
    on this machine are listed with the reason, and with what to install.

    Exit code: 0, but 1 where --check finds that one answers otherwise, or is not in the file.
    """
    if write is not None and check is not None:
        raise click.UsageError("give --write or --check, not both")
    if check is not None:
        _check(selected, check, timeout, as_json)
    _ask(selected, write, timeout, as_json)


@attrs.frozen
class _Present:
    """A ready witness that is here, and its version."""

    adapter: Adapter
    version: str


def _present(selected: Iterable[Adapter], terminal: Terminal, as_json: bool) -> Iterator[_Present]:
    """Give the witnesses that are here, and tell of the others."""
    for witness in selected:
        try:
            version = witness.version()
        except AbsentError as error:
            if as_json:
                print_json("implementations", {"name": witness.name, "absent": str(error)})
            else:
                click.echo(terminal.faint(f"{witness.name}{_GAP}not asked: {error}"))
            continue
        yield _Present(witness, version)


def _ask(selected: tuple[Adapter, ...], write: Path | None, timeout: float, as_json: bool) -> None:
    """Ask the witnesses, print what each is recognised by, and write what it answered."""
    terminal = this_terminal()
    specs = installed()
    cases = default_cases(specs)
    before = Recordings() if write is None or not write.exists() else _read(write)
    given: list[Recording] = []
    for item in _present(selected, terminal, as_json):
        with Program(item.adapter.command, timeout, plain=item.adapter.plain) as program:
            recording, found = record(item.adapter, item.version, program, specs, cases)
        given.append(recording)
        if as_json:
            form = identify_form(item.adapter.command, item.adapter, item.version, found)
            print_json("implementations", form)
        else:
            click.echo(_line(item, found, terminal))
    if write is not None:
        updated = before.updated(cases, given)
        for name in before.names - updated.names:
            click.echo(f"{name} was asked other cases, and is left out of {write}", err=True)
        whole = write.with_name(f"{write.name}.part")
        whole.write_text(updated.to_json(), "utf-8")
        whole.replace(write)


def _line(item: _Present, found: Identification, terminal: Terminal) -> str:
    name = terminal.strong(item.adapter.name)
    return f"{name} {item.version}{_GAP}{verdict_of(found)}"


@attrs.frozen
class _Checked:
    """What became of a witness that was asked again; `recorded` is what the file has of it."""

    witness: _Present
    recorded: Recording | None
    changes: tuple[Change, ...]

    @property
    def holds(self) -> bool:
        """Whether the file has what the witness answers."""
        return self.recorded is not None and not self.changes

    @property
    def says(self) -> str:
        """How what the witness answers relates to the file."""
        if self.recorded is None:
            return "is not in the file: run --write"
        before = self.recorded.version
        older = "" if before == self.witness.version else f", of version {before}"
        if self.holds:
            return f"answers what the file has{older}"
        cure = "find out why, or run --write" if not older else "the file is older: run --write"
        return f"answers {len(self.changes)} otherwise than the file has it{older}: {cure}"

    def to_dict(self) -> dict[str, object]:
        """Give the JSON form."""
        return {
            "name": self.witness.adapter.name,
            "version": self.witness.version,
            "recorded": self.recorded and self.recorded.version,
            "holds": self.holds,
            "changes": [
                {
                    **change.now.case.to_dict(),
                    "before": change.before.to_dict(),
                    "now": change.now.to_dict(),
                }
                for change in self.changes
            ],
        }


def _check(selected: tuple[Adapter, ...], path: Path, timeout: float, as_json: bool) -> NoReturn:
    """Ask the witnesses again, and tell where they answer otherwise than a file has it."""
    terminal = this_terminal()
    recorded = _read(path)
    holds = recorded.cases == default_cases(installed())
    if not holds:
        click.echo(
            f"the cases in {path} are not those of the memos that are installed: run --write",
            err=True,
        )
    for item in _present(selected, terminal, as_json):
        checked = _checked(item, recorded.of(item.adapter.name), timeout)
        holds = holds and checked.holds
        if as_json:
            print_json("implementations", checked.to_dict())
        else:
            click.echo("\n".join(_told(checked, terminal)))
    sys.exit(0 if holds else 1)


def _checked(item: _Present, recorded: Recording | None, timeout: float) -> _Checked:
    if recorded is None:
        return _Checked(item, None, ())
    with Program(item.adapter.command, timeout, plain=item.adapter.plain) as program:
        return _Checked(item, recorded, tuple(changes(recorded, program)))


def _told(checked: _Checked, terminal: Terminal) -> Iterator[str]:
    item = checked.witness
    yield f"{terminal.strong(item.adapter.name)} {item.version}{_GAP}{checked.says}"
    for change in checked.changes:
        case = change.now.case
        base = terminal.faint(f"base {show(case.base)}")
        answers = f"{shown(change.now)}{_GAP}now{_GAP}·{_GAP}{shown(change.before)}{_GAP}file"
        yield f"{_GAP}{show(case.reference)} ]{_GAP}{answers}{_GAP}{base}"
