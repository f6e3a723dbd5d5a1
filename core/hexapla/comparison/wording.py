"""Comparisons put into a line, and why a column gives no URI.

Nothing here knows where the words are shown, on a terminal, on a page or in a test's report.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexapla.comparison.facet import Facet
from hexapla.comparison.naming import label_of, siglum_of
from hexapla.comparison.one_line import GAP, show, target_text
from hexapla.standard.phases import has_rule

if TYPE_CHECKING:
    from hexapla.comparison.compared import Comparison


def apparatus(comparison: "Comparison", facet: Facet | None = None, sign: str = "]") -> str:
    """Return a comparison in one line: the reference, then each result with its columns.

    Args:
        comparison: What is put into a line.
        facet: The facet whose results are shown; by default the target, or the parts where there
            is no base.
        sign: What stands behind the reference.
    """
    sigla = {spec.selector: siglum_of(spec) for spec in comparison.specs}
    facet = facet or comparison.target or comparison.parts
    resolutions = comparison.resolutions if facet is comparison.target else ()
    shown = {item.spec.selector: target_text(item.target) for item in resolutions}
    results = (
        f"{shown.get(group.specs[0], group.text)}{GAP}"
        + " ".join(sigla[selector] for selector in group.specs)
        for group in facet.groups
    )
    told = filter(None, (f"{GAP}·{GAP}".join(results), no_rule_text(comparison, facet)))
    return f"{show(comparison.reference)} {sign}{GAP}{GAP.join(told)}"


def reasons(comparison: "Comparison") -> Iterator[str]:
    """Yield, for each column that resolves to no URI, a line that says why."""
    for spec, resolution in zip(comparison.specs, comparison.resolutions, strict=False):
        if resolution.reason is not None:
            how = target_text(resolution.target) if has_rule(resolution.target) else HAS_NO_RULE
            yield f"{label_of(spec)} {how}: {resolution.reason}"


# Columns without a rule.

HAS_NO_RULE = "has no rule for this input"


def no_rule_text(comparison: "Comparison", facet: Facet) -> str:
    """Return the silent columns of a facet, in brackets; "" for none.

    For a target they have no rule; for parts and validity there may be other reasons.
    """
    sigla = [siglum_of(spec) for spec in comparison.specs if spec.selector in facet.silent]
    return told_once(sigla, "no rule" if facet is comparison.target else "silent")


def told_once(sigla: Iterable[str], why: str = "no rule") -> str:
    """Return columns that are in no group as they stand in a line; "" for none."""
    together = " ".join(sigla)
    return together and f"({together}: {why})"
