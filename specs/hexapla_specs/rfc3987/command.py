"""The command `hexapla iri`."""

from collections.abc import Iterator

import click

from hexapla.cli import AGREE, DISAGREE, options
from hexapla.cli.command import argument, command
from hexapla.cli.output import echo, faint
from hexapla.standard.display import show
from hexapla.text.table import GAP
from hexapla_specs.rfc3987.mapping import Mapping, to_iri, to_uri


@command(
    "iri",
    "hexapla iri http://résumé.example.org/rosé",
    "hexapla iri http://résumé.example.org/rosé --domain-names --steps",
    "hexapla iri http://www.example.org/D%C3%BCrst --to iri",
)
@argument("text", "The IRI or, with --to iri, the URI.")
@click.option(
    "--to",
    type=click.Choice(["uri", "iri"]),
    default="uri",
    show_default=True,
    help="Kind of identifier to map the text to.",
)
@options.flag("--domain-names", "Convert domain names with ToASCII or, with --to iri, ToUnicode.")
@options.flag("--printable", 'Percent-encode space, <, >, ", {, }, |, \\, ^ and ` as well.')
@options.flag("--steps", "Show each step, with the section of RFC 3987.")
def iri(text: str, to: str, domain_names: bool, printable: bool, steps: bool) -> int:
    """Map an IRI to a URI, or a URI to an IRI, under RFC 3987.

    Exit code: 0 if the text is mapped, 1 if RFC 3987 defines no mapping for it.
    """
    if to == "uri":
        mapping = to_uri(text, domain_names=domain_names, printable=printable)
    elif printable:
        raise click.UsageError("--printable requires --to uri")
    else:
        mapping = to_iri(text, domain_names=domain_names)
    for line in _lines(mapping, steps=steps):
        echo(line)
    if mapping.mapped is None:
        return DISAGREE
    return AGREE


def _lines(mapping: Mapping, *, steps: bool) -> Iterator[str]:
    """Yield the mapped text, or the reason why mapping fails, followed by the steps."""
    if mapping.mapped is None:
        yield f"not mapped: {mapping.provision}"
    else:
        yield show(mapping.mapped)
    if not steps:
        return
    for step in mapping.steps:
        yield f"{GAP}{show(step.before)} → {show(step.after)}{GAP}{faint(str(step.provision))}"
