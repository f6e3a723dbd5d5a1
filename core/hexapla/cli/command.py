"""Commands: each is a function that returns its exit code, with help for arguments and examples."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from hexapla.cli import AGREE

Decorated = TypeVar("Decorated", bound=Callable[..., object])
HELP_OPTIONS = ("-h", "--help")


class Argument(click.Argument):
    """An argument that the help describes."""

    def __init__(self, *arguments: Any, does: str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.does = does


class DocumentedCommand(click.Command):
    """A command with examples, each of which runs as it stands there.

    Its function returns its exit code; None is 0.
    """

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # A command keeps its option for help, so that it can't wait for the group to name it.
        self.context_settings = {"help_option_names": HELP_OPTIONS, **self.context_settings}
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what was given; a base that was given as an argument is told to be an option."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            says = error.format_message()
            concerns_base = "extra argument" in says or "'--base'" in says
            if not concerns_base or "base" not in [item.name for item in self.params]:
                raise
            hint = f"give the base by --base: hexapla {self.name} REF --base URI"
            raise click.UsageError(f"{says.rstrip('.')}; {hint}", ctx) from None

    def invoke(self, ctx: click.Context) -> None:
        """Run the command, and leave by its exit code."""
        ctx.exit(super().invoke(ctx) or AGREE)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the arguments are, and below them the options."""
        arguments = [item for item in self.get_params(ctx) if isinstance(item, Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(item.make_metavar(ctx), item.does) for item in arguments])
        super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples below the options, each on a line of its own."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            indent = " " * formatter.current_indent
            formatter.write("".join(f"{indent}{example}\n" for example in self.examples))


def command(
    name: str, *examples: str, **settings: Any
) -> Callable[[Callable[..., int | None]], DocumentedCommand]:
    """Return a decorator that makes a function a command; its help shows the examples."""
    return click.command(name, cls=DocumentedCommand, examples=examples, **settings)


def argument(name: str, does: str, **settings: Any) -> Callable[[Decorated], Decorated]:
    """Return a decorator that gives a command an argument; the help says what it does."""
    return click.argument(name, cls=Argument, does=does, **settings)
