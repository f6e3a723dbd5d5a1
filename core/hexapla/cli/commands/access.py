"""The command `hexapla access`."""

from collections.abc import Iterator

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, spec_option, texts_in
from hexapla.cli.output import print_by_spec
from hexapla.cli.terminal import GAP, Terminal
from hexapla.comparison import operations
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.operations.access import CommandSequence
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED


@command(
    "access",
    "hexapla access 'ftp://host.example/%2Fetc/motd' --spec rfc1738",
    "hexapla access 'ftp://host.example/pub/' --spec rfc1630 --spec rfc1738 --json",
)
@argument("url", "The URL; - reads URLs from standard input, one a line.", metavar="URL")
@spec_option
@json_option
def access(url: str, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Print the commands by which each standard has a client access a URL.

    An argument that the URL does not give is left out. – stands where the standard gives no
    commands for the URL.
    """
    lines = None if as_json else _lines
    print_by_spec("access", "sequences", texts_in(url), specs, operations.access, lines)


def _lines(spec: Spec, sequence: CommandSequence, terminal: Terminal) -> Iterator[str]:
    place = UNDEFINED
    if sequence.host is not None:
        port = f", port {sequence.port}" if sequence.port else ", the default port"
        place = f"host {show(sequence.host)}{port}"
    yield f"{terminal.strong(label_of(spec))}{GAP}{place}"
    for item in sequence.commands:
        argument = "" if item.argument is None else f" {show(item.argument)}"
        request = " (on request)" if item.on_request else ""
        yield f"{GAP}{item.name}{argument}{request}{GAP}{terminal.faint(str(item.provision))}"
