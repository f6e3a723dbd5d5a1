"""The `hexapla` command: a group of the built-in commands and of commands from entry points.

An error that ends the command is reported in a single message. If the error is a bug, a stack trace
precedes the message.
"""

import atexit
import contextlib
import errno
import functools
import gc
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, Any, cast

import click

import hexapla
from hexapla.cli import AGREE, DISAGREE, TROUBLE
from hexapla.cli.command import HELP_OPTIONS, write_with_examples
from hexapla.cli.commands import COMMANDS, FURTHER, INTERRUPTIBLE, SECTIONS
from hexapla.cli.interrupts import is_interrupted, raise_interrupts
from hexapla.values.errors import FULL, HexaplaError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# As in shells: 128 plus the number of the signal, SIGINT or SIGPIPE.
INTERRUPTED = 130
CLOSED_PIPE = 141

_WIDEST_HELP = 100  # columns
_STANDARD_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}
# The maximum length of a message, in characters; a message may quote another program's output.
_LONGEST_MESSAGE = 1_000
# The beginnings of click's messages.
_BEGINNINGS_OF_CLICK = (
    "Got unexpected ",
    "Invalid value",
    "Missing ",
    "No such option",
    "Option '",
)
_EXAMPLE = "hexapla compare '../../../g' --base 'http://a/b/c/d;p?q'"
_ADVICE = {
    FULL: "free some space, or write elsewhere",
    (errno.EACCES, errno.EPERM): "get permission to use it, or name another file",
    (errno.EROFS,): "write elsewhere",
    (errno.EBADF,): "a standard stream is closed; redirect it, for example to /dev/null",
    (errno.ENOENT, errno.ENOTDIR): "check the name",
    (errno.ENAMETOOLONG,): "give a shorter name",
    (errno.EISDIR,): "name a file, not a folder",
    (errno.EMFILE, errno.ENFILE): "allow more open files (ulimit -n), or fewer --workers",
    (errno.EAGAIN,): "allow more processes (ulimit -u), or fewer --workers",
    (errno.ENOMEM,): "free some memory, or use fewer --workers",
}


class Hexapla(click.Group):
    """The group of commands: the built-in commands, and those that packages add as entry points.

    Exit code 1 always means "no" or a disagreement: a command that ends with an error has another
    exit code.
    """

    called = ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, the built-in ones first."""
        return [*COMMANDS, *sorted({*_added_commands()} - {*COMMANDS})]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the command with the given name; return None if there is no such command."""
        if cmd_name in COMMANDS:
            module = import_module(f"hexapla.cli.commands.{COMMANDS[cmd_name]}")
            return cast(click.Command, getattr(module, cmd_name))
        point = _added_commands().get(cmd_name)
        if point is None:
            return None
        return _loaded(point)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the called command; the error for an unknown name suggests a similar name."""
        name = args[0]
        self.called = name
        if name in INTERRUPTIBLE or name not in COMMANDS:
            raise_interrupts()
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from hexapla.documents.reading import unknown

            raise unknown("command", name, self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first paragraph of the help, an example, then the rest of the help."""
        write_with_examples(formatter, self.help or "", (_EXAMPLE,))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, grouped by purpose."""
        added = self.list_commands(ctx)[len(COMMANDS) :]
        for title, names in {**SECTIONS, FURTHER: added}.items():
            rows = []
            for name in names:
                command = self.get_command(ctx, name)
                if command is not None and not command.hidden:
                    rows.append((name, command.get_short_help_str(limit=100)))
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def main(self, *arguments: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run the command line, then end the process; if not standalone, return the exit code."""

        run = functools.partial(super().main, *arguments, standalone_mode=False, **settings)
        if not standalone_mode:
            return run() or AGREE
        # Loaded objects are never freed; the search for garbage among them would take a sixth of a
        # short command's time.
        gc.set_threshold(50_000)
        atexit.register(gc.freeze)
        sys.exit(_exit_code_of(run, self._maker))

    def _maker(self) -> str:
        """Return "Hexapla", or a description of the plug-in that provides the called command."""
        from hexapla.standard.registry import is_own, name_of

        point = None
        if self.called not in COMMANDS:
            point = _added_commands().get(self.called)
        if point is None or is_own(point):
            return "Hexapla"
        return name_of(point)

    def invoke(self, ctx: click.Context) -> None:
        """Run a command, and end with its exit code, even if it calls `sys.exit`."""
        try:
            super().invoke(ctx)
        except SystemExit as ended:
            if ended.code is None:
                ctx.exit(AGREE)
            if isinstance(ended.code, int):
                ctx.exit(ended.code)
            ctx.exit(TROUBLE)


def _added_commands() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    from hexapla.standard.registry import own_first

    points = own_first(tuple(entry_points(group="hexapla.commands")))
    return {point.name: point for point in reversed(points)}


