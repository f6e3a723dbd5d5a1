"""A child process and its pipes: a line to its standard input, a line from its standard output.

A program may write as much as it likes to any of its pipes, close them, hang or end at any time.
None of that blocks the caller for longer than it allows.
"""

import contextlib
import errno
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import IO

from hexapla.implementations.asking import NoAnswerError
from hexapla.implementations.protocol import quote
from hexapla.text.signs import visible_words

# In bytes: what is read or written at once, and what is kept of standard error.
_CHUNK = 65_536
_LAST_WORDS = 4_000
# How many of the last lines of standard error are told, and how many characters of each.
_LINES_TOLD = 4
_LONGEST_LINE = 120
_TRACE = "Traceback (most recent call last):"
# In bytes: how long an answer may be whatever the question, and more for each byte of it.
_SHORT_ANSWER = 1_000_000
_BYTES_FOR_ONE = 16


class ChildProcess:
    """A running program in a session of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program; raise `OSError` where it can't be started."""
        if not command[0]:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "")
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._streams = tuple(stream for stream in streams if stream is not None)
        self._input, self._output, self._errors = self._streams
        self._unread = bytearray()
        self._last_words = b""
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)

    @property
    def id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """Kill the program and what it started, but for what has left its session, and wait."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.id, signal.SIGKILL)
        self._process.wait()
        for stream in self._streams:
            # What is left in the pipe to a dead process can't be written.
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def exchange(self, question: bytes, seconds: float) -> bytes:
        """Write a line while reading what the program writes, and return the line of its answer.

        Returns:
            The line, without its line feed.

        Raises:
            NoAnswerError: There was no answer in time, more than one line, an endless line, a line
                before the question was read, or the end of the program.
        """
        limit = _SHORT_ANSWER + _BYTES_FOR_ONE * len(question)
        deadline = time.monotonic() + seconds
        unwritten, searched = memoryview(question), 0
        with selectors.DefaultSelector() as selector:
            selector.register(self._input, selectors.EVENT_WRITE)
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self._errors, selectors.EVENT_READ)
            while (end := self._unread.find(b"\n", searched)) < 0:
                searched = len(self._unread)
                if searched > limit:
                    raise NoAnswerError(f"wrote more than {limit:,} bytes, and no end of a line")
                ready = selector.select(max(0.0, deadline - time.monotonic()))
                if not ready or time.monotonic() > deadline:
                    raise NoAnswerError(f"gave no answer within {seconds:g} s")
                for key, _ in ready:
                    if key.fileobj is self._input:
                        unwritten = unwritten[_write(self._input, unwritten) :]
                        is_done = not unwritten
                    else:
                        is_done = not self._read(key.fd)
                    if is_done:
                        selector.unregister(key.fileobj)
        return self._line(end, is_asked=not unwritten)

    def _line(self, end: int, *, is_asked: bool) -> bytes:
        """Take a line from what was read; raise where it can't be the answer to the question."""
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        if self._unread:
            raise NoAnswerError(f"wrote more than one line: {quote(bytes(self._unread))}")
        if not is_asked:
            raise NoAnswerError(f"answered before it was asked: {quote(line)}")
        return line

    def _read(self, file: int) -> bool:
        """Read what there is; return whether there may be more, and raise at the end of output."""
        data = os.read(file, _CHUNK)
        if file != self._output.fileno():
            self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        elif data:
            self._unread += data
        else:
            with contextlib.suppress(BlockingIOError):
                self._read(self._errors.fileno())
            words = last_lines(self._last_words)
            raise NoAnswerError("ended without an answer" + (f": {words}" if words else ""))
        return bool(data)


def last_lines(errors: bytes) -> str:
    """Return the last lines of what a program wrote to standard error, for a message.

    Indented lines, which belong to a trace of calls, are left out where there are others, and so is
    the heading of Python's. Long lines are cut, and characters that can't be seen have signs.
    """
    lines = [
        line for line in errors.decode("utf-8", "backslashreplace").splitlines() if line.strip()
    ]
    own = [line for line in lines if not line[0].isspace() and not line.startswith(_TRACE)]
    told = [visible_words(line.strip()) for line in (own or lines)[-_LINES_TOLD:]]
    return " ␊ ".join(
        words if len(words) <= _LONGEST_LINE else words[:_LONGEST_LINE] + "…" for words in told
    )


def _write(stream: IO[bytes], data: memoryview) -> int:
    try:
        return os.write(stream.fileno(), data[:_CHUNK])
    except BrokenPipeError:
        # It reads no more; whether it answers all the same is seen by its output.
        return len(data)
    except BlockingIOError:
        return 0
