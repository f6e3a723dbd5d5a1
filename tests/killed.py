"""Work that is killed at some time, or just before it changes a file.

A server process that has loaded the commands forks for each run, so that Python starts only once.
"""

import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

import attrs

from hexapla.jobs.folder import replaced_folder

LAST_SECONDS = 0.05
_CHANGES = frozenset(("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.chmod"))
_COMMANDS = ("corpus", "differential", "discover", "implementations", "standards")
_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(
    ["killed", "hexapla.corpus.run", *(f"hexapla.cli.commands.{name}" for name in _COMMANDS)]
)


@attrs.frozen
class Moment:
    """The moment of a kill: a number of seconds after the start, or before a change to a file.

    If neither is given, the run is not killed.
    """

    seconds: float | None = None
    change: int | None = None


@attrs.frozen
class Ended:
    """The end of a run: exit code or negative signal, seconds, and number of changes to files."""

    code: int | None
    seconds: float
    changes: int

    @property
    def killed(self) -> bool:
        return self.code == -signal.SIGKILL


TO_THE_END = Moment()


def ended(work: Callable[[], object], moment: Moment = TO_THE_END) -> Ended:
    """Run an importable function, and kill it at a moment, if one is given."""
    changes = _FORKING.Value("i", 0)
    process = _FORKING.Process(target=_work, args=(work, moment.change, changes))
    start = time.monotonic()
    process.start()
    process.join(moment.seconds)
    process.kill()
    process.join()
    return Ended(process.exitcode, time.monotonic() - start, changes.value)


def moments(ended: Ended, kills: int, seed: int) -> Iterator[Moment]:
    """Yield moments: some at any time, some in the last 50 ms, and some before changes to files.

    Args:
        ended: The end of the run if it isn't killed.
        kills: The number of moments by time, a third of them in the last 50 ms; and also the
            number of changes, unless the run makes fewer.
        seed: The seed for drawing the moments.
    """
    draw = random.Random(seed)
    for number in range(kills):
        last = draw.uniform(max(0, ended.seconds - LAST_SECONDS), ended.seconds)
        yield Moment(last if number % 3 == 1 else draw.uniform(0, ended.seconds))
    for change in draw.sample(range(ended.changes), min(kills, ended.changes)):
        yield Moment(change=change)


# Code that runs in the killed process.


def _work(work: Callable[[], object], change: int | None, changes: "Synchronized[int]") -> None:
    def notice(event: str, details: tuple[Any, ...]) -> None:
        if event in _CHANGES or (event == "open" and details[2] & (os.O_WRONLY | os.O_RDWR)):
            if changes.value == change:
                os.kill(os.getpid(), signal.SIGKILL)
            changes.value += 1

    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(2):
        os.dup2(null, stream)
    sys.addaudithook(notice)
    code = 1
    try:
        work()
        code = 0
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    finally:
        os._exit(code)


def run_command(folder: Path, arguments: tuple[str, ...], day: int) -> None:
    """Run a command in a folder, on a fixed day since 1970, so that its output is known."""
    from hexapla.cli.group import main

    os.chdir(folder)
    os.environ["SOURCE_DATE_EPOCH"] = str(day * 86400)
    main(arguments, prog_name="hexapla")


def write_folder(folder: Path, files: dict[str, str]) -> None:
    """Replace a folder by one with some files."""
    with replaced_folder(folder, "site") as new:
        for address, text in files.items():
            (new / address).parent.mkdir(exist_ok=True)
            (new / address).write_text(text)
