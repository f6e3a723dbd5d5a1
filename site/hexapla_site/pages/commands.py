"""The command-line reference: the visible commands with their help, extracted from click."""

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import attrs
import click
from markupsafe import Markup

from hexapla.cli.commands import COMMANDS, FURTHER, SECTIONS
from hexapla.cli.group import main
from hexapla_site.markdown import inline, paragraphs
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.search import SearchEntry

FOLDER = "docs/commands/"
PROGRAM = "hexapla"
# Matches parts of a help text that are code.
_CODE = re.compile(r"""(?<![`\w-])--?[a-z][a-z-]*|\{"[^}]*\}|\brfc\d+(?:\[[a-z0-9=,-]+\])?""")


class ShownArgument(NamedTuple):
    """An argument of a command, with its description."""

    name: str
    does: Markup


class Option(NamedTuple):
    """An option of a command.

    Attributes:
        anchor: The option's anchor on the page.
        names: The option's names, with a placeholder for its value.
        does: A description of what the option does.
        notes: The default, the possible values, and whether the option is required.
    """

    anchor: str
    names: str
    does: Markup
    notes: str


@attrs.frozen
class CommandPage:
    """A command with its help; `path` contains the words after the name of the program.

    `does` is the first line of the help, and `text` the rest.
    """

    path: str
    does: str
    usage: str
    arguments: tuple[ShownArgument, ...]
    text: Markup
    options: tuple[Option, ...]
    examples: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of the command's file."""
        return self.path.replace(" ", "-")

    @property
    def address(self) -> str:
        """The address of the command's page."""
        return f"{FOLDER}{self.id}.html"


@attrs.frozen
class CommandsContext:
    """The content of the first page: the program, and its commands, grouped by section."""

    program: str
    command: CommandPage
    sections: Mapping[str, tuple[CommandPage, ...]]


@attrs.frozen
class CommandContext:
    """The content of the page of a command."""

    program: str
    command: CommandPage


def sections(_: Site | None = None) -> Mapping[str, tuple[CommandPage, ...]]:
    """Return all commands that aren't hidden, grouped by their section in the program's help."""
    context = click.Context(main, info_name=PROGRAM)
    added = [name for name in main.list_commands(context) if name not in COMMANDS]
    named = {**SECTIONS, FURTHER: added}
    listed = {}
    for title, names in named.items():
        pages: list[CommandPage] = []
        for name in names:
            pages += _pages_of(context, main, name)
        if pages:
            listed[title] = tuple(pages)
    return listed


def program() -> CommandPage:
    """Return the page of the program itself."""
    return _page(click.Context(main, info_name=PROGRAM), main)


def _pages_of(context: click.Context, group: click.Group, name: str) -> Iterator[CommandPage]:
    """Yield the page of a command, or the pages of the commands in a group; none if hidden."""
    command = group.get_command(context, name)
    if command is None or command.hidden:
        return
    inner = click.Context(command, parent=context, info_name=name, **command.context_settings)
    if isinstance(command, click.Group):
        for each in command.list_commands(inner):
            yield from _pages_of(inner, command, each)
    else:
        yield _page(inner, command)


def _page(context: click.Context, command: click.Command) -> CommandPage:
    does, _, text = inspect.cleandoc(command.help or "").partition("\n\n")
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    arguments, options = [], []
    for item in command.get_params(context):
        if isinstance(item, click.Argument):
            arguments.append(_argument(context, item))
        elif isinstance(item, click.Option):
            options.append(_option(context, item))
    return CommandPage(
        path=context.command_path.removeprefix(PROGRAM).strip(),
        does=" ".join(does.split()),
        usage=usage,
        arguments=tuple(arguments),
        text=paragraphs(_with_code(text)),
        options=tuple(options),
        examples=getattr(command, "examples", ()),
    )


def _argument(context: click.Context, argument: click.Argument) -> ShownArgument:
    does = getattr(argument, "does", "")
    return ShownArgument(argument.make_metavar(context), inline(_with_code(does)))


def _option(context: click.Context, option: click.Option) -> Option:
    names, said = option.get_help_record(context) or (", ".join(option.opts), "")
    does, *extras = said.split("  [")
    notes = "; ".join(extra.removesuffix("]") for extra in extras)
    anchor = max(option.opts, key=len).lstrip("-")
    return Option(anchor, names, inline(_with_code(does)), notes)


def _with_code(text: str) -> str:
    return _CODE.sub(r"`\g<0>`", text)


def _pages(site: Site) -> Iterator[Page]:
    listed = site.once(sections)
    context = CommandsContext(PROGRAM, program(), listed)
    yield Page(f"{FOLDER}index.html", "commands.html", context)
    for commands in listed.values():
        for command in commands:
            of_command = CommandContext(PROGRAM, command)
            yield Page(command.address, "command.html", of_command, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for commands in site.once(sections).values():
        for command in commands:
            options = " ".join(option.names for option in command.options)
            name = f"{PROGRAM} {command.path}"
            yield SearchEntry("reference", command.address, name, command.does, more=options)


KIND = PageKind("commands", FOLDER, _pages, entries=_entries)
