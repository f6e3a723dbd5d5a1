"""What commands print: a JSON document on each line, or text; and the exit code that follows."""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

import click

from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.terminal import GAP, Terminal
from hexapla.comparison.compared import Comparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import target_text
from hexapla.values.schema import SCHEMA


def json_document(command: str, form: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON document of a command's result, as `output.schema.json` describes it."""
    return {"schema": SCHEMA, "command": command, **form}


def print_json(command: str, form: Mapping[str, object]) -> None:
    """Print a JSON document on one line, in ASCII, so that no character is lost on the way."""
    import json

    click.echo(json.dumps(json_document(command, form)))


def print_comparisons(
    command: str,
    comparisons: Iterable[Comparison],
    form: Callable[[Comparison], dict[str, object]] | None,
    text: Callable[[Comparison], str],
    agrees: Callable[[Comparison], bool],
) -> NoReturn:
    """Print each comparison and exit, as diff does.

    Args:
        command: The name of the command.
        comparisons: What is printed; each is printed before the next one is made.
        form: Returns the JSON form; None where text is asked for.
        text: Returns the text.
        agrees: Returns whether the columns agree on what the command compares.
    """
    agree = True
    for number, comparison in enumerate(comparisons):
        agree &= agrees(comparison)
        if form is not None:
            print_json(command, form(comparison))
        else:
            click.echo(("\n" if number else "") + text(comparison))
    sys.exit(AGREE if agree else DISAGREE)


def readings_text(facet: Facet | None, comparison: Comparison, terminal: Terminal) -> str:
    """Return each result of a column with the choices that lead there; "" for one reading."""
    if facet is None or facet.agreement is None or facet.variants is None:
        return ""
    lines = [f"{facet.name}: the columns agree {facet.agreement.value}"]
    by_selector = {spec.selector: spec for spec in comparison.specs}
    for selector, variants in facet.variants:
        spec = by_selector[selector]
        for variant in variants:
            choices = ", ".join(map(str, variant.choices)) or "no choice touched"
            shown = target_text(variant.key) if facet.name == "target" else variant.text
            text = f"{label_of(spec)}{GAP}{shown}{GAP}{terminal.faint(choices)}"
            lines.append(GAP + text)
    return "\n".join(lines)
