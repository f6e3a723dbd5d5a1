"""What commands print: a JSON document on each line, or text; and the exit code that follows."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn, Protocol, TypeVar

import click

from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.terminal import GAP, Terminal, echo, this_terminal
from hexapla.comparison.compared import Comparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import target_text
from hexapla.standard.spec import Spec
from hexapla.values.schema import SCHEMA


class HasForm(Protocol):
    """A result with a JSON form."""

    def to_dict(self) -> Mapping[str, object]:
        """Return the JSON form."""
        ...


Result = TypeVar("Result", bound=HasForm)
Lines = Callable[[Spec, Result, Terminal], Iterable[str]]
"""Returns the lines that tell what a spec gives."""


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
            echo(("\n" if number else "") + text(comparison))
    sys.exit(AGREE if agree else DISAGREE)


def print_by_spec(
    command: str,
    name: str,
    texts: Iterable[str],
    specs: Sequence[Spec],
    ask: Callable[[Spec, str], Result],
    lines: Lines[Result] | None,
) -> None:
    """Print what each spec gives for each text.

    Args:
        command: The name of the command.
        name: The name of the results in the JSON document.
        texts: The texts; what is given for each is printed before the next one is read.
        specs: The specs, in the order of the output.
        ask: Returns what a spec gives for a text.
        lines: Returns the lines of one result; None where JSON is asked for.
    """
    for number, text in enumerate(texts):
        results = [ask(spec, text) for spec in specs]
        if lines is None:
            print_json(command, form_by_spec(name, text, specs, results))
        else:
            echo(("\n" if number else "") + text_by_spec(specs, results, lines))


def form_by_spec(
    name: str, text: str, specs: Sequence[Spec], results: Iterable[HasForm]
) -> dict[str, object]:
    """Return the JSON form of what each spec gives for a text; `name` is that of the results."""
    selectors = [spec.selector for spec in specs]
    return {"text": text, "specs": selectors, name: [item.to_dict() for item in results]}


def text_by_spec(specs: Sequence[Spec], results: Iterable[Result], lines: Lines[Result]) -> str:
    """Return the lines that tell what each spec gives, one spec after another."""
    terminal = this_terminal()
    pairs = zip(specs, results, strict=True)
    return "\n".join(line for spec, item in pairs for line in lines(spec, item, terminal))


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
