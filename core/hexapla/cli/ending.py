"""How a command line ends: an exit code, and one message where something is wrong."""

import contextlib
import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterable
from io import StringIO
from typing import TYPE_CHECKING, Any

import click

from hexapla.cli import DISAGREE, TROUBLE
from hexapla.values.errors import FULL, HexaplaError

if TYPE_CHECKING:
    from hexapla.jobs.time_limit import TimeLimit

# As shells have it: 128 and the number of the signal, SIGINT or SIGPIPE.
INTERRUPTED = 130
CLOSED_PIPE = 141


class NoResultError(HexaplaError):
    """A command has no result, and was not misused: a program gave no answer, or time was over."""


def out_of_time(
    limit: "TimeLimit", done: int, of: int, things: str, further: str = ""
) -> NoResultError:
    """Return the error of a run that took too long: so many of so many things were done."""
    return NoResultError(
        f"stopped after {limit} (--total-timeout) with {done:,} of {of:,} {things}; "
        f"the result is of these{further}"
    )


_STANDARD_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}
# In characters: a sentence of ours, with a file name or another program's words in it.
_LONGEST_MESSAGE = 1_000
_ADVICE = {
    FULL: "make room, or write elsewhere",
    (errno.EACCES, errno.EPERM): "ask for the right to use it, or name another",
    (errno.EROFS,): "write elsewhere",
    (errno.EBADF,): "standard output is closed: redirect it to a file, or to /dev/null",
    (errno.ENOENT, errno.ENOTDIR): "check the name",
    (errno.ENAMETOOLONG,): "give a shorter name",
    (errno.EISDIR,): "name a file, not a folder",
    (errno.EMFILE, errno.ENFILE): "allow more open files (ulimit -n), or fewer --workers",
    (errno.EAGAIN,): "allow more processes (ulimit -u), or fewer --workers",
    (errno.ENOMEM,): "give it more memory, or fewer --workers",
}


def exit_code_of(run: Callable[[], int], maker: Callable[[], str] = lambda: "Hexapla") -> int:
    """Run a command line, and return its exit code; whatever goes wrong ends in one message.

    Args:
        run: Runs it by `click.Group.main`, not standalone, and returns its exit code.
        maker: Returns whose bug it is where the command has one.
    """
    _open_standard_streams()
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = run()
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # by which click ends where a pipe is closed
        code = CLOSED_PIPE
    except (KeyboardInterrupt, click.Abort) as stopped:
        code = INTERRUPTED
        _print(map(str, (stopped.__cause__ or stopped).args))
    except Exception as error:
        code = error.exit_code if isinstance(error, click.ClickException) else TROUBLE
        code = TROUBLE if code == DISAGREE else code
        _print(_lines(error, maker))
    # What can't be written is dropped: the interpreter would try again, and complain.
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, stream.fileno())
                os.close(null)
    return code


def _open_standard_streams() -> None:
    """Open the null device in place of a standard stream that is closed, only to be read.

    No other file gets the number of one then, which programs that we start would take for theirs;
    what is printed there is an error. What the encoding of an output lacks is escaped.
    """
    for number, (name, mode) in enumerate(_STANDARD_STREAMS.items()):
        try:
            os.fstat(number)
        except OSError:
            setattr(sys, name, open(os.open(os.devnull, os.O_RDONLY), mode))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as a message, without the line of the program that it comes from."""
    from hexapla.text.signs import sanitized

    _print([f"Warning: {sanitized(str(message), _LONGEST_MESSAGE)}"])


def _lines(error: Exception, maker: Callable[[], str]) -> Iterable[str]:
    """Return what is printed for an error: a message, behind a trace where it is a bug."""
    if isinstance(error, click.ClickException):
        return [_shown(error)]
    if isinstance(error, HexaplaError):
        return [_shown(click.ClickException(str(error)))]
    if isinstance(error, OSError):
        return [_shown(click.ClickException(_words_of(error)))]
    if isinstance(error, MemoryError):
        return [_shown(click.ClickException("there is not enough memory for this"))]
    import traceback

    bug = f"this is a bug in {maker()}; please report it with the lines above"
    return [*traceback.format_exception(error), _shown(click.ClickException(bug))]


def _words_of(error: OSError) -> str:
    """Return what the system says went wrong, with which file, and what to do."""
    says = error.strerror or str(error) or type(error).__name__
    where = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
    advice = next((advice for codes, advice in _ADVICE.items() if error.errno in codes), "")
    return f"{where}{says}" + (f"; {advice}" if advice else "")


def _shown(error: click.ClickException) -> str:
    """Return what click shows for an error, with signs in what it repeats, and cut."""
    from hexapla.text.signs import sanitized

    if not isinstance(error, click.exceptions.NoArgsIsHelpError):  # whose message is the help
        message = sanitized(error.format_message(), _LONGEST_MESSAGE)
        error.format_message = lambda: message  # type: ignore[method-assign]
    shown = StringIO()
    error.show(file=shown)
    return shown.getvalue()


def _print(lines: Iterable[str]) -> None:
    """Print to standard error, where that is possible."""
    from hexapla.cli.output import echo

    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    with contextlib.suppress(OSError, ValueError):
        for line in lines:
            echo(line.removesuffix("\n"), err=True)
