"""A corpus as a page: what its summary says, with examples as the columns resolve them now."""

from collections.abc import Mapping
from pathlib import Path

from hexapla.comparison.cause_key import FACETS, TARGET, CauseKey, title_of
from hexapla.comparison.comparison import compare
from hexapla.comparison.facet import Facet
from hexapla.corpus.summary import CauseExamples, Summary
from hexapla.standard.spec import Spec
from hexapla_site.output import write_report_page

Shown = tuple[str, str, str, Facet, int]
"""What a pair stands for, its base and reference, what columns make of it, and its number or 0."""


def write_report(summary: Summary, directory: Path) -> None:
    """Write a page that shows a summary, and what it needs, into a folder.

    Raises:
        OSError: The page can't be written.
    """
    specs = summary.specs.specs
    context = {
        "summary": summary,
        "facets": [(name, _meetings(summary, name)) for name in reversed(FACETS)],
        "causes": [
            (key, title_of(key, specs), examples.rows, *_shown(key, examples, specs))
            for key, examples in summary.by_frequency()
        ],
        "counts": (
            ("Outcomes", summary.outcomes),
            ("Choices consulted", summary.choices),
            ("Targets parsed again", summary.parsed_again),
        ),
    }
    write_report_page(directory, specs, "corpus.html", context)


def _meetings(summary: Summary, facet: str) -> Mapping[tuple[str, str], Mapping[str, int]]:
    """Return how often each pair of columns agrees, by the two in either order."""
    meetings = summary.meetings(facet)
    return {**meetings, **{(right, left): each for (left, right), each in meetings.items()}}


def _shown(
    key: CauseKey, examples: CauseExamples, specs: tuple[Spec, ...]
) -> tuple[Facet, list[Shown]]:
    """Return what two columns make of the smallest pair of a cause, and pairs in all columns."""
    smallest, common, rare = examples.smallest, examples.commonest, examples.rarest
    pairs = [("commonest", common, common.rows), ("rarest", rare, rare.rows)]
    if (common.base, common.reference) == (rare.base, rare.reference):
        pairs = [("commonest, rarest", common, common.rows)]
    if smallest.reference not in (common.reference, rare.reference):
        pairs.append(("smallest", smallest, 0))
    shown = [
        (label, pair.base, pair.reference, _compared(pair.base, pair.reference, key, specs), rows)
        for label, pair, rows in pairs
    ]
    two = tuple(spec for spec in specs if spec.selector in (key.left, key.right))
    return _compared(smallest.base, smallest.reference, key, two), shown


def _compared(base: str, reference: str, key: CauseKey, specs: tuple[Spec, ...]) -> Facet:
    comparison = compare(reference, base=base, specs=specs)
    return comparison.target if key.facet == TARGET else comparison.parts
