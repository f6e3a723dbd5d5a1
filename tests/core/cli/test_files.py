"""Files named on a command line are compared with the targets of the standard streams."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run
from tables import by_rows_of

from hexapla.cli.files import check_outputs
from hexapla.values.errors import RunError


@contextlib.contextmanager
def leading_to(path: Path, number: int) -> Iterator[None]:
    """Redirect a standard stream to a file."""
    before = os.dup(number)
    with path.open("ab") as file:
        os.dup2(file.fileno(), number)
    try:
        yield
    finally:
        os.dup2(before, number)
        os.close(before)


@pytest.mark.parametrize("number", [1, 2])
def test_what_a_standard_stream_leads_to_is_no_input_and_no_other_output(
    number: int, tmp_path: Path
) -> None:
    log, other = tmp_path / "log", tmp_path / "other"
    with leading_to(log, number):
        with pytest.raises(RunError, match=r"^the badge is the same file as standard \w+;"):
            check_outputs({"the badge": log}, force=True)
        with pytest.raises(RunError, match=r"^standard \w+ is the same file as the input;"):
            check_outputs({"the badge": other}, {"the input": log}, force=True)
        check_outputs({"the badge": other})


def test_one_log_for_both_standard_streams_is_no_trouble(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with leading_to(log, 1), leading_to(log, 2):
        check_outputs({"the badge": tmp_path / "other"})


def test_rows_are_not_appended_to_an_input(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"base": "http://a/b", "reference": "?y"}\n')
    before = pairs.read_bytes()
    with leading_to(pairs, 1):
        result = run("corpus", str(pairs), "-o", "-", "--workers", "1")
    assert result.exit_code == 2
    assert "name a different one" in " ".join(result.stderr.split())
    assert pairs.read_bytes() == before


def test_two_vectors_are_not_written_into_one_file(tmp_path: Path) -> None:
    one, other = tmp_path / "rfc1630-vectors.json", tmp_path / "rfc1738-vectors.json"
    one.touch()
    other.hardlink_to(one)
    result = run("vectors", "-o", str(tmp_path))
    assert result.exit_code == 2
    assert "is the same file as" in " ".join(result.stderr.split())
    assert one.read_bytes() == b""


@pytest.mark.parametrize("kind", ["same", "relative", "hard-link", "symbolic-link", "missing"])
def test_files_are_told_apart_by_what_they_are(kind: str, here: Path) -> None:
    one, other = here / "one", here / "other"
    if kind != "missing":
        one.touch()
    if kind == "hard-link":
        other.hardlink_to(one)
    elif kind == "symbolic-link":
        other.symlink_to(one)
    else:
        other = Path("./one" if kind != "same" else one)
    with pytest.raises(RunError, match="the output is the same file as the input"):
        check_outputs({"the output": other}, {"the input": one}, force=True)
    with pytest.raises(RunError, match="the second is the same file as the first"):
        check_outputs({"the first": one, "the second": other}, force=True)
    check_outputs({"the output": here / "third"}, {"the input": one})


def test_a_fifo_may_be_named_twice(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    check_outputs({"one": tmp_path / "fifo", "other": tmp_path / "fifo"})


MADE = '"version":"0.1.0","date":"2026-11-23","license":"MIT"}'


@by_rows_of("cli")
def test_a_file_that_has_a_mark_of_ours_elsewhere_is_foreign(foreign: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(foreign.replace("MADE", MADE))
    with pytest.raises(RunError, match=r"refusing to overwrite .*, which Hexapla didn't write"):
        check_outputs({"the output": path})
