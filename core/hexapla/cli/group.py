"""The command `hexapla`: the group of our own commands, and of those that other packages add."""

import atexit
import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

import hexapla
from hexapla.cli import AGREE, TROUBLE
from hexapla.cli.command import HELP_OPTIONS
from hexapla.cli.commands import COMMANDS, FURTHER, SECTIONS
from hexapla.cli.ending import exit_code_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMAND_GROUP = "hexapla.commands"
"""The group of entry points by which another package adds a command."""


_OBJECTS_BETWEEN_COLLECTIONS = 50_000


class Hexapla(click.Group):
    """The group of commands: our own, and those that other packages add by entry point.

    Whatever goes wrong ends in one line and exit code 2; 1 means only that standards disagree.
    """

    called = ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, our own first."""
        return [*COMMANDS, *sorted({*_added_commands()} - {*COMMANDS})]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, loading it only when it is called or listed."""
        if cmd_name in COMMANDS:
            module = import_module(f"hexapla.cli.commands.{COMMANDS[cmd_name]}")
            return cast(click.Command, getattr(module, cmd_name))
        point = _added_commands().get(cmd_name)
        return None if point is None else _loaded(point)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; where there is none, name the nearest one."""
        name = args[0]
        self.called = name
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from hexapla.documents.reading import unknown

            raise unknown("command", name, self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands by what they are for."""
        added = self.list_commands(ctx)[len(COMMANDS) :]
        for title, names in (*SECTIONS.items(), (FURTHER, added)):
            commands = [(name, self.get_command(ctx, name)) for name in names]
            shown = [
                (name, command.get_short_help_str(limit=100))
                for name, command in commands
                if command is not None and not command.hidden
            ]
            if shown:
                with formatter.section(title):
                    formatter.write_dl(shown)

    def main(self, *arguments: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run the command line; end the process with its exit code, unless a caller wants it."""

        def run() -> int:
            settings["standalone_mode"] = False
            return cast(int, super(Hexapla, self).main(*arguments, **settings) or AGREE)

        if not standalone_mode:
            return run()
        # What is loaded stays: to look for garbage in it takes a sixth of a short command's time.
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
        atexit.register(gc.freeze)
        sys.exit(exit_code_of(run, self.maker))

    def maker(self) -> str:
        """Return who made the command that was called."""
        from hexapla.standard.registry import is_own, name_of

        point = None if self.called in COMMANDS else _added_commands().get(self.called)
        return "Hexapla" if point is None or is_own(point) else name_of(point)

    def invoke(self, ctx: click.Context) -> None:
        """Run a command; only its exit code counts, whichever way another package's one ends."""
        try:
            super().invoke(ctx)
        except SystemExit as ended:
            code = AGREE if ended.code is None else ended.code
            ctx.exit(code if isinstance(code, int) else TROUBLE)


def _added_commands() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points

    from hexapla.standard.registry import own_first

    points = own_first(tuple(entry_points(group=COMMAND_GROUP)))
    return {point.name: point for point in reversed(points)}


def _loaded(point: "EntryPoint") -> click.Command:
    """Return a command; one that can't be loaded says why when it is called."""
    from hexapla.standard.registry import AbsentExtraError, PlugInError, load

    def wrong_with(loaded: object) -> str | None:
        return None if isinstance(loaded, click.Command) else f"names no command but {loaded!r}"

    try:
        return cast(click.Command, load(point, wrong_with))
    except PlugInError as error:
        trouble = error

    def refuse() -> None:
        raise trouble

    brief = "(not installed)" if isinstance(trouble, AbsentExtraError) else "(can't be loaded)"
    whatever = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(point.name, whatever, refuse, short_help=brief, help=str(trouble))


@click.group(cls=Hexapla, context_settings={"help_option_names": HELP_OPTIONS})
@click.version_option(hexapla.__version__, "-V", "--version", prog_name="hexapla")
@click.pass_context
def main(ctx: click.Context) -> None:
    """The standards for URIs in parallel columns.

    In place of a reference or another text, - reads standard input, one text a line; an empty line
    is the empty reference. Write -- before an argument that starts with a hyphen. In place of an
    output file, - is standard output.

    NO_COLOR=1 turns colour off, FORCE_COLOR=1 turns it on.

    Exit code: 0 where the standards agree, 1 where they disagree, 2 for misuse and trouble.
    """
    from hexapla.cli.output import wants_colour

    ctx.color = wants_colour(os.environ)