def _loaded(point: "EntryPoint") -> click.Command:
    """Load a command; if that fails, return a command that reports the reason when called."""
    from hexapla.standard.registry import AbsentExtraError, PlugInError, load

    def wrong_with(loaded: object) -> str | None:
        if isinstance(loaded, click.Command):
            return None
        return f"names {loaded!r} instead of a command"

    try:
        return cast(click.Command, load(point, wrong_with))
    except PlugInError as error:
        trouble = error

    def refuse() -> None:
        raise trouble

    brief = "(not installed)" if isinstance(trouble, AbsentExtraError) else "(can't be loaded)"
    whatever = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(point.name, whatever, refuse, short_help=brief, help=str(trouble))


@click.group(
    cls=Hexapla,
    context_settings={"help_option_names": HELP_OPTIONS, "max_content_width": _WIDEST_HELP},
)
@click.version_option(hexapla.__version__, "-V", "--version", prog_name="hexapla")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Compare how the standards for URIs interpret the same input.

    To read references or other strings from standard input, one per line, give - as the argument;
    an empty line is an empty string. Given as an input file, - means standard input; given to -o,
    it means standard output. Write -- before an argument that starts with a hyphen.

    NO_COLOR=1 turns colour off; FORCE_COLOR=1 turns it on.

    Exit code: 0 for yes or agreement, 1 for no or a difference, 2 for usage and other errors.
    """
    from hexapla.cli.output import wants_colour

    ctx.color = wants_colour(os.environ)


def _exit_code_of(run: Callable[[], int | None], maker: Callable[[], str]) -> int:
    """Run a command line and return its exit code.

    Any error is reported in a single message, except for a closed pipe and errors that result from
    Ctrl-C. `maker` returns a description of the plug-in that provides the command.
    """
    _open_standard_streams()
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            code = run() or AGREE
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # click uses these to end when a pipe is closed
        code = CLOSED_PIPE
    except (KeyboardInterrupt, click.Abort) as stopped:
        code = INTERRUPTED
        words = (stopped.__cause__ or stopped).args
        if words:  # otherwise, the code that prints may not be fully loaded
            _print(map(str, words))
    except Exception as error:
        if is_interrupted():
            code = INTERRUPTED
        else:
            code = TROUBLE
            if isinstance(error, click.ClickException) and error.exit_code != DISAGREE:
                code = error.exit_code
            _print(_told(error, maker))
    # Output that can't be written is dropped; otherwise, the interpreter would try again and
    # complain.
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
    """Replace closed standard streams, and make the output streams escape what they can't encode.

    If a standard stream is closed, another file could get its file descriptor, and child processes
    would use that file. Therefore, the null device is opened in place of the stream, but for
    writing instead of reading or the reverse, so that any use of the stream still fails.
    """
    for number, (name, mode) in enumerate(_STANDARD_STREAMS.items()):
        try:
            os.fstat(number)
        except OSError:
            wrong_way = os.O_WRONLY if mode == "r" else os.O_RDONLY
            setattr(sys, name, open(os.open(os.devnull, wrong_way), mode))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning as a message, without the source line."""
    from hexapla.text.signs import sanitized

    _print([f"Warning: {sanitized(str(message), _LONGEST_MESSAGE)}"])


def _told(error: Exception, maker: Callable[[], str]) -> Iterator[str]:
    """Yield the lines to print for an error: a message, after a stack trace if the error is a bug.

    Quoted text is escaped and shortened. `maker` returns a description of the plug-in that provides
    the command.
    """
    from hexapla.text.signs import sanitized

    says = str(error)
    if isinstance(error, OSError):
        says = _about_os_error(error)
    elif isinstance(error, MemoryError):
        says = "not enough memory; try a smaller input"
    elif not isinstance(error, click.ClickException | HexaplaError):
        import traceback

        yield from traceback.format_exception(error)
        says = f"this is a bug in {maker()}; please report it, and include the lines above"
    shown = error if isinstance(error, click.ClickException) else click.ClickException(says)
    if not isinstance(shown, click.exceptions.NoArgsIsHelpError):  # whose message is the help
        message = sanitized(_lowered(shown.format_message()), _LONGEST_MESSAGE)
        shown.format_message = lambda: message  # type: ignore[method-assign]
    text = StringIO()
    shown.show(file=text)
    yield text.getvalue()


def _about_os_error(error: OSError) -> str:
    """Return a message about an error of the operating system, with the file and advice, if any."""
    says = error.strerror or str(error) or type(error).__name__
    if error.filename is not None:
        says = f"{os.fsdecode(error.filename)}: {says}"
    for codes, advice in _ADVICE.items():
        if error.errno in codes:
            return f"{says}; {advice}"
    return says


def _lowered(message: str) -> str:
    """Make click's most common messages begin in lower case, like Hexapla's own messages."""
    if not message.startswith(_BEGINNINGS_OF_CLICK):
        return message
    return message[0].lower() + message[1:]


def _print(lines: Iterable[str]) -> None:
    """Print lines to standard error; ignore the error if a stream can't be written to."""
    from hexapla.cli.output import echo

    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    with contextlib.suppress(OSError, ValueError):
        for line in lines:
            echo(line.removesuffix("\n"), err=True)
