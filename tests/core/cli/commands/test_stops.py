"""Runs that are stopped by a signal, and are resumed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import run
from corpora import many
from tables import by_rows_of, in_parts

pytestmark = pytest.mark.slow

BOUND = 60  # seconds after which a test gives up waiting


def until(found: Callable[[], object]) -> None:
    """Wait until a condition holds, for at most a minute."""
    limit = time.monotonic() + BOUND
    while not found():
        assert time.monotonic() < limit, "it never happened"
        time.sleep(0.005)


def children(process: subprocess.Popen[bytes]) -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(number) for number in listed.read_text().split()] if listed.exists() else []


def is_alive(number: int) -> bool:
    status = Path(f"/proc/{number}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


@in_parts("workers", "2", nightly=["1"])
@pytest.mark.parametrize(
    ("how", "code"),
    [
        (signal.SIGKILL, -signal.SIGKILL),
        pytest.param(signal.SIGINT, 130, marks=pytest.mark.nightly),
    ],
)
@by_rows_of("writers", "commands that are stopped")
def test_a_run_that_is_stopped_goes_on(
    words: list[str],
    suffix: str,
    first: str,
    is_joined: bool,
    how: signal.Signals,
    code: int,
    workers: str,
    here: Path,
) -> None:
    """Its output is that of an uninterrupted run, and its workers end when it ends.

    Ctrl-C reaches all processes, and SIGKILL only the first.
    """
    many(Path("in.jsonl"), 2500)
    out, whole = Path(f"out{suffix}"), Path(f"whole{suffix}")
    process = subprocess.Popen(
        [sys.executable, "-m", "hexapla", *words, "-o", out, "--workers", workers],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until(lambda: process.poll() is not None or [*Path(f"{out}.parts").glob(first)])
    helpers = children(process)
    (os.killpg if how is signal.SIGINT else os.kill)(process.pid, how)
    _, told = process.communicate(timeout=BOUND)
    assert process.returncode == code
    assert b"Traceback" not in told, told.decode()
    assert (b"ontinue with --resume" in told) == (how is signal.SIGINT)
    assert out.exists() == (how is signal.SIGINT and is_joined)
    until(lambda: not any(map(is_alive, helpers)))
    again = (*words, "--workers", "1", "-o")
    assert "continue it with --resume" in " ".join(run(*again, str(out)).stderr.split())
    ended = 2 if again[0] == "corpus" else 1  # a corpus has bad rows
    assert run(*again, str(out), "--resume").exit_code == ended
    assert run(*again, str(whole)).exit_code == ended
    assert out.read_bytes() == whole.read_bytes()
    assert not Path(f"{out}.parts").exists()
