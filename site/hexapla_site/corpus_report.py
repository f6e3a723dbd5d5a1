"""A page about a corpus, with its summary and with examples that are resolved again."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import attrs

from hexapla.comparison.cause_key import FACETS, TARGET, CauseKey, title_of
from hexapla.comparison.comparison import compare
from hexapla.comparison.facet import Facet
from hexapla.corpus.summary import CauseExamples, Summary
from hexapla.standard.spec import Spec
from hexapla_site.output import write_report_page
from hexapla_site.report.case import specs_named

Meetings = Mapping[tuple[str, str], Mapping[str, int]]
"""How often any two standards agree, keyed by their selectors, in either order."""


class FacetMeetings(NamedTuple):
    """The name of a facet, and how often any two standards agree on the facet."""

    name: str
    meetings: Meetings


class ShownPair(NamedTuple):
    """A base and a reference that are an example of a cause.

    Attributes:
        label: The reason why the pair was chosen, such as `smallest`.
        base: The base.
        reference: The reference.
        facet: The results of all standards for the pair.
        rows: The number of rows with the same reference; 0 if unknown.
    """

    label: str
    base: str
    reference: str
    facet: Facet
    rows: int


@attrs.frozen
class ShownCause:
    """A cause in a corpus.

    Attributes:
        key: The cause.
        title: The title of the cause.
        rows: The number of rows that show the cause.
        facet: The results of the cause's two standards for the smallest pair.
        pairs: Examples of the cause.
    """

    key: CauseKey
    title: str
    rows: int
    facet: Facet
    pairs: Sequence[ShownPair]


class Counts(NamedTuple):
    """A title, and counts of rows, keyed by a standard's selector and the name of the count."""

    title: str
    counts: Mapping[tuple[str, str], int]


@attrs.frozen
class CorpusContext:
    """The content of the page."""

    summary: Summary
    facets: Sequence[FacetMeetings]
    causes: Sequence[ShownCause]
    counts: Sequence[Counts]


def write_report(summary: Summary, directory: Path) -> None:
    """Write a page about a summary, and the files that the page needs, to a folder.

    Raises:
        ForeignFolderError: The folder is not empty, and doesn't contain a report.
        RunError: The folder can't be replaced, or another process is writing to it.
        OSError: The page can't be written.
    """
    specs = summary.specs.specs
    counts = (
        Counts("Outcomes", summary.outcomes),
        Counts("Choices consulted", summary.choices),
        Counts("Targets parsed again", summary.parsed_again),
    )
    context = CorpusContext(
        summary=summary,
        facets=[FacetMeetings(name, _meetings(summary, name)) for name in reversed(FACETS)],
        causes=[_shown(key, examples, specs) for key, examples in summary.by_frequency()],
        counts=[item for item in counts if item.counts],
    )
    write_report_page(directory, specs, "corpus.html", context)


def _meetings(summary: Summary, facet: str) -> Meetings:
    meetings = summary.meetings(facet)
    return {**meetings, **{(right, left): each for (left, right), each in meetings.items()}}


def _shown(key: CauseKey, examples: CauseExamples, specs: tuple[Spec, ...]) -> ShownCause:
    smallest, common, rare = examples.smallest, examples.commonest, examples.rarest
    pairs = [("commonest", common, common.rows), ("rarest", rare, rare.rows)]
    if (common.base, common.reference) == (rare.base, rare.reference):
        pairs = [("commonest, rarest", common, common.rows)]
    if smallest.reference not in (common.reference, rare.reference):
        pairs.append(("smallest", smallest, 0))
    shown = []
    for label, pair, rows in pairs:
        facet = _compared(pair.base, pair.reference, key, specs)
        shown.append(ShownPair(label, pair.base, pair.reference, facet, rows))
    two = specs_named((key.left, key.right), specs)
    of_two = _compared(smallest.base, smallest.reference, key, two)
    return ShownCause(key, title_of(key, specs), examples.rows, of_two, shown)


def _compared(base: str, reference: str, key: CauseKey, specs: tuple[Spec, ...]) -> Facet:
    comparison = compare(reference, base=base, specs=specs)
    return comparison.target if key.facet == TARGET else comparison.parts
