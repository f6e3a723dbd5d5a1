"""What commands print: a JSON document on each line, or text; and the exit code that follows."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import click

from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.terminal import echo
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
