"""Processes that a program starts: none is left, whatever the program does and wherever they go."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hexapla.implementations import Case
from hexapla.implementations.asking import ask
from hexapla.implementations.child_process import run_to_end
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

# A process that holds a pipe open and waits; the ways in which one is started.
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
def close():
    os.closerange(0, 3)
started = os.pipe()
"""
WAYS = {
    "child": "",
    "in another session": "os.setsid",
    "orphan": "leave",
    "daemon": "leave, os.setsid, leave, close",
    "without an environment": "leave, os.setsid, os.environ.clear",
    "deaf": "os.setsid, lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN)",
}
ON_LINUX_ALONE = {"in another session", "daemon", "without an environment", "deaf"}


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
# The default run has one of each; the others start as many programs.
FEW = {("child", "dead"), ("daemon", "hanging"), ("without an environment", "well")}


@pytest.mark.parametrize(
    ("way", "odd"),
    [
        pytest.param(way, odd, marks=[] if (way, odd) in FEW else pytest.mark.slow)
        for way in WAYS
        for odd in ODD
    ],
)
def test_no_process_is_left_behind(tmp_path: Path, way: str, odd: str) -> None:
    """Neither the program nor what it starts, whether it dies, hangs or answers."""
    if way in ON_LINUX_ALONE and sys.platform != "linux":
        pytest.skip("the system has no subreaper")
    pipe, end = held(tmp_path)
    with holding(tmp_path, pipe, WAYS[way], ODD[odd]) as asked:
        for reference in ("odd", "a"):
            ask(asked, Case("x:", reference))
    assert_free(end)


@pytest.mark.skipif(sys.platform != "linux", reason="the system has no subreaper")
def test_no_process_is_left_behind_by_one_that_is_killed(tmp_path: Path) -> None:
    """Whoever asks a program may be killed; the pipe to the supervisor ends then."""
    pipe, end = held(tmp_path)
    asked = holding(tmp_path, pipe, WAYS["daemon"], "pass")
    code = (
        "import os, signal\nfrom hexapla.implementations.process import Program\n"
        f"with Program({asked.command!r}, 60.0) as asked:\n"
        "    print(asked('x:', 'odd'), flush=True)\n    os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"x:odd\n")
    assert_free(end)


def test_a_version_leaves_no_process_behind(tmp_path: Path) -> None:
    pipe, end = held(tmp_path)
    source = tmp_path / "version.py"
    source.write_text(f"import os, signal{HOLDER}hold({str(pipe)!r})\nprint('1.2')")
    ended = run_to_end([sys.executable, "-S", str(source)], 60.0)
    assert (ended.returncode, ended.stdout) == (0, b"1.2\n")
    assert_free(end)
