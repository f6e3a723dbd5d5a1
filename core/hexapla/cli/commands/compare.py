"""The command `hexapla compare`."""

from collections.abc import Iterable

from hexapla.cli.command import argument, command
from hexapla.cli.options import base_option, json_option, readings_option, spec_option, texts_in
from hexapla.cli.output import print_comparisons, readings_text
from hexapla.cli.terminal import GAP, Terminal, table, this_terminal
from hexapla.comparison.columns import compare as compare_columns
from hexapla.comparison.compared import Comparison
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show, verdict_text
from hexapla.comparison.rows import rows_of
from hexapla.comparison.sentence import explained
from hexapla.comparison.wording import apparatus, reasons
from hexapla.grammar.scheme_parts import SchemePart
from hexapla.grammar.validity import Verdict
from hexapla.standard.spec import Spec


@command(
    "compare",
    "hexapla compare '../../../g' --base 'http://a/b/c/d;p?q'",
    "hexapla compare '?y' --base http://a/b --spec rfc1808 --spec 'rfc2396[excess-dots=remove]'",
    "hexapla compare 'g;x' --readings all --json",
)
@argument(
    "reference", "The reference; - reads references from standard input, one a line.", metavar="REF"
)
@base_option("without it only validity and parts are compared")
@spec_option
@readings_option
@json_option
def compare(
    reference: str, base: str | None, specs: tuple[Spec, ...], readings: str, as_json: bool
) -> None:
    """Compare the standards on a reference, with the cause of each difference.

    The first line shows the reference, and each result with the columns that have it. In the
    table, – stands for a component that is not there, and ∅ for an empty one.

    Exit code: 0 where the standards agree, 1 where they differ.
    """
    terminal = this_terminal()
    print_comparisons(
        "compare",
        (
            compare_columns(text, base=base, specs=specs, readings=readings)
            for text in texts_in(reference)
        ),
        (lambda comparison: comparison.to_dict()) if as_json else None,
        lambda comparison: _comparison_text(comparison, terminal),
        lambda comparison: comparison.agrees,
    )


def _comparison_text(comparison: Comparison, terminal: Terminal) -> str:
    """Return the line of all results, the table, and the causes in a sentence each."""
    shown = comparison.target or comparison.parts
    labels = [label_of(spec) for spec in comparison.specs]
    blocks = [terminal.strong(apparatus(comparison.reference, shown))]
    if comparison.base is not None:
        blocks.append(f"base{GAP}{show(comparison.base)}")
    rows = rows_of(comparison.references, comparison.validities, comparison.target)
    blocks.append(table(labels, list(rows), terminal))
    blocks.append("\n".join(reasons(comparison.target)))
    blocks += [
        terminal.wrap(explanation.text)
        for facet in comparison.facets
        for explanation in explained(cause.differences for cause in facet.causes)
    ]
    blocks.append("\n".join(_scheme_parts(comparison, terminal)))
    blocks += [readings_text(facet, comparison, terminal) for facet in comparison.facets]
    return "\n\n".join(filter(None, blocks))


def _scheme_parts(comparison: Comparison, terminal: Terminal) -> Iterable[str]:
    """Yield what each spec's production for the scheme makes of an absolute reference."""
    lines = []
    for spec, scheme_parts in zip(comparison.specs, comparison.scheme_parts, strict=False):
        if scheme_parts.production is None and not scheme_parts.remark:
            continue
        if scheme_parts.production is None:
            said = terminal.faint(scheme_parts.remark)
        elif scheme_parts.validity.verdict is Verdict.YES:
            said = f"{scheme_parts.production}: {_parts_text(scheme_parts.parts)}"
            if scheme_parts.other_parts:
                other = _parts_text(scheme_parts.other_parts)
                reason = f"; {scheme_parts.remark}" if scheme_parts.remark else ""
                said += terminal.faint(f" (its grammar also derives {other}{reason})")
        else:
            verdict = verdict_text(scheme_parts.validity)
            said = f"{scheme_parts.production} does not derive it: {verdict}"
        lines.append(f"{GAP}{label_of(spec)}{GAP}{said}")
    return ["by its scheme", *lines] if lines else []


def _parts_text(parts: Iterable[SchemePart]) -> str:
    return ", ".join(f"{part.name} {show(part.raw)}" for part in parts)
