"""Ctrl-C while Python imports a command, and while a command runs."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_lines import make_files

# It gets a Ctrl-C while the command imports a module.
PROGRAM = """
import builtins, os, signal, sys

imported = builtins.__import__

def with_interrupt(name, *arguments, **named):
    if name == {module!r}:
        builtins.__import__ = imported
        {interrupt}
    return imported(name, *arguments, **named)

builtins.__import__ = with_interrupt
sys.argv[1:] = {line!r}.split()
from hexapla.__main__ import run
run()
"""
INTERRUPT = "os.kill(os.getpid(), signal.SIGINT)"
# The import system sometimes turns it into this error.
REPLACED = f"""
        try:
            {INTERRUPT}
        except KeyboardInterrupt:
            raise AttributeError("half a module")
"""
COMPARE, CORPUS = "compare g --base x:/y", "corpus pairs.jsonl -o rows.jsonl --workers 1"


def interrupted(
    module: str, line: str, folder: Path, interrupt: str = INTERRUPT
) -> tuple[int, str]:
    """Interrupt a command while it imports a module; return its exit code and messages."""
    program = PROGRAM.format(module=module, interrupt=interrupt, line=line)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, check=False
    )
    return done.returncode, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_files(tmp_path)
    return tmp_path


@pytest.mark.parametrize("module", ["click", "attrs"])
def test_a_command_that_loads_ends_by_the_signal(module: str, folder: Path) -> None:
    assert interrupted(module, COMPARE, folder) == (-signal.SIGINT, "")


@pytest.mark.parametrize("interrupt", [INTERRUPT, REPLACED], ids=["raised", "replaced"])
def test_a_command_that_cleans_up_ends_with_130(interrupt: str, folder: Path) -> None:
    before = {path.name for path in folder.iterdir()}
    code, messages = interrupted("duckdb", CORPUS, folder, interrupt)
    assert (code, messages.strip()) == (130, "")
    assert {path.name for path in folder.iterdir()} == before


def test_a_signal_that_is_ignored_stays_so(folder: Path) -> None:
    program = PROGRAM.format(module="click", interrupt=INTERRUPT, line=COMPARE)
    program = f"import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n{program}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
