"""The command `hexapla`: the group of our own commands, and of those that other packages add."""

import atexit
import functools
import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

import hexapla
from hexapla.cli.command import HELP_OPTIONS
from hexapla.cli.commands import COMMANDS, FURTHER, SECTIONS
from hexapla.cli.ending import exit_code_of, past_click
from hexapla.cli.exit_codes import INTERRUPTED, Trouble

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMAND_GROUP = "hexapla.commands"
"""The group of entry points by which another package adds a command."""

# Loading makes many objects, all of which stay; looking for garbage among them takes a tenth of
# the time of a short command, and once more as long when it ends.
_OBJECTS_BETWEEN_COLLECTIONS = 50_000


class Hexapla(click.Group):
    """The group of commands: our own, and those that other packages add by entry point.

    Whatever goes wrong ends in one line and exit code 2; 1 means only that standards disagree.
    """

    def get_help(self, ctx: click.Context) -> str:
        """Return the help, whose list may have what other packages say of their commands."""
        from hexapla.cli.terminal import visible_lines

        return visible_lines(super().get_help(ctx))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, our own first."""
        return [*COMMANDS, *sorted({*_added_commands()} - {*COMMANDS})]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, loading it only when it is called."""
        listed = COMMANDS.get(cmd_name)
        if listed is not None:
            own: click.Command = getattr(import_module(listed.module), listed.attribute)
            return own
        point = _added_commands().get(cmd_name)
        return None if point is None else _loaded(point)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands by what they are for; our own are not loaded for it."""
        from hexapla.text.signs import sanitized

        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name].does) for name in names])
        added = [name for name in self.list_commands(ctx) if name not in COMMANDS]
        commands = {name: self.get_command(ctx, name) for name in added}
        shown = [
            (sanitized(name), sanitized(command.get_short_help_str(limit=100)))
            for name, command in commands.items()
            if command is not None and not command.hidden
        ]
        if shown:
            with formatter.section(FURTHER):
                formatter.write_dl(shown)

    def main(self, *arguments: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run the command line; unless a caller asks otherwise, end the process with its exit code.

        Args:
            arguments: The arguments of `click.Group.main`.
            standalone_mode: Whether to end the process, and to print what goes wrong.
            settings: Further arguments of `click.Group.main`.
        """
        run = functools.partial(super().main, *arguments, standalone_mode=False, **settings)
        if not standalone_mode:
            return run()
        _escape_what_has_no_encoding()
        sys.exit(exit_code_of(run))

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Return the context of a command line; help and the version are printed on the way.

        Args:
            arguments: The arguments of `click.Group.make_context`.
            settings: Further arguments of `click.Group.make_context`.
        """
        with past_click():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, and turn what can go wrong in any of them into an error with a message."""
        _collect_less_garbage()
        try:
            with past_click():
                result: object = super().invoke(ctx)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except ImportError as error:
            _refuse_plug_in(error)
        except ValueError as error:
            _refuse_date(error)
        return result


def _escape_what_has_no_encoding() -> None:
    """Have standard output and error write an escape for what their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _collect_less_garbage() -> None:
    """Leave out most of what the interpreter does to find garbage in cycles, also when it ends.

    The modules of the program stay to the end, and what is open is closed by who opened it.
    """
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)


def _refuse_plug_in(error: ImportError) -> NoReturn:
    """Turn what a plug-in raises into one line; a module of ours that is missing is a bug."""
    from hexapla.standard.registry import PlugInError

    if isinstance(error, PlugInError):
        raise Trouble(str(error)) from error
    raise error


def _refuse_date(error: ValueError) -> NoReturn:
    """Turn a date that is none into one line; any other value that is refused here is a bug."""
    from hexapla.values.provenance import DateError

    if isinstance(error, DateError):
        raise Trouble(str(error)) from error
    raise error


def _added_commands() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    return {point.name: point for point in reversed(tuple(entry_points(group=COMMAND_GROUP)))}


def _loaded(point: "EntryPoint") -> click.Command:
    from hexapla.standard.registry import PlugInError, load

    try:
        command = load(point, _no_command)
    except PlugInError as error:
        return _broken(point.name, str(error))
    assert isinstance(command, click.Command)
    return command


def _no_command(loaded: object) -> str | None:
    return None if isinstance(loaded, click.Command) else f"names no command but {loaded!r}"


def _broken(name: str, error: str) -> click.Command:
    """Return what stands in for a command that can't be loaded, and says why when it is called."""
    from hexapla.text.signs import sanitized

    def refuse() -> None:
        raise Trouble(error)

    return click.Command(
        name, callback=refuse, short_help="(can't be loaded)", help=sanitized(error)
    )


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    click.echo(f"hexapla, version {hexapla.__version__}")
    ctx.exit()


@click.group(cls=Hexapla, context_settings={"help_option_names": HELP_OPTIONS})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """The standards for URIs in parallel columns.

    In place of a reference or another text, - reads standard input, one text a line; an empty line
    is the empty reference. Write -- before an argument that starts with a hyphen. In place of an
    output file, - is standard output.

    NO_COLOR=1 turns colour off, FORCE_COLOR=1 turns it on.

    Exit code: 0 where the standards agree, 1 where they disagree, 2 for misuse and trouble.
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    elif os.environ.get("FORCE_COLOR"):
        ctx.color = True
