"""A command, in a process of its own, whose standard streams are closed, full or unread."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_lines import make_files
from tables import in_parts, rows_of

IDENTIFY = "identify --plain --spec rfc3986 --against pairs.jsonl sh -c 'read x; echo http://a/b?y'"
CLOSED = rows_of("streams", "closed streams")
THAT_READ = [line for (line,) in rows_of("streams", "commands that read")]
UNPRINTED = [line for (line,) in rows_of("streams", "commands that print")]
ON_A_FULL_DISK = [line for (line,) in rows_of("streams", "commands on a full disk")]


def each_line(lines: list[str], fast: str) -> pytest.MarkDecorator:
    """Parametrize a test by command lines; only one is in the fast part, as each is a process."""
    return in_parts("line", fast, slow=[line for line in lines if line != fast])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_files(tmp_path)
    return tmp_path


def in_a_shell(line: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command line in a shell, with pipes for the streams that it doesn't redirect."""
    script = line.replace("hexapla", f"exec {sys.executable} -m hexapla", 1)
    return subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, cwd=folder, input="", check=False
    )


WITHOUT_A_READER = [line for (line,) in rows_of("streams", "commands without a reader")]


@each_line(WITHOUT_A_READER, fast="compare g")
def test_an_output_that_nobody_reads_is_no_difference(line: str, folder: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "hexapla", *line.split()]
    done = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, text=True, cwd=folder, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


FEW = {"parse g <&-", "nonsuch 2>&- >&- <&-"}


@pytest.mark.parametrize(
    ("line", "code"),
    [pytest.param(*row, marks=[] if row[0] in FEW else pytest.mark.slow) for row in CLOSED],
)
def test_a_closed_stream_is_no_trace(line: str, code: int, folder: Path) -> None:
    done = in_a_shell(f"hexapla {line}", folder)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    assert done.stderr == ""


@each_line(UNPRINTED, fast="specs")
def test_what_is_printed_to_a_closed_output_is_an_error(line: str, folder: Path) -> None:
    done = in_a_shell(f"hexapla {line} >&-", folder)
    assert done.returncode == 2
    assert "Bad file descriptor; a standard stream is closed" in done.stderr
    assert not list(folder.glob("*.parts"))


@each_line(THAT_READ, fast="parse -")
def test_what_is_read_from_a_closed_input_is_an_error(line: str, folder: Path) -> None:
    done = in_a_shell(f"hexapla {line} <&-", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Bad file descriptor; a standard stream is closed" in done.stderr


@each_line(ON_A_FULL_DISK, fast="--help")
def test_a_full_disk_is_one_message(line: str, folder: Path) -> None:
    done = in_a_shell(f"ulimit -f 0; hexapla {line} > shown", folder)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("Error: ")
    assert done.stderr.endswith("File too large; free some space, or write elsewhere\n")


@pytest.mark.slow
def test_nothing_is_written_to_a_stream_that_is_closed(folder: Path) -> None:
    """An opened file must not get the number of a standard stream, to which programs write."""
    noisy = IDENTIFY.replace("identify", "identify --badge badge.svg").replace(";", "; ls -l >&2;")
    line = f"{noisy} 2>&- >&- <&-"
    assert in_a_shell(f"hexapla {line}", folder).returncode == 2
    assert (folder / "badge.svg").read_text().startswith("<svg")
    assert "pairs.jsonl" not in "".join(
        path.read_text(errors="replace") for path in folder.iterdir() if path.is_file()
    )
