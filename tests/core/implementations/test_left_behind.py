"""Processes that a program starts: none is left of those that stay in its session."""

import os
import select
import sys
from pathlib import Path

import pytest

from hexapla.implementations.adapters import Adapter
from hexapla.implementations.asking import Case, ask
from hexapla.implementations.process import Program

PROGRAM = """
import json, os, signal, sys
{holder}
for line in sys.stdin:
    question = json.loads(line)
    if question["reference"] == "odd":
        {odd}
    print(json.dumps({"uri": question["base"] + question["reference"]}), flush=True)
"""
HANG = "signal.pause()"

# A process that holds a pipe open and waits, as a child, or as an orphan.
HOLDER = """
def hold(path, *ways):
    if os.fork():
        return os.read(started[0], 1)
    for way in ways:
        way()
    os.open(path, os.O_WRONLY)
    os.write(started[1], b"x")
    while True:
        signal.pause()
def leave():
    if os.fork():
        os._exit(0)
def ignore():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
started = os.pipe()
"""
WAYS = {"child": "ignore", "orphan": "leave, ignore"}


def held(tmp_path: Path) -> tuple[Path, int]:
    """Return a pipe, and the end of it that has something to read when nobody holds the other."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    return pipe, os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)


def assert_free(end: int) -> None:
    assert select.select([end], [], [], 60)[0], "somebody holds the pipe"
    assert os.read(end, 1) == b""
    os.close(end)


def holding(tmp_path: Path, pipe: Path, ways: str, odd: str) -> Program:
    source = tmp_path / "program.py"
    odd = f"hold({str(pipe)!r}, {ways}); {odd}"
    source.write_text(PROGRAM.replace("{odd}", odd).replace("{holder}", HOLDER), "utf-8")
    return Program((sys.executable, "-S", str(source)), timeout=2.0)


ODD = {"dead": "os._exit(0)", "hanging": HANG, "well": "pass"}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("odd", ODD)
def test_no_process_is_left_behind(tmp_path: Path, way: str, odd: str) -> None:
    """Neither the program nor what it starts, whether it dies, hangs or answers."""
    pipe, end = held(tmp_path)
    with holding(tmp_path, pipe, WAYS[way], ODD[odd]) as asked:
        for reference in ("odd", "a"):
            ask(asked, Case("x:", reference))
    assert_free(end)


def test_a_version_leaves_no_process_behind(tmp_path: Path) -> None:
    pipe, end = held(tmp_path)
    source = tmp_path / "version.py"
    source.write_text(f"import os, signal{HOLDER}hold({str(pipe)!r})\nprint('1.2', flush=True)")
    assert Adapter("x", "x", "Python", str(source), "x", {}).version() == "1.2"
    assert_free(end)
