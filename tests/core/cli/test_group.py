"""The command line as a whole: exit codes, JSON, standard input, and where output goes."""

import os
import shlex
import subprocess
import sys

import pytest
from command_line import documents, run
from tables import by_rows_of

BASE = "'http://a/b/c/d;p?q'"
SPECS = "--spec rfc1738 --spec rfc1808 --spec rfc3986"
REFERENCES = ("", "http://u@h/p?q", "g", "#s", "?y", "../../../g", "///g", "g;x?#", "1a:b", "\0é")


@by_rows_of("command_lines", "exit codes")
def test_the_exit_code_says_whether_the_specs_agree(line: str, code: int) -> None:
    assert run(*shlex.split(line)).exit_code == code


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
