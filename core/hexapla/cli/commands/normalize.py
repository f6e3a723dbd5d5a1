"""The command `hexapla normalize`."""

from collections.abc import Iterator

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, spec_option, texts_in
from hexapla.cli.output import print_by_spec
from hexapla.cli.rewriting import rewriting_lines
from hexapla.cli.terminal import GAP, Terminal
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
@argument("reference", "The URI; - reads URIs from standard input, one a line.", metavar="URI")
@spec_option
@json_option
def normalize(reference: str, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Print the normal form of a URI by each standard.

    – stands where the standard defines none.
    """
    lines = None if as_json else _lines
    print_by_spec(
        "normalize", "normal_forms", texts_in(reference), specs, operations.normalize, lines
    )


def _lines(spec: Spec, normal_form: NormalForm, terminal: Terminal) -> Iterator[str]:
    shown = UNDEFINED if normal_form.normal is None else show(normal_form.normal)
    yield f"{terminal.strong(label_of(spec))}{GAP}{shown}"
    if normal_form.normal is None:
        reason = normal_form.provision or "the standard defines no normal form"
        yield f"{GAP}{reason}"
    yield from rewriting_lines(normal_form.steps, terminal)
