"""The command `hexapla parse`."""

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, readings_option, spec_option, texts_in
from hexapla.cli.output import print_comparisons, readings_text
from hexapla.cli.terminal import GAP, Terminal, pad, this_terminal
from hexapla.comparison.columns import compare
from hexapla.comparison.compared import Comparison
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.text.signs import UNDEFINED, width


@command(
    "parse",
    "hexapla parse 'http://a/b;c?d#e'",
    "hexapla parse '//g' --spec rfc1630 --spec rfc3986 --json",
    "printf '?y\\n;x\\n' | hexapla parse -",
)
@argument(
    "reference", "The reference; - reads references from standard input, one a line.", metavar="REF"
)
@spec_option
@readings_option
@json_option
def parse(reference: str, specs: tuple[Spec, ...], readings: str, as_json: bool) -> None:
    """Parse a reference as each standard does.

    Each component is shown with its place: the offsets of its start and its end, in code points.

    Exit code: 0 where the standards agree on the components, 1 where they differ.
    """
    terminal = this_terminal()
    print_comparisons(
        "parse",
        (compare(text, base=None, specs=specs, readings=readings) for text in texts_in(reference)),
        (lambda comparison: comparison.to_dict()) if as_json else None,
        lambda comparison: _parse_text(comparison, terminal),
        lambda comparison: comparison.parts.agrees,
    )


def _parse_text(comparison: Comparison, terminal: Terminal) -> str:
    pairs = zip(comparison.specs, comparison.references, strict=True)
    blocks = [_parsed(reference, label_of(spec), terminal) for spec, reference in pairs]
    readings = readings_text(comparison.parts, comparison, terminal)
    return "\n\n".join(filter(None, [*blocks, readings]))


def _parsed(reference: Reference, label: str, terminal: Terminal) -> str:
    lines = [f"{terminal.strong(label)}{GAP}{show(reference.text)}{GAP}{reference.form_name}"]
    first = max(map(width, reference.parts))
    for name, part in reference.parts.items():
        span = reference.spans[name]
        text = UNDEFINED if part is None or (span is None and not part) else show(part)
        place = f"{GAP}{span.start}–{span.stop}" if span is not None else ""
        lines.append(f"{GAP}{pad(name, first)}{GAP}{text}{terminal.faint(place)}")
    return "\n".join(lines)
