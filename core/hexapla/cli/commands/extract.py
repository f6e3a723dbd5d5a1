"""The command `hexapla extract`."""

import re
import sys
from bisect import bisect_right
from codecs import BOM_UTF8
from typing import BinaryIO

import click

from hexapla.cli.command import argument, command
from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.options import json_option, spec_option
from hexapla.cli.output import print_json
from hexapla.cli.parameters import BINARY_INPUT
from hexapla.cli.terminal import GAP, Terminal, echo, this_terminal
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.comparison.operations import compare_extraction
from hexapla.operations.extraction import ExtractedUri, Region
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED

# In octets: all of the text is held at once, several times.
_LONGEST_TEXT = 16 << 20


@command(
    "extract",
    "hexapla extract README.md --spec rfc1738 --spec rfc3986",
    "echo 'See <URL:http://a/b>.' | hexapla extract --json",
)
@argument(
    "file",
    "A text in UTF-8, at most 16 MiB; - is standard input, which is also read where none is given.",
    type=BINARY_INPUT,
    default="-",
)
@spec_option
@json_option
def extract(file: BinaryIO, specs: tuple[Spec, ...], as_json: bool) -> None:
    """Find the URIs in running text as each standard does.

    Exit code: 0 where the standards find the same, 1 where they do not.
    """
    octets = file.read(_LONGEST_TEXT + 1)
    if len(octets) > _LONGEST_TEXT:
        raise click.UsageError(f"the text has more than {_LONGEST_TEXT:,} octets; cut it in pieces")
    text = octets.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    comparison = compare_extraction(text, specs)
    if as_json:
        print_json("extract", {"specs": [spec.selector for spec in specs], **comparison.to_dict()})
    else:
        terminal = this_terminal()
        labels = {spec.selector: label_of(spec) for spec in specs}
        lines = [0, *(end.end() for end in re.finditer("\n", text))]
        for region in comparison.regions:
            echo(_region_text(region, lines, labels, terminal))
        for selector in comparison.silent:
            echo(terminal.faint(f"{labels[selector]} is silent about URIs in running text"))
    sys.exit(AGREE if comparison.agrees else DISAGREE)


def _region_text(
    region: Region, line_starts: list[int], labels: dict[str, str], terminal: Terminal
) -> str:
    line = bisect_right(line_starts, region.span.start)
    column = region.span.start - line_starts[line - 1] + 1
    lines = [terminal.faint(f"{line}:{column}")]
    for selector, uris in region.extracted.items():
        mark = "" if region.agrees else terminal.accent("≠ ")
        shown = f"{GAP}·{GAP}".join(map(_uri_text, uris)) or UNDEFINED
        lines.append(f"{GAP}{mark}{labels[selector]}{GAP}{shown}")
    return "\n".join(lines)


def _uri_text(extracted: ExtractedUri) -> str:
    alternatives = "".join(f" or {show(text)}" for text in extracted.alternatives)
    return f"{show(extracted.uri)}{alternatives} ({extracted.wrapper})"
