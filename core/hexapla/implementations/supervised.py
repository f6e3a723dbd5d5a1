"""A program that runs under a supervisor, which ends it together with all that it started."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from hexapla.implementations import supervisor

_CHUNK = 100
# In seconds: what is killed is gone at once, unless the system holds it back.
_PATIENCE = 10.0


class Supervised:
    """A running program in a session of its own, and its supervisor.

    The supervisor ends with this process, however that ends, and the program with the supervisor.

    Attributes:
        process: The supervisor, which has the program's exit code; its streams are the program's.
        id: The number of the program's process.
    """

    def __init__(self, command: Sequence[str], standard_input: int) -> None:
        """Start a program.

        Args:
            command: The program and its arguments.
            standard_input: What it reads, as for `subprocess.Popen`.

        Raises:
            OSError: It can't be started.
        """
        told, status = os.pipe()
        lifeline, self._lifeline = os.pipe()
        try:
            self.process = subprocess.Popen(
                _supervisor(lifeline, status, command),
                bufsize=0,
                stdin=standard_input,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                pass_fds=(lifeline, status),
            )
        except BaseException:
            os.close(told)
            os.close(self._lifeline)
            raise
        finally:
            os.close(lifeline)
            os.close(status)
        self.id, error = _start(_read(told))
        if error or not self.id:
            with self.process:
                self.end()
            raise OSError(error, os.strerror(error), command[0])

    def end(self) -> None:
        """End the program with all that it started, and wait for that."""
        with contextlib.suppress(BrokenPipeError):
            # A process that was forked from this one may hold the pipe open, too.
            os.write(self._lifeline, b"\n")
        os.close(self._lifeline)
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
        if self.process.wait() < 0 and self.id:
            # Somebody killed the supervisor; what left the program's session is out of reach.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.id, signal.SIGKILL)


def _start(told: bytes) -> tuple[int, int]:
    """Return the number of the program's process, and of its error; 0 stands for none.

    Both may be told, in either order: an error is told by the process that should have become the
    program, as a negative number.
    """
    numbers = [0, *map(int, told.split())]
    return max(numbers), -min(numbers)


def _read(file: int) -> bytes:
    """Read a file to its end, and close it."""
    pieces = [b""]
    while not pieces[1:] or pieces[-1]:
        pieces.append(os.read(file, _CHUNK))
    os.close(file)
    return b"".join(pieces)


def _supervisor(lifeline: int, status: int, command: Sequence[str]) -> tuple[str, ...]:
    program = str(Path(supervisor.__file__))
    return sys.executable, "-I", "-S", program, str(lifeline), str(status), *command
