"""The command `hexapla extract`."""

import sys
from typing import BinaryIO

import click

from hexapla.cli.group import json_option, print_json, spec_option, this_terminal
from hexapla.cli.terminal import Terminal, label_of, show
from hexapla.comparison.operations import compare_extraction
from hexapla.operations.extraction import ExtractedUri, Region
from hexapla.standard.spec import AnySpec
from hexapla.text.signs import UNDEFINED

_GAP = "  "


@click.command()
@click.argument("file", type=click.File("rb"), default="-")
@spec_option
@json_option
def extract(file: BinaryIO, specs: tuple[AnySpec, ...], as_json: bool) -> None:
    """Find the URIs in running text as each spec says that they are delimited.

    FILE is a text in UTF-8; standard input where none is given. Exit code: 0 where the specs find
    the same, 1 where they do not.
    """
    text = file.read().decode("utf-8", "surrogateescape")
    found = compare_extraction(text, specs)
    if as_json:
        print_json("extract", {"specs": [spec.selector for spec in specs], **found.to_dict()})
    else:
        terminal = this_terminal()
        labels = {spec.selector: label_of(spec) for spec in specs}
        for region in found.regions:
            click.echo(_region_text(region, text, labels, terminal))
        for selector in found.silent:
            click.echo(terminal.faint(f"{labels[selector]} says nothing of URIs in running text"))
    sys.exit(0 if found.agrees else 1)


def _region_text(region: Region, text: str, labels: dict[str, str], terminal: Terminal) -> str:
    line = text.count("\n", 0, region.span.start) + 1
    column = region.span.start - (text.rfind("\n", 0, region.span.start) + 1) + 1
    lines = [terminal.faint(f"{line}:{column}")]
    for selector, uris in region.extracted:
        mark = "" if region.agrees else terminal.accent("≠ ")
        shown = f"{_GAP}·{_GAP}".join(map(_uri_text, uris)) or UNDEFINED
        lines.append(f"{_GAP}{mark}{labels[selector]}{_GAP}{shown}")
    return "\n".join(lines)


def _uri_text(extracted: ExtractedUri) -> str:
    alternatives = "".join(f" or {show(text)}" for text in extracted.alternatives)
    return f"{show(extracted.uri)}{alternatives} ({extracted.wrapper})"
