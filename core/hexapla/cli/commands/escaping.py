"""The commands `hexapla escape` and `hexapla unescape`."""

import sys

import click

from hexapla.cli.group import json_option, print_json, references_in, spec_option, this_terminal
from hexapla.cli.terminal import label_of, show
from hexapla.comparison import operations
from hexapla.comparison.operations import compare_escaping
from hexapla.operations.escaping import EscapingDifference, Treatment
from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.spec import AnySpec
from hexapla.text.signs import UNDEFINED

_GAP = "  "


@click.command()
@click.argument("data")
@click.option(
    "--component",
    type=click.Choice(SHARED_NAMES[1:]),
    default="path",
    show_default=True,
    help="The component that the data is to stand in; for path, one segment of it.",
)
@spec_option
@json_option
def escape(data: str, component: str, specs: tuple[AnySpec, ...], as_json: bool) -> None:
    """Escape DATA for a component as each spec does, and say on which characters they differ.

    Exit code: 0 where the specs that say something agree, 1 where they differ.
    """
    found = compare_escaping(data, component, specs)
    if as_json:
        print_json("escape", {"specs": [spec.selector for spec in specs], **found.to_dict()})
    else:
        terminal = this_terminal()
        labels = {spec.selector: label_of(spec) for spec in specs}
        for item in found.escaped:
            shown = UNDEFINED if item.text is None else show(item.text)
            rule = terminal.faint(str(item.provision or "the memo says nothing of it"))
            click.echo(f"{terminal.strong(labels[item.spec])}{_GAP}{shown}{_GAP}{rule}")
        for difference in found.differences:
            click.echo(_difference_text(difference, labels))
    sys.exit(0 if found.agrees else 1)


def _difference_text(difference: EscapingDifference, labels: dict[str, str]) -> str:
    def treated(treatment: Treatment) -> str:
        written = UNDEFINED if treatment.written is None else show(treatment.written)
        classes = f" ({', '.join(treatment.classes)})" if treatment.classes else ""
        return f"{labels[treatment.spec]} {written}{classes}"

    return f"{show(difference.character)} ]{_GAP}" + f"{_GAP}·{_GAP}".join(
        map(treated, difference.treatments)
    )


@click.command()
@click.argument("text")
@spec_option
@json_option
def unescape(text: str, specs: tuple[AnySpec, ...], as_json: bool) -> None:
    """Read the escape sequences of TEXT as each spec does, once.

    A TEXT of - reads texts from standard input, one a line. Exit code: 0 where all sequences are
    well formed, 1 where one is not.
    """
    well_formed = True
    terminal = this_terminal()
    for line in references_in(text):
        found = [operations.unescape(spec, line) for spec in specs]
        well_formed &= not any(item.malformed for item in found)
        if as_json:
            selectors = [spec.selector for spec in specs]
            forms = [item.to_dict() for item in found]
            print_json("unescape", {"text": line, "specs": selectors, "unescaped": forms})
            continue
        for spec, item in zip(specs, found, strict=True):
            octets = "" if item.octets is None else item.octets.hex(" ")
            shown = UNDEFINED if item.text is None else show(item.text)
            click.echo(
                f"{terminal.strong(label_of(spec))}{_GAP}{shown}{_GAP}{terminal.faint(octets)}"
            )
            for bad in item.malformed:
                click.echo(f"{_GAP}at {bad.offset}, {show(bad.text)}: {bad.provision}")
    sys.exit(0 if well_formed else 1)
