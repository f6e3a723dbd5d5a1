"""Every command line ends with an exit code, and if it is wrong, with exactly one message."""

import os
from collections.abc import Iterable
from pathlib import Path

import click
import pytest
from click.testing import Result
from command_line import run, run_line
from command_lines import HOSTILE, LITTLE, SURROGATE, command_lines, commands, make_files
from tables import in_parts, rows_of

COMMANDS = commands()
MANY = (
    *(value for row in rows_of("command_lines", "odd values") for value in row),
    *(SURROGATE, "x" * 100_000, "9" * 5_000, f"name{SURROGATE}.jsonl"),
    *(f"{HOSTILE}.jsonl", f"adapter:{HOSTILE}", f"spec:{HOSTILE}"),
)
LONGEST_MESSAGE = 1_600


@pytest.fixture
def folder(here: Path) -> Path:
    make_files(here)
    return here


def hidden(text: str) -> set[str]:
    return {character for character in set(text) - {"\n"} if not character.isprintable()}


def wrong_with(result: Result) -> list[str]:
    """Return the faults at the end of a command line; empty if there are none."""
    error = result.stderr
    lines = error.splitlines()
    told = [line for line in lines if line.startswith(("Error: ", "damaged: ", "bad: "))]
    checks = {
        f"the exit code is {result.exit_code}": result.exit_code not in (0, 1, 2),
        f"it ends in {result.exception!r}": not isinstance(result.exception, SystemExit | None),
        f"there is a trace: {error[-1000:]}": "Traceback" in error,
        "there is no message": result.exit_code == 2 and not told,
        f"there are {len(told)} messages": sum(line.startswith("Error: ") for line in lines) > 1,
        f"the message has {len(error)} characters": len(error) > LONGEST_MESSAGE,
        f"standard error has {hidden(error)}": hidden(error),
        f"standard output has {hidden(result.stdout)}": hidden(result.stdout),
        "a name makes a line of its own": "\nError: forged" in error + result.stdout,
    }
    return [what for what, holds in checks.items() if holds]


def all_wrong(words: str, command: click.Command, odd: Iterable[str]) -> dict[str, list[str]]:
    lines = {tuple(line): line for line in command_lines(words, command, odd)}
    wrong = {
        " ".join(map(ascii, line)): wrong_with(run(*line, stdin=b"http://a/b\n"))
        for line in lines.values()
    }
    return {line[:300]: what for line, what in wrong.items() if what}


def test_every_command_is_among_them() -> None:
    assert {name for name in COMMANDS if COMMANDS[name].params} >= set(LITTLE)
    assert {"specs", "grammar show", "site"} <= set(COMMANDS)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_hostile_text_is_shown_as_signs(words: str, folder: Path) -> None:
    """Characters that control a terminal are tried as every argument and option."""
    assert all_wrong(words, COMMANDS[words], [HOSTILE]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS)
@in_parts("part", 0, nightly=range(1, 12))
def test_an_odd_value_ends_in_a_message(words: str, part: int, folder: Path) -> None:
    assert all_wrong(words, COMMANDS[words], MANY[part::12]) == {}


def misuse() -> list[tuple[str, str]]:
    """Return command lines that are rejected, each with a part of its message."""
    text = (Path(__file__).parents[2] / "cases" / "misuse.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line, said.strip()) for line, said in zip(lines[::2], lines[1::2], strict=True)]


@pytest.mark.parametrize(
    ("line", "message"), [*misuse(), ("extract 'a\0b'", "a file name can't contain a NUL")]
)
def test_what_is_refused_is_one_message_and_writes_nothing(
    line: str, message: str, folder: Path
) -> None:
    before = contents(folder)
    result = run_line(line)
    assert wrong_with(result) == []
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert contents(folder) == before


def contents(folder: Path) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


def test_a_long_message_is_cut(folder: Path) -> None:
    archive = folder / "long.warc"
    first = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    archive.write_bytes(first + archive.read_bytes())
    result = run("corpus", "long.warc", "-o", "a.jsonl")
    assert wrong_with(result) == []
    assert "characters omitted…" in " ".join(result.stderr.split())


@pytest.mark.parametrize("command", ["parse", "resolve --base http://a/b", "equivalent http://a/b"])
def test_a_byte_order_mark_is_no_part_of_standard_input(command: str) -> None:
    marked = run(*command.split(), "-", "--json", stdin=b"\xef\xbb\xbfg\n\xef\xbb\xbfg\n")
    plain = run(*command.split(), "-", "--json", stdin="g\n\ufeffg\n")
    assert marked.stdout == plain.stdout


def test_a_byte_order_mark_is_no_part_of_a_text() -> None:
    marked, plain = (run("extract", stdin=mark + b"http://a/b") for mark in (b"\xef\xbb\xbf", b""))
    assert marked.stdout == plain.stdout


def test_colour_lets_no_foreign_sequence_through(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = run("specs", "rfc1808", "\x1b[31mx\x1b[0m")
    assert "(␛[31mx␛[0m)" in result.stderr
    assert "\x1b" not in result.stderr


def test_a_hostile_environment_is_harmless(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "LINES", "TERM", "NO_COLOR", "SOURCE_DATE_EPOCH", "LANG", "TMPDIR"):
        monkeypatch.setenv(name, os.fsdecode(b"\x1b]0;x\x07\xff"))
    lines = (["specs"], ["vectors", "rfc1808", "-o", "a.json"], ["corpus", *LITTLE["corpus"]])
    for line in lines:
        assert wrong_with(run(*line)) == [], line
