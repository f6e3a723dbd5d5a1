"""The command `hexapla unescape`."""

import sys
from collections.abc import Iterator

from hexapla.cli.command import argument, command
from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.options import json_option, spec_option, texts_in
from hexapla.cli.output import form_by_spec, print_json, text_by_spec
from hexapla.cli.terminal import GAP, Terminal, echo
from hexapla.comparison import operations
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.operations.escaping import Unescaped
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED


@command(
    "unescape",
    "hexapla unescape 'caf%C3%A9'",
    "hexapla unescape 'a%zz' --spec rfc3986",
    "printf '%%41\\n%%2F\\n' | hexapla unescape - --json",
)
@argument("text", "The text; - reads texts from standard input, one a line.")
@spec_option
@json_option
def unescape(text: str, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Read the escape sequences of a text as each standard does.

    They are read once, and not a second time.

    Exit code: 0 where all sequences are well formed, 1 where one is not.
    """
    well_formed = True
    for line in texts_in(text):
        unescaped = [operations.unescape(spec, line) for spec in specs]
        well_formed &= not any(item.malformed for item in unescaped)
        if as_json:
            print_json("unescape", form_by_spec("unescaped", line, specs, unescaped))
        else:
            echo(text_by_spec(specs, unescaped, _lines))
    sys.exit(AGREE if well_formed else DISAGREE)


def _lines(spec: Spec, unescaped: Unescaped, terminal: Terminal) -> Iterator[str]:
    octets = "" if unescaped.octets is None else unescaped.octets.hex(" ")
    shown = UNDEFINED if unescaped.text is None else show(unescaped.text)
    yield f"{terminal.strong(label_of(spec))}{GAP}{shown}{GAP}{terminal.faint(octets)}"
    for bad in unescaped.malformed:
        yield f"{GAP}at {bad.offset}, {show(bad.text)}: {bad.provision}"
