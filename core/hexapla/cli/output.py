"""What commands print: a JSON document on each line, or text; and the exit code that follows."""

from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from typing import TypeVar

import click

from hexapla.cli.ending import AGREE, DISAGREE
from hexapla.cli.terminal import echo
from hexapla.standard.registry import load
from hexapla.values.schema import json_document

Result = TypeVar("Result")


def print_json(command: str, form: Mapping[str, object]) -> None:
    """Print a JSON document on one line, in ASCII, so that no character is lost on the way."""
    import json

    click.echo(json.dumps(json_document(command, form)))


def print_results(
    command: str,
    results: Iterable[Result],
    as_json: bool,
    form: Callable[[Result], Mapping[str, object]],
    text: Callable[[Result], str],
    agrees: Callable[[Result], bool] = lambda _: True,
    between: str = "\n",
) -> int:
    """Print results, and return the exit code: as of diff, whether all agree.

    Args:
        command: The name of the command.
        results: What is printed; each is printed before the next one is made.
        as_json: Whether to print JSON, and not text.
        form: Returns the JSON form.
        text: Returns the text; nothing is printed for an empty one.
        agrees: Returns whether the specs agree on what the command compares.
        between: What is printed between two texts.
    """
    agree = True
    for number, result in enumerate(results):
        agree &= agrees(result)
        if as_json:
            print_json(command, form(result))
        elif shown := text(result):
            echo((between if number else "") + shown)
    return AGREE if agree else DISAGREE


REPORT_GROUP = "hexapla.reports"

Renderer = Callable[..., None]
"""What it takes is a matter between the command and the name under which it looks for one."""


def rendering(name: str) -> Renderer:
    """Return what the entry point of a name renders a result by; another package brings it.

    Raises:
        click.UsageError: Nothing that is installed renders it.
        PlugInError: It can't be loaded, or is no function.
    """
    point = next(iter(entry_points(group=REPORT_GROUP, name=name)), None)
    if point is None:
        missing = "nothing is installed that makes a report or a badge"
        wrong = f"{missing}; install hexapla[site], or leave out --badge and --report"
        raise click.UsageError(wrong)
    loaded = load(point, lambda value: None if callable(value) else f"names no function: {value!r}")
    assert callable(loaded)
    return loaded
