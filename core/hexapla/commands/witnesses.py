"""The command `hexapla witnesses`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

import attrs
import click

from hexapla.cli import json_option, print_json, this_terminal
from hexapla.commands.witness import shown, timeout_option, verdict_of, witness_form
from hexapla.registry import specs as installed
from hexapla.terminal import Terminal, show
from hexapla.witness import Fingerprint, default_cases
from hexapla.witness.process import Program
from hexapla.witness.ready import READY, AbsentError, Ready, ready
from hexapla.witness.testimony import (
    Change,
    Testimonies,
    Testimony,
    TestimonyError,
    changes,
    read_testimonies,
    testify,
)

_GAP = "  "


def _select(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[Ready, ...]:
    try:
        return tuple(map(ready, dict.fromkeys(value))) or READY
    except LookupError as error:
        raise click.BadParameter(str(error), ctx, param) from error


def _read(path: Path) -> Testimonies:
    try:
        return read_testimonies(path.read_text("utf-8"))
    except (TestimonyError, UnicodeDecodeError) as error:
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
def witnesses(
    selected: tuple[Ready, ...],
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

    ready: Ready
    version: str


def _present(selected: Iterable[Ready], terminal: Terminal, as_json: bool) -> Iterator[_Present]:
    """Give the witnesses that are here, and tell of the others."""
    for witness in selected:
        try:
            version = witness.version()
        except AbsentError as error:
            if as_json:
                print_json("witnesses", {"name": witness.name, "absent": str(error)})
            else:
                click.echo(terminal.faint(f"{witness.name}{_GAP}not asked: {error}"))
            continue
        yield _Present(witness, version)


def _ask(selected: tuple[Ready, ...], write: Path | None, timeout: float, as_json: bool) -> None:
    """Ask the witnesses, print what each is recognised by, and write what it answered."""
    terminal = this_terminal()
    specs = installed()
    cases = default_cases(specs)
    before = Testimonies() if write is None or not write.exists() else _read(write)
    given: list[Testimony] = []
    for item in _present(selected, terminal, as_json):
        with Program(item.ready.command, timeout, plain=item.ready.plain) as program:
            testimony, found = testify(item.ready, item.version, program, specs, cases)
        given.append(testimony)
        if as_json:
            form = witness_form(item.ready.command, item.ready, item.version, found)
            print_json("witnesses", form)
        else:
            click.echo(_line(item, found, terminal))
    if write is not None:
        updated = before.updated(cases, given)
        for name in before.names - updated.names:
            click.echo(f"{name} was asked other cases, and is left out of {write}", err=True)
        whole = write.with_name(f"{write.name}.part")
        whole.write_text(updated.to_json(), "utf-8")
        whole.replace(write)


def _line(item: _Present, found: Fingerprint, terminal: Terminal) -> str:
    name = terminal.strong(item.ready.name)
    return f"{name} {item.version}{_GAP}{verdict_of(found)}"


@attrs.frozen
class _Checked:
    """What became of a witness that was asked again; `recorded` is what the file has of it."""

    witness: _Present
    recorded: Testimony | None
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
            "name": self.witness.ready.name,
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


def _check(selected: tuple[Ready, ...], path: Path, timeout: float, as_json: bool) -> NoReturn:
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
        checked = _checked(item, recorded.of(item.ready.name), timeout)
        holds = holds and checked.holds
        if as_json:
            print_json("witnesses", checked.to_dict())
        else:
            click.echo("\n".join(_told(checked, terminal)))
    sys.exit(0 if holds else 1)


def _checked(item: _Present, recorded: Testimony | None, timeout: float) -> _Checked:
    if recorded is None:
        return _Checked(item, None, ())
    with Program(item.ready.command, timeout, plain=item.ready.plain) as program:
        return _Checked(item, recorded, tuple(changes(recorded, program)))


def _told(checked: _Checked, terminal: Terminal) -> Iterator[str]:
    item = checked.witness
    yield f"{terminal.strong(item.ready.name)} {item.version}{_GAP}{checked.says}"
    for change in checked.changes:
        case = change.now.case
        base = terminal.faint(f"base {show(case.base)}")
        answers = f"{shown(change.now)}{_GAP}now{_GAP}·{_GAP}{shown(change.before)}{_GAP}file"
        yield f"{_GAP}{show(case.reference)} ]{_GAP}{answers}{_GAP}{base}"
