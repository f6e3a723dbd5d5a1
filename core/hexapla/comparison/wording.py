"""Comparisons put into a line, and why a column gives no URI.

Nothing here knows where the words are shown, on a terminal, on a page or in a test's report.
"""

from collections.abc import Iterable, Iterator

from hexapla.comparison.facet import Facet, TargetFacet
from hexapla.comparison.naming import label_of, siglum_of
from hexapla.comparison.one_line import GAP, show, target_text
from hexapla.standard.phases import NoUri, has_rule


def apparatus(reference: str, facet: Facet, sign: str = "]") -> str:
    """Return a comparison in one line: the reference, then each result with its columns.

    Args:
        reference: The reference that is compared.
        facet: The facet whose results are shown.
        sign: What stands behind the reference.
    """
    sigla = {spec.selector: siglum_of(spec) for spec in facet.columns}
    targets = map(target_text, facet.targets) if isinstance(facet, TargetFacet) else ()
    shown = dict(zip(sigla, targets, strict=False))
    results = (
        f"{shown.get(group.specs[0], group.text)}{GAP}"
        + " ".join(sigla[selector] for selector in group.specs)
        for group in facet.groups
    )
    told = filter(None, (f"{GAP}·{GAP}".join(results), no_rule_text(facet)))
    return f"{show(reference)} {sign}{GAP}{GAP.join(told)}"


def reasons(facet: TargetFacet | None) -> Iterator[str]:
    """Yield why columns resolve to no URI, a line for each, and why no causes are looked for.

    Args:
        facet: What columns resolve to; None where there is no base.
    """
    if facet is None:
        return
    for spec, target in zip(facet.columns, facet.targets, strict=True):
        if isinstance(target, NoUri) and target.reason is not None:
            how = target_text(target) if has_rule(target) else HAS_NO_RULE
            yield f"{label_of(spec)} {how}: {target.reason}"
    if facet.unexplained is not None:
        yield f"{facet.unexplained[0].upper()}{facet.unexplained[1:]}."


# Columns without a rule.

HAS_NO_RULE = "has no rule for this input"


def no_rule_text(facet: Facet) -> str:
    """Return the silent columns of a facet, in brackets; "" for none.

    For a target they have no rule; for parts and validity there may be other reasons.
    """
    sigla = [siglum_of(spec) for spec in facet.columns if spec.selector in facet.silent]
    return told_once(sigla, "no rule" if isinstance(facet, TargetFacet) else "silent")


def told_once(sigla: Iterable[str], why: str = "no rule") -> str:
    """Return columns that are in no group as they stand in a line; "" for none."""
    together = " ".join(sigla)
    return together and f"({together}: {why})"
