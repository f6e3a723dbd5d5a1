"""The command `hexapla escape`."""

import sys
from collections.abc import Mapping

import click

from hexapla.cli.command import argument, command
from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.options import json_option, spec_option, texts_in
from hexapla.cli.output import print_json
from hexapla.cli.terminal import GAP, Terminal, echo, this_terminal
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.comparison.operations import compare_escaping
from hexapla.operations.escaping import EscapingComparison, EscapingDifference, Treatment
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED


@command(
    "escape",
    "hexapla escape 'a~b c' --spec rfc1738 --spec rfc3986",
    "hexapla escape 'x=1&y' --component query --json",
    "printf 'a/b\\n~c\\n' | hexapla escape -",
)
@argument("data", "The text to escape; - reads texts from standard input, one a line.")
@click.option(
    "--component",
    type=click.Choice(SHARED_NAMES[1:]),
    default="path",
    show_default=True,
    help="The component that the data is to stand in; for path, one segment of it.",
)
@spec_option
@json_option
def escape(data: str, component: str, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Escape data for a component as each standard does.

    The characters on which the standards differ are listed below.

    Exit code: 0 where the standards that define it agree, 1 where they differ.
    """
    agree = True
    labels = {spec.selector: label_of(spec) for spec in specs}
    for text in texts_in(data):
        comparison = compare_escaping(text, component, specs)
        agree &= comparison.agrees
        if as_json:
            print_json(
                "escape", {"specs": [spec.selector for spec in specs], **comparison.to_dict()}
            )
        else:
            _print_text(comparison, labels, this_terminal())
    sys.exit(AGREE if agree else DISAGREE)


def _print_text(
    comparison: EscapingComparison, labels: Mapping[str, str], terminal: Terminal
) -> None:
    for item in comparison.escaped:
        shown = UNDEFINED if item.text is None else show(item.text)
        rule = terminal.faint(str(item.provision or "the standard is silent"))
        echo(f"{terminal.strong(labels[item.spec])}{GAP}{shown}{GAP}{rule}")
    for difference in comparison.differences:
        echo(_difference_text(difference, labels))


def _difference_text(difference: EscapingDifference, labels: Mapping[str, str]) -> str:
    def treated(treatment: Treatment) -> str:
        written = UNDEFINED if treatment.written is None else show(treatment.written)
        classes = f" ({', '.join(treatment.classes)})" if treatment.classes else ""
        return f"{labels[treatment.spec]} {written}{classes}"

    return f"{show(difference.character)} ]{GAP}" + f"{GAP}·{GAP}".join(
        map(treated, difference.treatments)
    )
