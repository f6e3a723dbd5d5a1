"""How a command line ends: an exit code, and one message where something is wrong."""

import contextlib
import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from io import StringIO

import click

from hexapla.cli.exit_codes import AGREE, CLOSED_PIPE, DISAGREE, INTERRUPTED, TROUBLE, Trouble

_STANDARD_STREAMS = 3
# In characters: a sentence of ours, with a file name or another program's words in it.
_LONGEST_MESSAGE = 1_000
_ADVICE = {
    errno.ENOSPC: "make room, or write elsewhere",
    errno.EDQUOT: "make room, or write elsewhere",
    errno.EFBIG: "make room, or write elsewhere",
    errno.EACCES: "ask for the right to use it, or name another",
    errno.EPERM: "ask for the right to use it, or name another",
    errno.EROFS: "write elsewhere",
    errno.ENOENT: "check the name",
    errno.ENOTDIR: "check the name",
    errno.ENAMETOOLONG: "give a shorter name",
    errno.EISDIR: "name a file, not a folder",
    errno.EMFILE: "allow more open files (ulimit -n), or fewer --workers",
    errno.ENFILE: "allow more open files (ulimit -n), or fewer --workers",
    errno.EAGAIN: "allow more processes (ulimit -u), or fewer --workers",
    errno.ENOMEM: "give it more memory, or fewer --workers",
}
_BUG = "this is a bug in Hexapla; please report it with the lines above"


class ClosedPipeError(Exception):
    """Whoever reads what is written has gone away."""


@contextlib.contextmanager
def past_click() -> Iterator[None]:
    """Let a pipe that is closed pass click, which ends with 1 for it, as if columns disagreed.

    Raises:
        ClosedPipeError: A pipe is closed.
    """
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedPipeError from error


def exit_code_of(run: Callable[[], object]) -> int:
    """Run a command line, and return its exit code; whatever goes wrong ends in one message.

    Args:
        run: Runs it. It returns an exit code or None, or raises.
    """
    _take_standard_streams()
    try:
        with _warnings_on_one_line():
            code = _returned(run)
        _flush(sys.stdout)
    except (BrokenPipeError, ClosedPipeError):
        code = CLOSED_PIPE
    except (KeyboardInterrupt, click.Abort):
        code = INTERRUPTED
    except click.ClickException as error:
        code = TROUBLE if error.exit_code == DISAGREE else error.exit_code
        _print(_message(error))
    except OSError as error:
        code = TROUBLE
        _print(_message(Trouble(words_of(error))))
    except MemoryError:
        code = TROUBLE
        _print(_message(Trouble("there is not enough memory for this")))
    except Exception as error:
        import traceback

        code = TROUBLE
        _print([*traceback.format_exception(error), *_message(Trouble(_BUG))])
    for stream in (sys.stdout, sys.stderr):
        _let_go(stream)
    return code


def words_of(error: OSError) -> str:
    """Return what the system says went wrong, with which file, and what to do."""
    says = error.strerror or str(error) or type(error).__name__
    where = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
    advice = _ADVICE.get(error.errno or 0)
    return f"{where}{says}" + (f"; {advice}" if advice else "")


def _returned(run: Callable[[], object]) -> int:
    """Return the exit code that a run returns, or exits with."""
    try:
        code = run()
    except SystemExit as ended:
        code = ended.code
    return code if isinstance(code, int) else AGREE if code is None else TROUBLE


@contextlib.contextmanager
def _warnings_on_one_line() -> Iterator[None]:
    """Print a warning as a message, without the line of the program that it comes from."""

    def show(message: Warning | str, *about: object, **further: object) -> None:
        from hexapla.text.signs import sanitized

        _print([f"Warning: {sanitized(str(message), _LONGEST_MESSAGE)}"])

    before, warnings.showwarning = warnings.showwarning, show
    try:
        yield
    finally:
        warnings.showwarning = before


def _message(error: click.ClickException) -> Iterator[str]:
    """Yield the lines that click shows for an error, what it repeats in signs and cut."""
    from hexapla.text.signs import sanitized

    if not isinstance(error, click.exceptions.NoArgsIsHelpError):  # whose message is the help
        message = sanitized(error.format_message(), _LONGEST_MESSAGE)
        error.format_message = lambda: message  # type: ignore[method-assign]
    shown = StringIO()
    error.show(file=shown)
    yield shown.getvalue()


def _print(lines: Iterator[str] | list[str]) -> None:
    """Print to standard error, where that is possible."""
    # Most command lines end without a message.
    from hexapla.cli.terminal import echo

    with contextlib.suppress(OSError, ValueError):
        _flush(sys.stdout)
    with contextlib.suppress(OSError, ValueError):
        for line in lines:
            echo(line.removesuffix("\n"), err=True)


def _take_standard_streams() -> None:
    """Open the null device in place of a standard stream that is closed.

    No other file gets the number of one then, which programs that we start would take for theirs.
    """
    for number in range(_STANDARD_STREAMS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _flush(stream: object) -> None:
    if hasattr(stream, "flush"):
        stream.flush()


def _let_go(stream: object) -> None:
    """Drop what can't be written any more: the interpreter would try again, and complain."""
    try:
        _flush(stream)
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())  # type: ignore[attr-defined]
            os.close(null)
