"""The reference of the command line: it describes every command, argument and option."""

import re
import shlex
from pathlib import Path

import click
import pytest
from command_line import run
from command_lines import commands
from documented import INSTEAD
from site_under_test import page as built_page
from tables import by_rows_of

from hexapla.cli.commands import COMMANDS, SECTIONS
from hexapla_site.pages.commands import program, sections

PAGES = {page.path: page for pages in sections().values() for page in pages}


def test_every_command_has_a_page() -> None:
    assert set(PAGES) == set(commands())
    assert [name for names in SECTIONS.values() for name in names] == list(COMMANDS)


@pytest.mark.parametrize("path", PAGES)
def test_everything_has_an_entry_and_a_description(path: str) -> None:
    page = PAGES[path]
    command = commands()[path]
    parameters = command.get_params(click.Context(command))
    told = " ".join(names for _, names, *_ in page.options)
    for parameter in parameters:
        if isinstance(parameter, click.Option):
            assert set(parameter.opts) <= set(told.replace(",", "").split()), path
    assert all(said for _, _, said, _ in page.options)
    assert len(page.arguments) == sum(isinstance(item, click.Argument) for item in parameters)
    assert all(text for _, text in page.arguments)
    assert page.does.endswith(".")
    assert page.examples


@pytest.mark.parametrize("path", PAGES)
def test_the_page_says_what_the_help_says(path: str) -> None:
    page = PAGES[path]
    shown = " ".join(run(*path.split(), "--help").stdout.split())
    letters = re.sub(r"\W", "", shown)
    written = built_page(page.address).words
    assert page.usage in shown
    for said in (page.does, *page.examples, *(names for _, names, *_ in page.options)):
        assert " ".join(said.split()) in written
    for _, _, told, _ in page.options:
        assert re.sub(r"\W", "", told.striptags()) in letters


@by_rows_of("pages")
def test_defaults_and_limits_are_told(path: str, name: str, notes: str) -> None:
    assert [told for anchor, *_, told in PAGES[path].options if anchor == name] == [notes]


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in PAGES if path.split()[0] not in COMMANDS])
def test_examples_of_added_commands_run(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for example in PAGES[path].examples:
        if "--serve" not in example and "--open" not in example:
            asked = INSTEAD.get(example, example)
            assert run(*shlex.split(asked)[1:]).exit_code == 0, example


def test_exit_codes_are_told() -> None:
    assert "Exit code: 0 if the standards that give a result agree" in PAGES["unescape"].text
    rule = (
        "Exit code: 0 for yes or agreement, 1 for no or a difference, 2 for usage and other errors."
    )
    assert rule in program().text
