"""Read sources in a separate process, because a library may crash the process that uses it.

C and C++ libraries parse Parquet and HTML. Given a damaged file, such a library may abort or run
out of memory. Therefore, a separate process reads the source and sends the rows through a pipe. If
the process dies, reading that source ends with an error, and a new process reads the next source.

A request, pickled to standard input, contains the name of a format, the path of a file, and the
settings. The process writes pickled `_Answer`s to standard output. The last answer marks the end of
the file, or contains the reason why the rest of the file can't be read. The process then waits for
the next request, until its standard input is closed.
"""

import atexit
import contextlib
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import IO, BinaryIO, NamedTuple

from hexapla.corpus.source import Read, Settings, SourceError, reason_of

# An answer ends when it has `_ROWS` rows, or more than `_CHARACTERS` characters.
_ROWS = 1_000
_CHARACTERS = 1 << 18
# The program that the separate process runs; only the separate process imports all formats.
_PROGRAM = """
from hexapla.corpus.formats import FORMATS
from hexapla.corpus.reader_process import serve

serve({name: each.read for name, each in FORMATS.items()})
"""


class _Request(NamedTuple):
    """A file to read, with the name of its format and the settings."""

    format_name: str
    path: str
    settings: Settings


class _Answer(NamedTuple):
    """Rows of a file, and the offset reached; in the last answer, also the error, if any.

    The offset is 0 in an answer with an error.
    """

    rows: list[Read]
    position: int
    is_last: bool = False
    error: SourceError | None = None


class _ReaderProcess:
    """A process that reads sources, one after the other."""

    def __init__(self) -> None:
        # In its own session, the process doesn't receive Ctrl-C. The option -P prevents imports
        # from the working folder.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def is_alive(self) -> bool:
        """Whether the process can receive requests."""
        return self._process.poll() is None

    @property
    def _requests(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _answers(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def answers(self, request: _Request) -> Iterator[_Answer]:
        """Yield the answers to a request; raise `SourceError` if the process dies."""
        try:
            pickle.dump(request, self._requests)
            self._requests.flush()
            while True:
                answer: _Answer = pickle.load(self._answers)
                yield answer
                if answer.is_last:
                    return
        except (EOFError, BrokenPipeError, pickle.UnpicklingError) as error:
            wrong = f"the process that was reading it died ({self._how_it_ended()})"
            raise SourceError(wrong) from error

    def _how_it_ended(self) -> str:
        code = self._process.wait()
        if code >= 0:
            return f"exit code {code}"
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"

    def end(self) -> None:
        """Kill the process, even if it is busy."""
        self._process.kill()
        with contextlib.suppress(BrokenPipeError):
            self._requests.close()
        self._answers.close()
        self._process.wait()


# Idle processes. A source that is being read has a process to itself, so that sources can be read
# alternately.
_waiting: list[_ReaderProcess] = []


def _take_process() -> _ReaderProcess:
    """Return an idle process, or a new one."""
    while _waiting:
        process = _waiting.pop()
        if process.is_alive:
            return process
        process.end()  # something else ended it
    return _ReaderProcess()


def read_apart(format_name: str, file: BinaryIO, settings: Settings) -> Iterator[Read]:
    """Read a file in a separate process, and yield its rows.

    Args:
        format_name: The name of the format.
        file: The file, which is passed to the process by name. While rows are yielded, the file's
            position is the offset up to which the process has read, or 0 for the last rows before
            an error.
        settings: The settings of the reader.

    Raises:
        SourceError: The rest of the file can't be read, or the process died.
    """
    # The path is absolute, because the process keeps the working folder in which it was started.
    request = _Request(format_name, os.path.abspath(file.name), settings)  # noqa: PTH100
    process = _take_process()
    is_done = False
    try:
        for answer in process.answers(request):
            file.seek(answer.position)
            yield from answer.rows
            if answer.error is not None:
                is_done = True
                raise answer.error
        is_done = True
    finally:
        if is_done:
            _waiting.append(process)
        else:
            process.end()


@atexit.register
def _end_all() -> None:
    while _waiting:
        _waiting.pop().end()


# The code of the separate process.


def serve(readers: Mapping[str, Callable[[BinaryIO, Settings], Iterator[Read]]]) -> None:
    """Answer requests until there are no more requests, or until the output is closed.

    Args:
        readers: The functions that read the rows of a file, keyed by the name of the format.
    """
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request: _Request = pickle.load(sys.stdin.buffer)
            for answer in _answers_to(request, readers[request.format_name]):
                pickle.dump(answer, sys.stdout.buffer)
                sys.stdout.buffer.flush()


def _answers_to(
    request: _Request, read_rows: Callable[[BinaryIO, Settings], Iterator[Read]]
) -> Iterator[_Answer]:
    rows: list[Read] = []
    characters = position = 0
    error = None
    try:
        with open(request.path, "rb") as file:  # noqa: PTH123 (the name may contain any bytes)
            for row in read_rows(file, request.settings):
                rows.append(row)
                characters += sum(map(len, row)) if isinstance(row, tuple) else 0
                if len(rows) == _ROWS or characters > _CHARACTERS:
                    yield _Answer(rows, file.tell())
                    rows, characters = [], 0
            position = file.tell()
    except SourceError as known:
        error = known
    except Exception as unforeseen:
        error = SourceError(reason_of(unforeseen))
    yield _Answer(rows, position, is_last=True, error=error)
