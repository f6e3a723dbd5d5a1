"""The command `hexapla parse`."""

from hexapla.cli.command import argument, command
from hexapla.cli.options import json_option, readings_option, spec_option
from hexapla.cli.output import print_results, readings_text
from hexapla.cli.parameters import texts_in
from hexapla.cli.terminal import GAP, faint, pad, strong
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
def parse(reference: str, specs: tuple[Spec, ...], readings: str, as_json: bool) -> int:
    """Parse a reference as each standard does.

    Each component is shown with its place: the offsets of its start and its end, in code points.

    Exit code: 0 where the standards agree on the components, 1 where they differ.
    """
    return print_results(
        "parse",
        (compare(text, base=None, specs=specs, readings=readings) for text in texts_in(reference)),
        as_json,
        lambda comparison: comparison.to_dict(),
        _parse_text,
        lambda comparison: comparison.parts.agrees,
    )


def _parse_text(comparison: Comparison) -> str:
    blocks = map(_parsed, comparison.specs, comparison.references)
    return "\n\n".join(filter(None, [*blocks, readings_text(comparison.parts, comparison)]))


def _parsed(spec: Spec, reference: Reference) -> str:
    lines = [f"{strong(label_of(spec))}{GAP}{show(reference.text)}{GAP}{reference.form_name}"]
    first = max(map(width, reference.parts))
    for name, part in reference.parts.items():
        span = reference.spans[name]
        text = UNDEFINED if part is None or (span is None and not part) else show(part)
        place = f"{GAP}{span.start}–{span.stop}" if span is not None else ""
        lines.append(f"{GAP}{pad(name, first)}{GAP}{text}{faint(place)}")
    return "\n".join(lines)
