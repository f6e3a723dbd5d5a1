"""Options with the same meaning have the same name, description and default."""

import re
from collections import defaultdict

import click
import pytest
from command_line import documents, run
from tables import by_rows_of, rows_of

from hexapla.cli.commands import COMMANDS
from hexapla.cli.group import main

BEGINNINGS = dict(rows_of("cli", "options that begin alike"))
# Their default depends on the command.
OWN_DEFAULTS = {"--alphabet", "--spec"}
SHORT = {"--output": "-o", "--quiet": "-q"}


def options() -> dict[str, dict[str, click.Option]]:
    """Return the options by long name, and by command."""
    found: dict[str, dict[str, click.Option]] = defaultdict(dict)
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                found[max(parameter.opts, key=len)][name] = parameter
    return dict(found)


OPTIONS = options()
SHARED = sorted(name for name, owners in OPTIONS.items() if len(owners) > 1)


@pytest.mark.parametrize("name", SHARED)
def test_an_option_has_the_same_words_and_default_everywhere(name: str) -> None:
    owners = OPTIONS[name].values()
    for option in owners:
        assert option.help is not None
        assert option.help.startswith(BEGINNINGS.get(name, option.help))
    if name not in BEGINNINGS:
        assert len({option.help for option in owners}) == 1
    if name not in OWN_DEFAULTS:
        assert len({str(option.default) for option in owners}) == 1
    assert len({option.metavar for option in owners}) == 1
    assert {tuple(option.opts) for option in owners} == {
        (SHORT[name], name) if name in SHORT else (name,)
    }


@by_rows_of("cli")
def test_a_shared_option_is_where_it_makes_sense(name: str, commands: list[str]) -> None:
    assert sorted(OPTIONS[name]) == commands


@pytest.mark.parametrize("name", COMMANDS)
def test_no_sentence_of_a_help_begins_with_a_dash(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.help is not None
    assert re.search(r"(?:\A|[.:]\s+|\n\s*)[–—]", command.help) is None


@by_rows_of("cli")
def test_a_hyphen_reads_standard_input(arguments: list[str], member: str) -> None:
    found = documents(run(*arguments, "-", "--json", stdin=b"g\n\n-x\n\xff\r\n #s"))
    assert [document[member] for document in found] == ["g", "", "-x", "\udcff", " #s"]


@pytest.mark.parametrize("names", [("-h", "--help"), ("-V", "--version")])
def test_help_and_version_have_two_names(names: tuple[str, str]) -> None:
    short, long = (run(name).stdout for name in names)
    assert short == long
    assert short.startswith(("Usage: hexapla ", "hexapla, version "))
