"""The command `hexapla compare`."""

from collections.abc import Iterable, Iterator

from hexapla.cli.command import argument, command
from hexapla.cli.options import base_option, json_option, readings_option, spec_option
from hexapla.cli.output import print_results, readings_text
from hexapla.cli.parameters import texts_in
from hexapla.cli.terminal import GAP, columns, faint, strong, table, wrap
from hexapla.comparison.columns import compare as compare_columns
from hexapla.comparison.compared import Comparison
from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show, verdict_text
from hexapla.comparison.rows import rows_of
from hexapla.comparison.sentence import explained
from hexapla.comparison.wording import apparatus, reasons
from hexapla.grammar.scheme_parts import SchemePart, SchemeParts
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
) -> int:
    """Compare the standards on a reference, with the cause of each difference.

    The first line shows the reference, and each result with the columns that have it. In the
    table, – stands for a component that is not there, and ∅ for an empty one.

    Exit code: 0 where the standards agree, 1 where they differ.
    """
    return print_results(
        "compare",
        (
            compare_columns(text, base=base, specs=specs, readings=readings)
            for text in texts_in(reference)
        ),
        as_json,
        lambda comparison: comparison.to_dict(),
        _comparison_text,
        lambda comparison: comparison.agrees,
    )


def _comparison_text(comparison: Comparison) -> str:
    """Return the line of all results, the table, and the causes in a sentence each."""
    shown = comparison.target or comparison.parts
    labels = [label_of(spec) for spec in comparison.specs]
    blocks = [strong(apparatus(comparison.reference, shown))]
    if comparison.base is not None:
        blocks.append(f"base{GAP}{show(comparison.base)}")
    rows = rows_of(comparison.references, comparison.validities, comparison.target)
    blocks.append(table(labels, list(rows), columns()))
    blocks.append("\n".join(reasons(comparison.target)))
    blocks += [
        wrap(explanation.text)
        for facet in comparison.facets
        for explanation in explained(cause.differences for cause in facet.causes)
    ]
    by_scheme = list(_scheme_parts(comparison))
    blocks.append("\n".join(["by its scheme", *by_scheme] if by_scheme else []))
    blocks += [readings_text(facet, comparison) for facet in comparison.facets]
    return "\n\n".join(filter(None, blocks))


def _scheme_parts(comparison: Comparison) -> Iterator[str]:
    """Yield what each spec's production for the scheme makes of an absolute reference."""
    for spec, parts in zip(comparison.specs, comparison.scheme_parts, strict=False):
        if parts.production is not None or parts.remark:
            yield f"{GAP}{label_of(spec)}{GAP}{_derived(parts)}"


def _derived(scheme_parts: SchemeParts) -> str:
    production, remark = scheme_parts.production, scheme_parts.remark
    if production is None:
        return faint(remark)
    if scheme_parts.validity.verdict is not Verdict.YES:
        return f"{production} does not derive it: {verdict_text(scheme_parts.validity)}"
    other = ""
    if scheme_parts.other_parts:
        reason = f"; {remark}" if remark else ""
        parts = _parts_text(scheme_parts.other_parts)
        other = faint(f" (its grammar also derives {parts}{reason})")
    return f"{production}: {_parts_text(scheme_parts.parts)}{other}"


def _parts_text(parts: Iterable[SchemePart]) -> str:
    return ", ".join(f"{part.name} {show(part.raw)}" for part in parts)
