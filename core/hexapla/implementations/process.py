"""A program that is asked one question at a time, with protection against any misbehaviour.

A question is a line on its standard input, and its answer is a line on its standard output, in one
of the protocols of `hexapla.implementations.protocol`. The next question is sent only after the
answer to the last one, so that an answer without a question is noticed.
"""

import contextlib
import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import IO, Any

import attrs

from hexapla.implementations.asking import NoAnswerError, RejectionError, case_of
from hexapla.implementations.protocol import JsonLines, Plain, quote
from hexapla.jobs.time_limit import TimeLimit
from hexapla.text.signs import visible_words
from hexapla.values.errors import RunError

# In bytes: the size of a single read or write, and how much of standard error is kept.
_CHUNK = 65_536
_LAST_WORDS = 4_000
# How many last lines of standard error are shown, and how many characters of each line.
_LINES_TOLD = 4
_LONGEST_LINE = 120
_TRACE = "Traceback (most recent call last):"
# The beginning of a line such as "Error: no memory" or "json.JSONDecodeError: no value".
_ERROR = re.compile(r"[\w.]*(Error|Exception)\b")
# In bytes: the length allowed for any answer, and the additional length for each byte of the
# question.
_SHORT_ANSWER = 1_000_000
_BYTES_FOR_ONE = 16


class EndedError(NoAnswerError):
    """A program ended instead of answering.

    Attributes:
        words: The last lines of its standard error, on one line; "" for none.
    """

    def __init__(self, words: str) -> None:
        super().__init__("ended without an answer" + (f": {words}" if words else ""))
        self.words = words


class ChildProcess:
    """A running program in its own session, and its pipes.

    The program may write any amount to the pipes, close them, hang or end at any time. The caller
    is never blocked for longer than it allows.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program; raise `OSError` if it can't be started.

        On Windows, `RunError` is raised: it has no process groups to kill, and can't wait for
        several pipes.
        """
        if not hasattr(os, "killpg"):
            raise RunError(
                "Hexapla can't ask other programs on Windows; use the Windows Subsystem for Linux"
            )
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._input, self._output, self._errors = self._streams = tuple(filter(None, streams))
        self._unread = bytearray()
        self._last_words = b""
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)

    def kill(self) -> None:
        """Kill the program and its child processes in its session, and wait for its end."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in self._streams:
            stream.close()

    def exchange(self, question: bytes, seconds: float) -> bytes:
        """Write a line while reading the program's output, and return the line of its answer.

        Returns:
            The line, without its line feed.

        Raises:
            EndedError: The program ended.
            NoAnswerError: There was no answer in time, more than one line, an endless line, or a
                line before the question was read.
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
                    raise NoAnswerError(f"wrote more than {limit:,} bytes without ending the line")
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
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        if self._unread:
            raise NoAnswerError(f"wrote more than one line: {quote(bytes(self._unread))}")
        if unwritten:
            raise NoAnswerError(f"answered before it was asked: {quote(line)}")
        return line

    def _read(self, file: int) -> bool:
        """Read available data; return whether more may follow, and raise at the end of output."""
        data = os.read(file, _CHUNK)
        if file != self._output.fileno():
            self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        elif data:
            self._unread += data
        else:
            with contextlib.suppress(BlockingIOError):
                self._read(self._errors.fileno())
            raise EndedError(last_lines(self._last_words))
        return bool(data)


def last_lines(errors: bytes) -> str:
    """Return the last lines of a program's standard error, for a message.

    Indented lines, which belong to a stack trace, are left out if there are others. So is the
    heading of Python's stack trace. If a line begins with the name of an error, the lines before
    the last such line are omitted. Long lines are shortened, and invisible characters are replaced
    with signs.
    """
    lines = [
        line for line in errors.decode("utf-8", "backslashreplace").splitlines() if line.strip()
    ]
    own = [line for line in lines if not line[0].isspace() and not line.startswith(_TRACE)]
    errors_named = [number for number, line in enumerate(own) if _ERROR.match(line)]
    last = own[errors_named[-1] :][:_LINES_TOLD] if errors_named else (own or lines)[-_LINES_TOLD:]
    told = [visible_words(line.strip()) for line in last]
    return " ␊ ".join(
        words if len(words) <= _LONGEST_LINE else words[:_LONGEST_LINE] + "…" for words in told
    )


