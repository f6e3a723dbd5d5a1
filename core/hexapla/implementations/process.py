"""Run programs that answer one question at a time, and guard against their misbehaviour.

A question is a line on a program's standard input, and the answer is a line on the program's
standard output, in one of the protocols of `hexapla.implementations.protocol`. The next question is
sent only after the previous question was answered. Thus, an answer without a question is detected.
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

# The maximum number of bytes in a single read or write, and the maximum number of bytes that are
# kept from the end of standard error.
_CHUNK = 65_536
_LAST_WORDS = 4_000
# The maximum number of lines that are shown from the end of standard error, and the maximum number
# of characters in each of them.
_LINES_TOLD = 4
_LONGEST_LINE = 120
_TRACE = "Traceback (most recent call last):"
# The beginning of a line such as "Error: no memory" or "json.JSONDecodeError: no value".
_ERROR = re.compile(r"[\w.]*(Error|Exception)\b")
# The length in bytes that is allowed for any answer, and the additional length for each byte of the
# question.
_SHORT_ANSWER = 1_000_000
_BYTES_FOR_ONE = 16


class EndedError(NoAnswerError):
    """A program ended instead of answering.

    Attributes:
        words: The last lines of the program's standard error, joined on one line; "" if there are
            none.
    """

    def __init__(self, words: str) -> None:
        super().__init__("ended without an answer" + (f": {words}" if words else ""))
        self.words = words


class ChildProcess:
    """A running program in its own session, with its pipes.

    The program may write any amount to the pipes, close them, hang or end at any time. An exchange
    never blocks for longer than the caller allows.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program; raise `OSError` if it can't be started.

        On Windows, `RunError` is raised, because Windows has no process groups to kill, and Python
        can't wait for several pipes there.
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
        """Kill the program and the processes in its process group, and wait until it has ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in self._streams:
            stream.close()

    def exchange(self, question: bytes, seconds: float) -> bytes:
        """Write a question while reading the program's output, and return the answer.

        Returns:
            The answer's line, without the line feed.

        Raises:
            EndedError: The program ended.
            NoAnswerError: The program didn't answer in time, wrote more than one line or an
                overlong line, or answered before it had read the question.
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
        """Read available data, and return whether more may follow.

        Raises:
            EndedError: Standard output has ended.
        """
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
    """Return the last lines of a program's standard error, formatted for an error message.

    Indented lines, which belong to a stack trace, are left out unless all lines are indented. The
    heading of a Python traceback is left out too. If lines begin with the name of an error,
    everything before the last such line is left out. Long lines are shortened, and invisible
    characters are replaced with visible symbols.
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
        # The program has stopped reading, but may still answer.
        return len(data)
    except BlockingIOError:
        return 0


@attrs.define(eq=False)
class Program:
    """An implementation that is a program; it is started on entering the context.

    The program and its child processes are killed after a failure and on leaving the context. After
    a failure, the program is started again for the next question. A process that has left the
    process group (with setsid or setpgid) isn't killed. The program runs with the permissions of
    the current user.

    Attributes:
        command: The program and its arguments.
        timeout: The number of seconds allowed for each answer, including any start of the program;
            the version counts as an answer.
        patience: The number of consecutive failures after which the program is no longer asked.
        restarts: The total number of failures that are tolerated before the program is no longer
            asked.
        plain: Whether the program uses the plain protocol instead of JSON Lines.
        tells_version: Whether the program's first line is the version of the parser.
        version: The version of the parser; None until the program has reported it.
        limit: The time limit of the whole run, shared with any other programs.
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
        """Have the program resolve a reference against a base, or parse a URL.

        Returns:
            The URI, or None if there is no URI; or the components that the program reports.

        Raises:
            RejectionError: The program gave a reason why there is no URI, or rejected the URL.
            NoAnswerError: The program failed to answer; or the program wasn't asked, which doesn't
                count as a failure: the protocol can't represent the question, the program failed
                too often, or the time limit of the run is over.
        """
        if self._in_a_row >= self.patience or self._failures > self.restarts:
            raise NoAnswerError(f"was not asked again after {self._failures} failures")
        self._check_time()
        case = case_of(*reversed(texts))
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
        """Start the program if necessary, and return the parser's version.

        `tells_version` must be true.

        Raises:
            EndedError: The program ended, for example because the parser isn't installed.
            NoAnswerError: The program can't be started again, or didn't report a version in time.
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
                f"was not asked, because the run's time limit ({self.limit}) had been reached"
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
