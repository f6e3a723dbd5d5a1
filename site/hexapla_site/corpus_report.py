"""A corpus as a page: what its summary says, with examples as the columns resolve them now."""

from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.comparison.cause_key import FACETS, TARGET, CauseKey, title_of
from hexapla.comparison.columns import compare
from hexapla.comparison.facet import Facet
from hexapla.comparison.grouping import Groups
from hexapla.corpus.summary import CauseExamples, Meeting, Summary
from hexapla.standard.spec import Spec
from hexapla_site.report_page import report_environment, write_report_page

_TITLES = {"valid": "Validity", "parts": "Parts", TARGET: "Targets"}


@attrs.frozen
class Shown:
    """A pair as the page shows it: with what each group of columns makes of it.

    `label` says what it stands for, `rows` how often it was seen, in words.
    """

    label: str
    base: str
    reference: str
    facet: Facet
    rows: str = ""


@attrs.frozen
class CauseRow:
    """A cause with the pairs that stand for it, and what its two columns make of the smallest."""

    key: CauseKey
    rows: int
    left: Spec
    right: Spec
    facet: Facet
    shown: tuple[Shown, ...]

    @property
    def title(self) -> str:
        """What happens by the two rules, in a line."""
        return title_of(self.key, (self.left, self.right))


@attrs.frozen
class CountedFacet:
    """A facet: which columns agree in how many rows, and how often each pair does."""

    name: str
    title: str
    differing: int
    groupings: tuple[tuple[Groups, int], ...]
    meetings: Mapping[tuple[str, str], Meeting]


def write_report(summary: Summary, directory: Path) -> None:
    """Write a page that shows a summary, and what it needs, into a folder.

    Raises:
        OSError: The page can't be written.
    """
    context = {
        "summary": summary,
        "facets": [_facet(summary, name) for name in reversed(FACETS)],
        "causes": [_cause(summary, key, of_key) for key, of_key in summary.by_frequency()],
        "counts": (("Outcomes", summary.outcomes), ("Choices touched", summary.choices)),
    }
    environment = report_environment(summary.specs.specs)
    write_report_page(directory, environment, "corpus.html", context)


def _facet(summary: Summary, name: str) -> CountedFacet:
    meetings: dict[tuple[str, str], Meeting] = {}
    for meeting in summary.meetings(name):
        meetings[meeting.left, meeting.right] = meetings[meeting.right, meeting.left] = meeting
    groupings = summary.groupings_of(name)
    return CountedFacet(name, _TITLES[name], summary.differing(name), groupings, meetings)


def _cause(summary: Summary, key: CauseKey, examples: CauseExamples) -> CauseRow:
    specs = {spec.selector: spec for spec in summary.specs.specs}
    left, right = specs[key.left], specs[key.right]
    smallest = examples.smallest
    comparison = compare(smallest.reference, base=smallest.base, specs=(left, right))
    facet = comparison.target if key.facet == TARGET else comparison.parts
    return CauseRow(
        key, examples.rows, left, right, facet, tuple(_shown(summary, key.facet, examples))
    )


def _shown(summary: Summary, facet: str, examples: CauseExamples) -> list[Shown]:
    """Return the pairs that stand for a cause, each once, as the columns have them."""
    pairs: dict[tuple[str, str], Shown] = {}
    for label, example in (("commonest", examples.commonest), ("rarest", examples.rarest)):
        rows = "1 row" if example.rows == 1 else f"{example.rows:,} rows"
        pair = example.base, example.reference
        before = pairs.get(pair)
        pairs[pair] = _pair(
            summary, facet, f"{before.label}, {label}" if before else label, *pair, rows
        )
    smallest = attrs.astuple(examples.smallest)
    if smallest[1] not in {reference for _, reference in pairs}:
        pairs[smallest] = _pair(summary, facet, "smallest", *smallest)
    return list(pairs.values())


def _pair(
    summary: Summary, facet: str, label: str, base: str, reference: str, rows: str = ""
) -> Shown:
    comparison = compare(reference, base=base, specs=summary.specs.specs)
    assert comparison.target is not None
    compared = comparison.target if facet == TARGET else comparison.parts
    return Shown(label, base, reference, compared, rows)
