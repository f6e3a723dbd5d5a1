"""The command line as a whole: exit codes, JSON, standard input, and output streams."""

import os
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from command_line import documents, run, run_line
from command_lines import commands
from tables import by_rows_of, rows_of

BASE = "'http://a/b/c/d;p?q'"
SPECS = "--spec rfc1738 --spec rfc1808 --spec rfc3986"
REFERENCES = ("", "http://u@h/p?q", "g", "#s", "?y", "../../../g", "///g", "g;x?#", "1a:b", "\0é")


NEEDED = {"corpus": "pyarrow", "site": "jinja2"}
"""The library that each command needs from an extra."""


@by_rows_of("command_lines", "exit codes")
def test_the_exit_code_is_that_of_the_rule(line: str, code: int, here: Path) -> None:
    library = NEEDED.get(line.partition(" ")[0])
    if library is not None and code < 2:
        pytest.importorskip(library)
    for name, content in rows_of("command_lines", "files of exit codes"):
        (here / name).write_text(content)
    assert run(*shlex.split(line)).exit_code == code


CONVENTIONS = files("hexapla_site") / "docs" / "command-line-conventions.md"


def test_every_outcome_of_every_command_is_tried() -> None:
    """The outcomes are those of the table in the documentation; `grammar` is a group."""
    table = CONVENTIONS.read_text("utf-8").partition("## Exit codes")[2].partition("\n## ")[0]
    told = {
        (cells[1].strip(" `"), code)
        for cells in (line.split("|") for line in table.splitlines() if line.startswith("| `"))
        for code, outcome in enumerate(cells[2:5])
        if outcome.strip()
    }
    names = {words.partition(" ")[0] for words in commands()}
    assert {name for name, _ in told} == names
    tried = {(line.split()[0], code) for line, code in rows_of("command_lines", "exit codes")}
    assert told <= tried


@pytest.mark.parametrize(
    "command",
    [
        f"{command}{more}"
        for command in ("parse", f"resolve --base {BASE}", f"compare --base {BASE}")
        for more in ("", " --readings all")
    ]
    + ["validate"],
)
def test_json_of_a_reference_follows_its_schema(command: str) -> None:
    for reference in (*REFERENCES, "//", "a:", "%4", "http://a b", "\udc80"):
        words = shlex.split(f"{command} --json")
        (document,) = documents(run(*words, "--", reference))
        assert (document["reference"], document["command"]) == (reference, words[0])


@pytest.mark.parametrize("specs", ["", SPECS, "--spec whatwg"])
@by_rows_of("cli", ids=" ".join)
def test_json_of_other_operations_follows_its_schema(arguments: list[str], specs: str) -> None:
    (document,) = documents(run(*arguments, "--json", *specs.split()))
    assert document["command"] == arguments[0]


def test_a_closed_pipe_ends_the_command_silently() -> None:
    script = f"{sys.executable} -m hexapla resolve - --base x:/y | head -n 1"
    lines = b"g\n" * 100_000
    result = subprocess.run(["sh", "-c", script], input=lines, capture_output=True, check=False)
    assert result.stderr == b""
    assert result.stdout.count(b"\n") == 1


def test_a_narrow_encoding_escapes_characters() -> None:
    command = [sys.executable, "-m", "hexapla", "compare", "א", "--base", "http://a/b/c/d;p?q"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    result = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert result.returncode == 1  # the URL Standard escapes it
    assert b"\\u05d0" in result.stdout


@pytest.mark.parametrize(
    ("line", "beginning"),
    [
        ("resolve g", "missing option '--base'"),
        ("resolve", "missing argument 'REF'"),
        ("resolve g --bose x", "no such option"),
        ("parse a b", "got unexpected extra argument (b)"),
        ("compare g --readings some", "invalid value for '--readings'"),
        ("compare g --json=1", "option '--json' does not take a value"),
        ("compare g --spec nope", "unknown standard 'nope'"),
        ("compair g", "unknown command 'compair'"),
        ("audit Page.html --base http://a/", "invalid value for 'PAGE'"),
        ("identify PYTHON", "PYTHON isn't a program"),
        ("ask", "give a URL"),
    ],
)
def test_every_message_begins_in_lower_case(line: str, beginning: str) -> None:
    """Names, such as those of programs, are exceptions."""
    *_, message = run_line(line).stderr.splitlines()
    assert message.startswith(f"Error: {beginning}")


def test_a_long_help_uses_a_wide_terminal() -> None:
    """It is run in another process, since click's test runner sets a width."""
    command = [sys.executable, "-m", "hexapla", "differential", "--help"]
    environment = {**os.environ, "COLUMNS": "120"}
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    lines = shown.stdout.splitlines()
    described = [line for line in lines if not line.startswith("  hexapla ")]
    assert 90 < max(map(len, described)) <= 100
    assert len(lines) <= 50
