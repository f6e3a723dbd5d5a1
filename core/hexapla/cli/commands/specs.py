"""The command `hexapla specs`."""

from collections.abc import Iterable

import hexapla
from hexapla.cli.command import command
from hexapla.cli.options import json_option
from hexapla.cli.output import print_json
from hexapla.cli.terminal import GAP, Terminal, echo, this_terminal
from hexapla.comparison.naming import published
from hexapla.standard.spec import Spec


@command("specs", "hexapla specs", "hexapla specs --json")
@json_option
def specs(as_json: bool) -> None:
    """List the standards, with their components and readings.

    The id of each names a column for --spec. A reading is a choice that a standard leaves open, or
    a place where it contradicts itself. rfc2396[excess-dots=remove] takes an option; the first
    option listed is the default.
    """
    installed = hexapla.specs()
    if as_json:
        print_json("specs", {"specs": [spec.to_dict() for spec in installed]})
    else:
        echo(_specs_text(installed, this_terminal()))


def _specs_text(installed: Iterable[Spec], terminal: Terminal) -> str:
    blocks = []
    for spec in installed:
        lines = [
            f"{terminal.strong(spec.id)}{GAP}{spec.title}, {published(spec)}",
            f"{GAP}{spec.url}",
            f"{GAP}components: {', '.join(spec.component_names)}",
        ]
        lines += [
            f"{GAP}{reading.name}={'|'.join(reading.options)}{GAP}"
            + terminal.faint(reading.question)
            for reading in spec.readings
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
