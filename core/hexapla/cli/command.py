"""Commands whose help tells of every argument, and ends with examples."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., object])
HELP_OPTIONS = ("-h", "--help")


class Argument(click.Argument):
    """An argument that the help tells of."""

    def __init__(self, *arguments: Any, told: str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.told = told


class Command(click.Command):
    """A command with examples, each of which runs as it stands there."""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # A command keeps its option for help, so that it can't wait for the group to name it.
        self.context_settings = {"help_option_names": HELP_OPTIONS, **self.context_settings}
        self.examples = tuple(examples)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the arguments are, and below them the options."""
        told = [
            (item.make_metavar(ctx), item.told)
            for item in self.get_params(ctx)
            if isinstance(item, Argument)
        ]
        if told:
            with formatter.section("Arguments"):
                formatter.write_dl(told)
        super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples below the options, each on a line of its own."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            indent = " " * formatter.current_indent
            for example in self.examples:
                formatter.write(f"{indent}{example}\n")


def command(name: str, *examples: str, **settings: Any) -> Callable[[Callable[..., None]], Command]:
    """Return a decorator that makes a function a command.

    Args:
        name: What the command is called.
        examples: Command lines that its help shows.
        settings: Further settings of `click.command`.
    """
    return click.command(name, cls=Command, examples=examples, **settings)


def argument(name: str, told: str, **settings: Any) -> Callable[[Decorated], Decorated]:
    """Return a decorator that gives a command an argument.

    Args:
        name: The parameter that takes it.
        told: What the help tells of it.
        settings: Further settings of `click.argument`.
    """
    return click.argument(name, cls=Argument, told=told, **settings)
