"""Runs a program, and ends it with all that it started: a process of its own, run by its path.

On Linux it is the subreaper of its descendants (prctl(2)): a process whose parent has ended becomes
its child, whatever session it is in, so that none gets away. Elsewhere it ends the program's
process group. It imports nothing but the standard library, so that it starts fast.

Its arguments are two file numbers and the command. The first is the reading end of a pipe: a byte
in it, or its end, tells it to end the program. Into the second it writes the number of the
program's process on a line; and where it can't be started, before or behind that line, the number
of the error on one, below zero.
"""

import errno
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress

_PR_SET_CHILD_SUBREAPER = 36
_PROCESSES = "/proc"
# As shells have it.
_NOT_STARTED = 127
_BY_SIGNAL = 128


def supervise(lifeline: int, status: int, command: list[str]) -> int:
    """Run a program to its end, or until it is to end; return its exit code.

    Args:
        lifeline: The file that tells when it is to end.
        status: The file that is told how it started.
        command: The program and its arguments.
    """
    for file in (lifeline, status):
        os.set_inheritable(file, False)
    _become_subreaper()
    changes = _child_changes()
    program = os.fork()
    if not program:
        _become(command, status)
    os.write(status, b"%d\n" % program)
    os.close(status)
    _let_go_of_streams()
    for caught in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(caught, signal.SIG_IGN)
    code = _wait(program, lifeline, changes)
    _end_all(program)
    return code


def _become_subreaper() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _child_changes() -> int:
    """Return a file that has something to read whenever a child may have ended."""
    changes, notes = os.pipe()
    for file in (changes, notes):
        os.set_blocking(file, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(notes, warn_on_full_buffer=False)
    return changes


def _become(command: list[str], status: int) -> None:
    """Become the program, in a session of its own; this never returns."""
    try:
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(status, b"%d\n" % -(error.errno or errno.EIO))
    except ValueError:  # an empty name
        os.write(status, b"%d\n" % -errno.ENOENT)
    finally:
        os._exit(_NOT_STARTED)


def _let_go_of_streams() -> None:
    """Leave the standard streams to the program, which alone can then keep them open."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    os.close(null)


def _wait(program: int, lifeline: int, changes: int) -> int:
    """Wait until the program ends or is to end; return its exit code, 0 where it has none yet."""
    while True:
        ended, status = os.waitpid(program, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else _BY_SIGNAL - code
        ready, _, _ = select.select([lifeline, changes], [], [])
        if lifeline in ready:
            return 0
        with suppress(BlockingIOError):
            os.read(changes, select.PIPE_BUF)


def _end_all(program: int) -> None:
    """Kill the program's process group and every child, until there is none."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)
    with suppress(ChildProcessError):  # no child is left
        while True:
            for child in _children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            # Its children are ours now, where we are their subreaper.
            os.waitpid(-1, 0)


def _children() -> Iterator[int]:
    """Yield the processes that this one is the parent of; none where the system does not tell."""
    if not os.path.isdir(_PROCESSES):  # noqa: PTH112
        return
    parent = b" %d " % os.getpid()
    for name in os.listdir(_PROCESSES):  # noqa: PTH208
        if name.isdigit():
            with suppress(OSError), open(f"{_PROCESSES}/{name}/stat", "rb") as file:  # noqa: PTH123
                # Behind the name, which may hold anything, and the state of the process.
                if file.read().rpartition(b")")[2][2:].startswith(parent):
                    yield int(name)


if __name__ == "__main__":
    sys.exit(supervise(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
