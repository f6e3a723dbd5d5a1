"""All possible command lines, from the tree of commands, each with one odd value."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from tables import rows_of

from hexapla.cli.group import main

LITTLE: dict[str, tuple[str, ...]] = {
    words: tuple(arguments) for words, arguments in rows_of("command_lines", "little")
}
FILES: list[tuple[str, str, int]] = rows_of("command_lines", "files")
# A command whose options must precede its arguments, which belong to another program.
OPTIONS_FIRST = {"identify"}
# Without it, each command line would ask every installed parser.
ONE_PARSER = "--parser="

# Characters that control a terminal, reorder a line or are invisible, after a name.
HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\u200b\u2028\ufeff\r\nError: forged"
SURROGATE = os.fsdecode(b"\xff\xfe")


def commands() -> dict[str, click.Command]:
    """Return every command by its words, including the words of groups."""
    return dict(_commands(main, ()))


def _commands(group: click.Group, words: tuple[str, ...]) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _commands(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


def command_lines(words: str, command: click.Command, odd: Iterable[str]) -> Iterator[list[str]]:
    """Yield lines of a command with odd values: after its arguments, as each argument and option.

    Args:
        words: The command's words.
        command: The command.
        odd: The values.
    """
    little = LITTLE.get(words, ())
    for value in odd:
        yield [*words.split(), *little, value]
        for place in range(len(little)):
            if little[place].startswith(ONE_PARSER):
                continue
            yield [*words.split(), *little[:place], value, *little[place + 1 :]]
        for option in _options(command):
            given = [f"{option.opts[-1]}={value}", *[value] * (option.nargs - 1)]
            ordered = (given, little) if words in OPTIONS_FIRST else (little, given)
            yield [*words.split(), *ordered[0], *ordered[1]]


def _options(command: click.Command) -> Sequence[click.Option]:
    options = [item for item in command.params if isinstance(item, click.Option)]
    return [item for item in options if not item.is_flag]


def make_files(folder: Path) -> None:
    """Fill a folder with the files that the command lines name, and with unusable files."""
    contents = {name: text.encode("latin-1") * times for name, text, times in FILES}
    contents["octets.bin"] = contents["octets.json"] = bytes(range(256)) * 4
    contents[f"name{SURROGATE}.jsonl"] = b"{}\n"
    contents[f"{HOSTILE}.jsonl".replace("/", "")] = b"{}\n"
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / "folder").mkdir()
    (folder / "circle").symlink_to("circle")
    (folder / "link").symlink_to("folder")
    (folder / "unreadable").write_bytes(b"x")
    (folder / "unreadable").chmod(0)
