"""The commands with their arguments, options, examples and exit codes, read from click."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping

import attrs
import click
from markupsafe import Markup

from hexapla.cli.command import Argument, DocumentedCommand
from hexapla.cli.commands import FURTHER, SECTIONS
from hexapla.cli.group import main
from hexapla_site.reference import prose

FOLDER = "docs/commands/"
PROGRAM = "hexapla"
_EXIT_CODE = "Exit code: "
_EXTRA, _DEFAULT = "  [", "default: "
_LIMITS = re.compile(
    r"(?:(?P<below>\d+)<(?P<with_it>=)?)?x(?:>(?P<closed>=)?(?P<least>\d+)|<=(?P<most>\d+))"
)
# What a help writes as it is typed or sent.
_CODE = re.compile(
    r"""(?<![`\w-])--?[a-z][a-z-]*|\{"[^}]*\}|\b(?:adapter|spec|python):[A-Z:]+"""
    r"""|\brfc\d+(?:\[[a-z0-9=,-]+\])?"""
)


@attrs.frozen
class Option:
    """An option of a command.

    Attributes:
        anchor: The name of its place on the page.
        names: How it is written, with what stands for its value.
        help: What it does.
        notes: Its default, which values it takes, and whether it has to be given.
    """

    anchor: str
    names: str
    help: Markup
    notes: Markup


@attrs.frozen
class CommandPage:
    """A command with all that its help tells.

    Attributes:
        path: Its words behind the name of the program.
        does: What it does, in one line.
        usage: How it is called.
        arguments: What stands for each argument, and what it is.
        text: The rest of its help.
        exit_codes: What it ends with, in words; empty where that is 0.
        options: Its options.
        examples: Command lines that run as they stand.
    """

    path: str
    does: str
    usage: str
    arguments: tuple[tuple[str, Markup], ...]
    text: Markup
    exit_codes: Markup
    options: tuple[Option, ...]
    examples: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name of its file."""
        return self.path.replace(" ", "-")

    @property
    def address(self) -> str:
        """Where it is on the site."""
        return f"{FOLDER}{self.id}.html"


@attrs.frozen
class CommandSection:
    """Commands for one purpose."""

    title: str
    commands: tuple[CommandPage, ...]


def sections() -> tuple[CommandSection, ...]:
    """Return all commands, in the sections in which the help of the program lists them."""
    context = click.Context(main, info_name=PROGRAM)
    listed = {name for names in SECTIONS.values() for name in names}
    added = tuple(name for name in main.list_commands(context) if name not in listed)
    titled: Iterable[tuple[str, Iterable[str]]] = (*SECTIONS.items(), (FURTHER, added))
    return tuple(
        CommandSection(title, tuple(page for name in names for page in _pages(context, name)))
        for title, names in titled
        if names
    )


def program() -> CommandPage:
    """Return what the help of the program itself tells."""
    return _page(click.Context(main, info_name=PROGRAM), main)


def _pages(context: click.Context, name: str) -> Iterator[CommandPage]:
    """Yield the page of a command, or those of the commands below a group."""
    group = context.command
    assert isinstance(group, click.Group)
    command = group.get_command(context, name)
    if command is None or command.hidden:
        return
    inner = command.context_class(
        command, parent=context, info_name=name, **command.context_settings
    )
    if isinstance(command, click.Group):
        for each in command.list_commands(inner):
            yield from _pages(inner, each)
    else:
        yield _page(inner, command)


def _page(context: click.Context, command: click.Command) -> CommandPage:
    text = inspect.cleandoc(command.help or "")
    does, _, rest = text.partition("\n\n")
    told, _, codes = rest.partition(_EXIT_CODE)
    codes, _, further = codes.partition("\n\n")
    parameters = command.get_params(context)
    return CommandPage(
        context.command_path.removeprefix(PROGRAM).strip(),
        " ".join(does.split()),
        " ".join(
            map(_one_argument, [context.command_path, *command.collect_usage_pieces(context)])
        ),
        tuple(_arguments(context, parameters)),
        _paragraphs(f"{told}\n\n{further}"),
        _inline(codes[:1].upper() + codes[1:]),
        tuple(_option(context, item) for item in parameters if isinstance(item, click.Option)),
        command.examples if isinstance(command, DocumentedCommand) else (),
    )


def _one_argument(piece: str) -> str:
    return re.sub(r"\s+", " ", piece)


def _arguments(
    context: click.Context, parameters: Iterable[click.Parameter]
) -> Iterator[tuple[str, Markup]]:
    for item in parameters:
        if isinstance(item, click.Argument):
            does = item.does if isinstance(item, Argument) else ""
            yield item.make_metavar(context), _inline(does)


def _option(context: click.Context, option: click.Option) -> Option:
    names, said = option.get_help_record(context) or (", ".join(option.opts), "")
    told, *extras = said.split(_EXTRA)
    notes = (note for extra in extras for note in extra.removesuffix("]").split("; "))
    longest = max(option.opts, key=len)
    return Option(longest.lstrip("-"), names, _inline(told), Markup(" ").join(map(_note, notes)))


def _note(extra: str) -> Markup:
    """Return what the help has in brackets behind an option, as a sentence."""
    kind, _, value = extra.partition(_DEFAULT)
    if value and " " in value and "," not in value:
        return Markup("Default: {}.").format(value)
    if value:
        return Markup("Default: <code>{}</code>.").format(value)
    limits = _LIMITS.fullmatch(kind)
    if limits is None:
        return Markup("{}.").format(kind.capitalize())
    return Markup("{}.").format(limits.expand(_limit(limits)))


def _limit(limits: re.Match[str]) -> str:
    if limits["most"]:
        return (
            r"From \g<below> to \g<most>"
            if limits["with_it"]
            else r"More than \g<below>, at most \g<most>"
        )
    return r"At least \g<least>" if limits["closed"] else r"More than \g<least>"


def _paragraphs(text: str) -> Markup:
    return prose.paragraphs(_CODE.sub(r"`\g<0>`", text), _nowhere, {})


def _inline(text: str) -> Markup:
    return prose.inline(_CODE.sub(r"`\g<0>`", text), _nowhere, {})


def _nowhere(_: str) -> None:
    """Find no place: what a help names is told nowhere else."""


def by_path(listed: Iterable[CommandSection]) -> Mapping[str, CommandPage]:
    """Return the pages of commands by their words behind the name of the program."""
    return {page.path: page for section in listed for page in section.commands}
