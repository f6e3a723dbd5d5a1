"""Commands that are killed at a moment: at a time, or just before they change a file.

Run as a program, this is a server: it has loaded what commands need, and forks for each run, which
it describes by a line of JSON. A run costs what the command does, and no start of Python.
"""

import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import attrs

LAST_SECONDS = 0.05
_CHANGES = frozenset(("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.chmod"))
_LOADED = (
    *("corpus.run", "cli.commands.corpus", "cli.commands.differential", "cli.commands.discover"),
    *("cli.commands.implementations", "cli.commands.standards", "cli.group"),
)


@attrs.frozen
class Moment:
    """When a run is killed: so many seconds after its start, or before a change of a file.

    Where neither is given, it runs to its end.
    """

    seconds: float | None = None
    change: int | None = None


@attrs.frozen
class Ended:
    """How a run ended: exit code or negative signal; seconds; how often it changed files."""

    code: int
    seconds: float
    changes: int

    @property
    def killed(self) -> bool:
        return self.code == -signal.SIGKILL


class Runs:
    """The server, as a test asks it."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(
        self, folder: Path, arguments: Sequence[str], day: int, moment: Moment | None = None
    ) -> Ended:
        """Run a command, to its end or to a moment.

        Args:
            folder: The folder that it is run in.
            arguments: The command line.
            day: The day of the run since 1970, so that what it writes is known.
            moment: When it is killed.
        """
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        at = attrs.asdict(moment or Moment())
        asked = {"folder": str(folder), "arguments": arguments, "day": day, **at}
        print(json.dumps(asked), file=self._server.stdin, flush=True)
        return Ended(**json.loads(self._server.stdout.readline()))

    def close(self) -> None:
        self._server.communicate()


def moments(ended: Ended, kills: int, seed: int) -> Iterator[Moment]:
    """Yield moments: some at any time, some in the last 50 ms, and some before changes of files.

    Args:
        ended: How the run ends undisturbed.
        kills: How many moments of time there are; a third of them are in the last 50 ms. There are
            as many changes, or all.
        seed: Another one draws other moments.
    """
    draw = random.Random(seed)
    for number in range(kills):
        last = draw.uniform(max(0, ended.seconds - LAST_SECONDS), ended.seconds)
        yield Moment(last if number % 3 == 1 else draw.uniform(0, ended.seconds))
    for change in draw.sample(range(ended.changes), min(kills, ended.changes)):
        yield Moment(change=change)


# The server.


def _serve() -> None:
    for name in _LOADED:
        __import__(f"hexapla.{name}")
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line))), flush=True)


def _run(asked: dict[str, Any]) -> dict[str, object]:
    """Fork for a run, and kill it at its moment; return how it ended."""
    reader, writer = os.pipe()
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _run_in_child(asked, writer)
    os.close(writer)
    ended = os.pidfd_open(child)
    if not select.select([ended], [], [], asked["seconds"])[0]:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    seconds = time.monotonic() - start
    counted = os.read(reader, 20)
    os.close(reader)
    os.close(ended)
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "seconds": seconds, "changes": int(counted or 0)}


def _run_in_child(asked: dict[str, Any], writer: int) -> NoReturn:
    from hexapla.cli.group import main

    os.chdir(asked["folder"])
    os.environ["SOURCE_DATE_EPOCH"] = str(asked["day"] * 86400)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(2):
        os.dup2(null, stream)
    count = 0

    def notice(event: str, details: tuple[Any, ...]) -> None:
        nonlocal count
        if event in _CHANGES or (event == "open" and details[2] & (os.O_WRONLY | os.O_RDWR)):
            if count == asked["change"]:
                os.kill(os.getpid(), signal.SIGKILL)
            count += 1

    sys.addaudithook(notice)
    code = 0
    try:
        main(asked["arguments"], prog_name="hexapla")
    except SystemExit as exit_:
        code = int(exit_.code or 0)
    finally:
        os.write(writer, str(count).encode())
        os._exit(code)


if __name__ == "__main__":
    _serve()
