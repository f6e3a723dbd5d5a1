"""Commands whose help ends with examples."""

from collections.abc import Callable, Sequence
from typing import Any

import click

HELP_OPTIONS = ("-h", "--help")


class Command(click.Command):
    """A command with examples, each of which runs as it stands there."""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # A command keeps its option for help, so that it can't wait for the group to name it.
        self.context_settings = {"help_option_names": HELP_OPTIONS, **self.context_settings}
        self.examples = tuple(examples)

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
