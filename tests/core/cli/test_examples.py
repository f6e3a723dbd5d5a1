"""The examples in each `--help`: every command has some, and they run as written."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_line import run
from tables import rows_of

from hexapla.cli.command import DocumentedCommand
from hexapla.cli.commands import COMMANDS
from hexapla.cli.group import main

FILES: dict[str, str] = dict(rows_of("command_lines", "files of examples"))
# These ask every installed parser, or one parser every built-in case; other tests do that.
NOT_RUN = {"hexapla implementations", "hexapla identify python:urllib.parse:urljoin"}


def commands() -> Iterator[DocumentedCommand]:
    context = click.Context(main)
    for name in COMMANDS:
        command = main.get_command(context, name)
        if isinstance(command, click.Group):
            yield from (
                item for item in command.commands.values() if isinstance(item, DocumentedCommand)
            )
        else:
            assert isinstance(command, DocumentedCommand)
            yield command


# These ask parsers or standards many questions, or start other processes.
LONG = {"ask", "corpus", "differential", "discover", "identify", "implementations"}
OWN = {command.name: command for command in commands()}


def in_this_process(example: str) -> tuple[int, str]:
    result = run(*shlex.split(example)[1:])
    return result.exit_code, result.stderr


def in_a_shell(example: str) -> tuple[int, str]:
    script = f'hexapla() {{ {shlex.quote(sys.executable)} -m hexapla "$@"; }}\n{example}'
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in OWN]
)
def test_every_example_runs(name: str, here: Path) -> None:
    for file, text in FILES.items():
        Path(file).write_text(text, "utf-8")
    for example in OWN[name].examples:
        if example in NOT_RUN:
            continue
        needs_a_shell = any(sign in example for sign in "|<>")
        code, errors = (in_a_shell if needs_a_shell else in_this_process)(example)
        assert code in (0, 1), (example, errors)
        assert "Error" not in errors, example


@pytest.mark.parametrize("name", OWN)
def test_every_help_begins_with_examples(name: str) -> None:
    command = OWN[name]
    text = command.get_help(click.Context(command, info_name=name))
    assert command.examples
    head, rest = text.split("\nExamples:\n")
    examples, _, details = rest.partition("\n\n")
    assert [line.strip() for line in examples.splitlines()] == list(command.examples)
    assert len(head.strip().split("\n\n")) == 2  # the usage, and what the command does
    assert "Options:" in details


@pytest.mark.parametrize("name", OWN)
def test_every_help_fits_on_a_screen(name: str) -> None:
    """A screen has 50 lines of 100 columns, of which click leaves two empty."""
    command = OWN[name]
    text = command.get_help(click.Context(command, info_name=name, terminal_width=98))
    assert len(text.splitlines()) <= 50


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_help_says(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help is not None
    does = command.help.splitlines()[0]
    assert f" {name} {does}" in " ".join(run("--help").stdout.split())