def _write(stream: IO[bytes], data: memoryview) -> int:
    try:
        return os.write(stream.fileno(), data[:_CHUNK])
    except BrokenPipeError:
        # The program has stopped reading; its output shows whether it still answers.
        return len(data)
    except BlockingIOError:
        return 0


@attrs.define(eq=False)
class Program:
    """A program as an implementation: it starts on entering the context, and again after a failure.

    It is killed on a failure and on leaving the context, together with its child processes. A
    process that has left its session (setsid), like a daemon, isn't killed. A program has the
    rights of the user who runs it.

    Attributes:
        command: The program and its arguments.
        timeout: Seconds allowed for each answer, including the start of the program.
        patience: The number of successive failures after which it is no longer asked.
        restarts: The total number of failures after which it is no longer asked.
        plain: Whether it uses the plain protocol instead of JSON Lines.
        tells_version: Whether its first line is the version of the parser.
        version: That version, once the program has started; None before.
        limit: The time limit for all questions together, including those to other programs.
    """

    command: tuple[str, ...]
    timeout: float = 5.0
    patience: int = 3
    restarts: int = 50
    plain: bool = False
    limit: TimeLimit = attrs.field(factory=TimeLimit, repr=False)
    tells_version: bool = False
    version: str | None = attrs.field(default=None, init=False)

    _process: ChildProcess | None = attrs.field(default=None, init=False, repr=False)
    _questions: int = attrs.field(default=0, init=False, repr=False)
    _failures: int = attrs.field(default=0, init=False, repr=False)
    _in_a_row: int = attrs.field(default=0, init=False, repr=False)

    def __enter__(self) -> "Program":
        """Start the program; raise `OSError` if it can't be started."""
        self._process = ChildProcess(self.command)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __call__(self, *texts: str) -> Any:
        """Ask the program to resolve a reference against a base, or to parse a URL.

        Returns:
            The URI, or None for no URI; or the components that the program reports.

        Raises:
            RejectionError: The program gave a reason why there is no URI, or rejected the URL.
            NoAnswerError: The program failed to answer; or the protocol can't represent the
                question, which isn't counted as a failure.
        """
        if self._in_a_row >= self.patience or self._failures > self.restarts:
            raise NoAnswerError(f"was not asked, after {self._failures} failures")
        self._check_time()
        case = case_of(texts)
        self._questions += 1
        protocol = Plain() if self.plain else JsonLines()
        line = protocol.question(self._questions, case)
        try:
            reply = self._started().exchange(line, min(self.timeout, self.limit.left))
            given = protocol.value(self._questions, case, reply)
        except NoAnswerError:
            self._failures += 1
            self._in_a_row += 1
            self.stop()
            self._check_time()
            raise
        except RejectionError:
            self._in_a_row = 0
            raise
        self._in_a_row = 0
        return given

    def read_version(self) -> str:
        """Return the version of the parser; for a program with `tells_version`.

        Raises:
            EndedError: The program ended, so the parser isn't on this machine.
            NoAnswerError: The program wrote no version in time.
        """
        try:
            self._started()
        except NoAnswerError:
            self.stop()
            raise
        assert self.version is not None
        return self.version

    def stop(self) -> None:
        """Kill the program and its child processes, and wait until it has ended."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _check_time(self) -> None:
        if self.limit.is_over():
            raise NoAnswerError(
                f"was not asked, because the time limit of the run ({self.limit}) was over"
            )

    def _started(self) -> ChildProcess:
        is_new = self._process is None
        try:
            self._process = self._process or ChildProcess(self.command)
        except OSError as error:
            raise NoAnswerError(f"can't be started again: {error}") from error
        if self.tells_version and (is_new or self.version is None):
            line = self._process.exchange(b"", min(self.timeout, self.limit.left))
            self.version = line.decode("utf-8", "backslashreplace").strip()
        return self._process
