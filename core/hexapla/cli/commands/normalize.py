"""The command `hexapla normalize`."""

from collections.abc import Iterator

import click

from hexapla.cli.command import command
from hexapla.cli.options import json_option, spec_option, texts_in
from hexapla.cli.output import print_json
from hexapla.cli.rewriting import rewriting_lines
from hexapla.cli.terminal import GAP, Terminal, this_terminal
from hexapla.comparison import operations
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.operations.equivalence import NormalForm
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED


@command(
    "normalize",
    "hexapla normalize HTTP://EXAMPLE.org/a/../%7Eb --spec rfc3986",
    "printf 'HTTP://a\\nhttp://a/\\n' | hexapla normalize - --spec rfc3986 --json",
)
@click.argument("reference", metavar="URI")
@spec_option
@json_option
def normalize(reference: str, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Print a URI in the normal form of each spec.

    A dash stands where the spec defines none. A URI of - reads URIs from standard input, one a
    line.
    """
    terminal = this_terminal()
    for number, text in enumerate(texts_in(reference)):
        normal_forms = [operations.normalize(spec, text) for spec in specs]
        if as_json:
            forms = [item.to_dict() for item in normal_forms]
            selectors = [spec.selector for spec in specs]
            print_json("normalize", {"text": text, "specs": selectors, "normal_forms": forms})
            continue
        pairs = zip(specs, normal_forms, strict=True)
        blocks = (_lines(spec, item, terminal) for spec, item in pairs)
        click.echo(("\n" if number else "") + "\n".join(line for block in blocks for line in block))


def _lines(spec: Spec, normal_form: NormalForm, terminal: Terminal) -> Iterator[str]:
    shown = UNDEFINED if normal_form.normal is None else show(normal_form.normal)
    yield f"{terminal.strong(label_of(spec))}{GAP}{shown}"
    if normal_form.normal is None:
        reason = normal_form.provision or "the standard defines no normal form"
        yield f"{GAP}{reason}"
    yield from rewriting_lines(normal_form.steps, terminal)
