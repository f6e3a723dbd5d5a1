"""The command `hexapla specs`."""

import hexapla
from hexapla.cli import options
from hexapla.cli.command import command
from hexapla.cli.output import print_json
from hexapla.cli.terminal import GAP, echo, faint, strong
from hexapla.comparison.display import published
from hexapla.standard.spec import Spec


@command("specs", "hexapla specs", "hexapla specs --json")
@options.json
def specs(as_json: bool) -> None:
    """List the standards, with their components and readings.

    The id of each names it for --spec. A reading is a choice that a standard leaves open, or a
    place where it contradicts itself. rfc2396[excess-dots=remove] takes an option; the first option
    listed is the default.
    """
    if as_json:
        print_json("specs", {"specs": [spec.to_dict() for spec in hexapla.specs()]})
    else:
        echo("\n\n".join(map(_spec_text, hexapla.specs())))


def _spec_text(spec: Spec) -> str:
    lines = [
        f"{strong(spec.id)}{GAP}{spec.title}, {published(spec)}",
        f"{GAP}{spec.url}",
        f"{GAP}components: {', '.join(spec.component_names)}",
    ]
    for reading in spec.readings:
        options = f"{reading.name}={'|'.join(reading.options)}"
        lines.append(f"{GAP}{options}{GAP}{faint(reading.question)}")
    return "\n".join(lines)
