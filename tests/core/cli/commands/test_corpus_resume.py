"""Runs of `hexapla corpus` that end early, and are gone on with."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import run
from corpora import COMMAND, many, outcome_of, rows

pytestmark = pytest.mark.slow

BOUND = 60  # seconds after which a test gives up waiting


def until(found: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until something is there, for a minute at most."""
    limit = time.monotonic() + BOUND
    while not found():
        assert time.monotonic() < limit, "it never came"
        assert process is None or process.poll() is None, "the run ended too early"
        time.sleep(0.005)


def finished_parts(out: Path) -> list[Path]:
    return list(Path(f"{out}.parts").glob("*.part"))


def started(path: Path, out: Path, *options: str) -> subprocess.Popen[bytes]:
    """Start a run in a session of its own, and wait until its first part is there."""
    process = subprocess.Popen(
        [*COMMAND, str(path), "-o", str(out), "--chunk", "50", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until(lambda: finished_parts(out), process)
    return process


def children(process: subprocess.Popen[bytes]) -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(number) for number in listed.read_text().split()] if listed.exists() else []


def is_alive(number: int) -> bool:
    status = Path(f"/proc/{number}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_killed_run_can_be_resumed(workers: str, suffix: str, tmp_path: Path) -> None:
    """Must hold: after kill -9 and --resume the output is that of an undisturbed run."""
    path = many(tmp_path / "in.jsonl", 2500)
    undisturbed, out = tmp_path / f"whole.{suffix}", tmp_path / f"out.{suffix}"
    process = started(path, out, "--workers", workers)
    helpers = children(process)
    process.kill()
    process.communicate()
    assert 0 < len(finished_parts(out)) < 50
    assert not out.exists()
    until(lambda: not any(map(is_alive, helpers)))

    other = many(tmp_path / "other.jsonl", 1)
    for source, options, said in (
        (path, ["--chunk", "50"], "go on with it by --resume"),
        (path, ["--chunk", "49", "--resume"], "rows in a chunk: was 50, is 49 now"),
        (other, ["--chunk", "50", "--resume"], "holds another run (sources: was"),
    ):
        refused = run("corpus", str(source), "-o", str(out), *options)
        assert refused.exit_code == 2
        assert said in " ".join(refused.stderr.split())

    options = ["--chunk", "50", "--workers", "1"]
    resumed = run("corpus", str(path), "-o", str(out), *options, "--resume")
    assert resumed.exit_code == 1, resumed.output
    run("corpus", str(path), "-o", str(undisturbed), *options)
    assert outcome_of(out) == outcome_of(undisturbed)
    assert not Path(f"{out}.parts").exists()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_a_valid_file(workers: str, tmp_path: Path) -> None:
    path = many(tmp_path / "in.jsonl", 2500)
    out = tmp_path / "out.jsonl"
    process = started(path, out, "--workers", workers)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=BOUND)
    assert process.returncode == 130
    assert b"Go on with --resume" in told
    assert b"Traceback" not in told, told.decode()
    found = rows(out)
    assert 0 < len(found) < 2400
    summary = json.loads(out.with_suffix(".summary.json").read_text())["summary"]
    assert summary["rows"] == len(found)
    assert summary["complete"] is False

    resumed = run(
        "corpus", str(path), "-o", str(out), "--chunk", "50", "--resume", "--workers", "1"
    )
    assert resumed.exit_code == 1
    whole = tmp_path / "whole.jsonl"
    run("corpus", str(path), "-o", str(whole), "--chunk", "50", "--workers", "1")
    assert outcome_of(out) == outcome_of(whole)
    first, *others = found  # the first row of a file says what made the rows
    assert others == [row for row in rows(whole) if row in others]
    assert "hexapla" in first


def test_a_killed_worker_ends_the_run(tmp_path: Path) -> None:
    """As the kernel ends one that takes too much memory; what is finished stays."""
    path = many(tmp_path / "in.jsonl", 2500)
    out = tmp_path / "out.jsonl"
    process = started(path, out, "--workers", "2")
    os.kill(children(process)[-1], signal.SIGKILL)
    _, said = process.communicate(timeout=BOUND)
    assert process.returncode == 2
    assert b"a worker was ended from outside" in said
    assert b"Traceback" not in said
    assert finished_parts(out)
