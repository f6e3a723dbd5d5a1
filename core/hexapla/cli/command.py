"""Commands whose help describes the arguments and shows examples."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from hexapla.cli import AGREE

Decorated = TypeVar("Decorated", bound=Callable[..., object])
HELP_OPTIONS = ("-h", "--help")


class Argument(click.Argument):
    """An argument with a description for the help."""

    def __init__(self, *arguments: Any, does: str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.does = does


class DocumentedCommand(click.Command):
    """A command whose help describes the arguments and shows examples.

    The command's function returns the exit code; None means 0.
    """

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # A command doesn't inherit the names of the help option from its group.
        self.context_settings = {"help_option_names": HELP_OPTIONS, **self.context_settings}
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments.

        If a command has the option `--base`, the message of an error about this option, or about an
        extra argument, shows how to give a base.
        """
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            says = error.format_message()
            concerns_base = "extra argument" in says or "'--base'" in says
            names = {item.name for item in self.params}
            if not concerns_base or "base" not in names:
                raise
            hint = f"give the base with --base: hexapla {self.name} REF --base URI"
            raise click.UsageError(f"{says.rstrip('.')}; {hint}", ctx) from None

    def invoke(self, ctx: click.Context) -> None:
        """Run the command, and end with its exit code."""
        ctx.exit(super().invoke(ctx) or AGREE)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments and their descriptions, then the options."""
        rows = []
        for item in self.get_params(ctx):
            if isinstance(item, Argument):
                rows.append((item.make_metavar(ctx), item.does))
        if rows:
            with formatter.section("Arguments"):
                formatter.write_dl(rows)
        super().format_options(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first paragraph of the help, the examples, then the rest of the help."""
        write_with_examples(formatter, self.help or "", self.examples)


def write_with_examples(formatter: click.HelpFormatter, help: str, examples: Sequence[str]) -> None:
    """Write the first paragraph of a help text, then the examples, then the other paragraphs."""
    does, _, rest = inspect.cleandoc(help).partition("\n\n")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(does)
    with formatter.section("Examples"):
        indent = " " * formatter.current_indent
        for example in examples:
            formatter.write(f"{indent}{example}\n")
    if rest:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(rest)


def command(
    name: str, *examples: str, **settings: Any
) -> Callable[[Callable[..., int | None]], DocumentedCommand]:
    """Return a decorator that turns a function into a command whose help shows the examples."""
    return click.command(name, cls=DocumentedCommand, examples=examples, **settings)


def argument(name: str, does: str, **settings: Any) -> Callable[[Decorated], Decorated]:
    """Return a decorator that adds an argument to a command; `does` is its description."""
    return click.argument(name, cls=Argument, does=does, **settings)
