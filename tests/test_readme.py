"""What the README says holds: its Python, its commands and what they print, its links."""

import ast
import re
import shlex
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import click
import pytest
from command_line import run

from hexapla.cli.group import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
PROSE = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
# What a comment says that begins with a string: the value of the expression before it.
VALUE = re.compile(r"  # ('[^']*')$")


def test_python_runs_and_has_the_values_of_its_comments() -> None:
    names: dict[str, object] = {"my_join": urljoin, "my_split": urlsplit}
    checked = 0
    for language, block in BLOCKS:
        for statement in ast.parse(block).body if language == "python" else ():
            said = VALUE.search(block.splitlines()[(statement.end_lineno or 0) - 1])
            if said and isinstance(statement, ast.Expr):
                value = eval(compile(ast.Expression(statement.value), "README.md", "eval"), names)
                assert value == ast.literal_eval(said[1]), ast.unparse(statement)
                checked += 1
            else:
                exec(compile(ast.Module([statement], []), "README.md", "exec"), names)
    assert checked == 8


def test_commands_print_what_is_shown() -> None:
    shown = [block for _, block in BLOCKS if block.startswith("$ ")]
    assert len(shown) == 3
    for block in shown:
        command, _, expected = block.partition("\n")
        printed = run(*shlex.split(command)[2:]).stdout
        # An ellipsis on a line of its own stands for lines left out.
        for piece in expected.split("…\n"):
            assert piece in printed
            printed = printed.partition(piece)[2]


def test_every_command_is_named_and_every_option_exists() -> None:
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in main.list_commands(context)}
    options = {name: _options(command) for name, command in commands.items() if command}
    named = set()
    for text in re.findall(r"`([^`]+)`", PROSE):
        name = text.removeprefix("hexapla ").split()[0]
        used = set(re.findall(r"(?<![\w-])--[a-z-]+", text))
        if name in commands:
            named.add(name)
            assert used <= options[name], text
        elif name.startswith("-"):
            assert used <= set().union(*options.values()), text
        else:
            assert not text.startswith("hexapla "), text
    assert named == set(commands)


def _options(command: click.Command) -> set[str]:
    own = {option for parameter in command.params for option in parameter.opts}
    return own | {"--help"}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)]+)\)", README))))
def test_links_lead_somewhere(target: str) -> None:
    if target.startswith("#"):
        headings = re.findall(r"^#+ (.*)$", PROSE, re.MULTILINE)
        slugs = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
        assert target[1:] in slugs
    elif not target.startswith("https://"):
        assert (ROOT / target).is_file()
