"""Asking a program, and containing whatever it does.

It is asked a line at a time on its standard input, and answers by a line on its standard output, in
one of the protocols of `hexapla.identify.protocol`. The next question comes when the last one is
answered, so that an answer that comes unasked is out of order.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import IO

import attrs

from hexapla.implementations.asking import NoAnswerError, RefusalError
from hexapla.implementations.protocol import JsonLines, LineProtocol, Plain, quote

_PYTHON_PREFIX = "python:"
_CHUNK = 65_536
# In bytes: what an answer may have, whatever the question, and more for each byte of it.
_SHORT_ANSWER = 1_000_000
_BYTES_FOR_ONE = 16
_LAST_WORDS = 300


def command_of(words: Sequence[str]) -> tuple[str, ...]:
    """Give the command that words stand for: itself, or what runs `python:package.module:function`.

    Raises `ValueError` for a `python:` that names no function.
    """
    if not words[0].startswith(_PYTHON_PREFIX):
        return tuple(words)
    module, colon, function = words[0].removeprefix(_PYTHON_PREFIX).partition(":")
    if len(words) > 1 or not module or not colon or not function:
        raise ValueError(f"{' '.join(words)!r} names no callable; write python:module:function")
    return sys.executable, "-m", "hexapla.implementations.python_callable", module, function


@attrs.define(eq=False)
class Program:
    """A program that is a witness: started on entering the context, and again after it failed.

    `timeout` is how many seconds an answer may take, the start of the program included; `plain`
    says that it speaks the plain protocol, and not JSON Lines. After `patience` failures with no
    answer in between, or more than `restarts` in all, it is asked no more. It runs in a session of
    its own, whose processes are killed when it fails and on leaving the context; a process that
    leaves that session gets away.
    """

    command: tuple[str, ...]
    timeout: float = 5.0
    patience: int = 3
    restarts: int = 50
    plain: bool = False

    _process: "subprocess.Popen[bytes] | None" = attrs.field(default=None, init=False)
    _questions: int = attrs.field(default=0, init=False)
    _failures: int = attrs.field(default=0, init=False)
    _in_a_row: int = attrs.field(default=0, init=False)
    _output: bytearray = attrs.field(factory=bytearray, init=False)
    _last_words: bytes = attrs.field(default=b"", init=False)

    def __enter__(self) -> "Program":
        """Start the program; raise `OSError` where it can't be started."""
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __call__(self, base: str, reference: str) -> str | None:
        """Ask the program to resolve a reference; give the URI, or None for none.

        Raises `RefusalError` with what it says where it gives an error, and `NoAnswerError` where
        it fails to answer, and where the protocol can't ask the question, which is no failure.
        """
        if self._in_a_row >= self.patience or self._failures > self.restarts:
            raise NoAnswerError(f"was not asked, after {self._failures} failures")
        self._questions += 1
        protocol: LineProtocol = Plain() if self.plain else JsonLines()
        question = protocol.question(self._questions, base, reference)
        try:
            if self._process is None:
                self._start_again()
            given = protocol.answer(self._questions, self._exchange(question))
        except NoAnswerError:
            self._failures += 1
            self._in_a_row += 1
            self.stop()
            raise
        except RefusalError:
            self._in_a_row = 0
            raise
        self._in_a_row = 0
        return given

    def stop(self) -> None:
        """Kill the program with all that it started, and wait for its end."""
        process, self._process = self._process, None
        if process is None:
            return
        # Nobody has waited for it yet, so that its number is still its own.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in _streams(process):
            # What is left in the pipe to the dead can't be written.
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _start(self) -> None:
        self._output.clear()
        self._last_words = b""
        self._process = subprocess.Popen(
            self.command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        for stream in _streams(self._process):
            os.set_blocking(stream.fileno(), False)

    def _start_again(self) -> None:
        try:
            self._start()
        except OSError as error:
            raise NoAnswerError(f"can't be started again: {error}") from error

    def _exchange(self, question: bytes) -> bytes:
        """Write a question while reading what the program writes, up to the end of a line."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        limit = _SHORT_ANSWER + _BYTES_FOR_ONE * len(question)
        deadline = time.monotonic() + self.timeout
        left = memoryview(question)
        searched = 0
        with selectors.DefaultSelector() as selector:
            for stream in _streams(process):
                writing = stream is process.stdin
                selector.register(
                    stream, selectors.EVENT_WRITE if writing else selectors.EVENT_READ
                )
            while True:
                end = self._output.find(b"\n", searched)
                if end >= 0:
                    break
                searched = len(self._output)
                if searched > limit:
                    raise NoAnswerError(f"wrote more than {limit:,} bytes, and no end of a line")
                adapter = selector.select(max(0.0, deadline - time.monotonic()))
                if not adapter or time.monotonic() > deadline:
                    raise NoAnswerError(f"gave no answer within {self.timeout:g} s")
                for key, _ in adapter:
                    if key.fileobj is process.stdin:
                        left = left[_write(process.stdin, left) :]
                        if not left:
                            selector.unregister(process.stdin)
                    elif not self._read(key.fd, process):
                        selector.unregister(key.fileobj)
        line = bytes(self._output[:end])
        del self._output[: end + 1]
        if self._output:
            raise NoAnswerError(f"wrote more than one line: {quote(bytes(self._output))}")
        if left:
            raise NoAnswerError(f"answered before it was asked: {quote(line)}")
        return line

    def _read(self, file: int, process: "subprocess.Popen[bytes]") -> bool:
        """Take what can be read, and say whether there may be more; raise where all is said."""
        assert process.stdout is not None
        data = os.read(file, _CHUNK)
        if file != process.stdout.fileno():
            self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        elif data:
            self._output += data
        else:
            raise NoAnswerError(self._death(process))
        return bool(data)

    def _death(self, process: "subprocess.Popen[bytes]") -> str:
        """Say how a program ended that closed its output."""
        assert process.stderr is not None
        with contextlib.suppress(BlockingIOError):
            data = os.read(process.stderr.fileno(), _CHUNK)
            self._last_words = (self._last_words + data)[-_LAST_WORDS:]
        words = self._last_words.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]
        return "ended without an answer" + (f": {words}" if words else "")


def run_to_end(command: Sequence[str], seconds: float) -> "subprocess.CompletedProcess[bytes]":
    """Run a program that asks for nothing, in a session of its own, and wait for its end.

    Raises `OSError` where it can't be started, and `subprocess.TimeoutExpired`, with nothing of it
    left running, where it takes longer.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate(timeout=seconds)
        except BaseException:
            # As in `Program.stop`.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def _streams(process: "subprocess.Popen[bytes]") -> Iterator[IO[bytes]]:
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        yield stream


def _write(stream: IO[bytes], data: memoryview) -> int:
    try:
        return os.write(stream.fileno(), data[:_CHUNK])
    except BrokenPipeError:
        # It reads no more; whether it answers all the same is seen by its output.
        return len(data)
    except BlockingIOError:
        return 0
