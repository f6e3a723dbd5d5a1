"""Comparisons put into a line, and why a column gives no URI.

Nothing here knows where the words are shown, on a terminal, on a page or in a test's report.
"""

from collections.abc import Iterator

from hexapla.comparison.compared import Comparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.naming import label_of, siglum_of
from hexapla.comparison.one_line import GAP, show, target_text


def apparatus(comparison: Comparison, facet: Facet | None = None) -> str:
    """Return a comparison in one line: the reference, then each result with its columns.

    Args:
        comparison: What is put into a line.
        facet: The facet whose results are shown; by default the target, or the parts where there
            is no base.
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
    return f"{show(comparison.reference)} ]{GAP}{f'{GAP}·{GAP}'.join(results)}"


def reasons(comparison: Comparison) -> Iterator[str]:
    """Yield, for each column that resolves to no URI, a line that says why."""
    for spec, resolution in zip(comparison.specs, comparison.resolutions, strict=False):
        if resolution.reason is not None:
            yield f"{label_of(spec)} {target_text(resolution.target)}: {resolution.reason}"
