"""When two URIs are the same: pairs of URIs, and URIs in normal form."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from hexapla.comparison.operations import compare_equivalence, normalize
from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Columns, Origin, origin_of
from hexapla_site.data.table import Table, as_json
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.grouping import groups_in, pattern_of

SIGNS = {Sameness.SAME: "=", Sameness.DIFFERENT: "≠", Sameness.UNDECIDED: "?"}


@attrs.frozen
class UriPair:
    """Two URIs, and what each column says of their being the same.

    `pattern` groups the columns that say same, and those that say different (see
    `hexapla_site.report.grouping`); one that leaves it undecided is in no group.
    """

    left: str
    right: str
    origin: Origin
    results: tuple[Equivalence, ...]
    pattern: str

    @property
    def differ(self) -> bool:
        """Whether one column calls the same what another calls different."""
        return len(groups_in(self.pattern)) > 1


@attrs.frozen
class EquivalenceTopic:
    """Pairs that are about the same question."""

    id: str
    heading: str
    note: str
    pairs: tuple[UriPair, ...]


@attrs.frozen
class Normal:
    """A URI, and its normal form in each column."""

    text: str
    origin: Origin
    results: tuple[NormalForm, ...]


def topics(site: Site) -> tuple[EquivalenceTopic, ...]:
    """Ask each column of each pair whether the two are the same."""
    return tuple(
        EquivalenceTopic(
            row["id"],
            row["heading"],
            row["note"],
            tuple(_pair(pair, site.columns) for pair in row["pairs"]),
        )
        for row in operation_examples.read_examples()["equivalence"]
    )


def _pair(row: Mapping[str, Any], columns: Columns) -> UriPair:
    results = compare_equivalence(row["left"], row["right"], columns)
    verdicts = [None if item.verdict is Sameness.UNDECIDED else item.verdict for item in results]
    origin = origin_of(row, columns)
    return UriPair(row["left"], row["right"], origin, results, pattern_of(verdicts))


def normal_forms(site: Site) -> tuple[Normal, ...]:
    """Return the URIs in each column's normal form."""
    return tuple(
        Normal(
            row["text"],
            origin_of(row, site.columns),
            tuple(normalize(spec, row["text"]) for spec in site.columns),
        )
        for row in operation_examples.read_examples()["normal_forms"]
    )


def rewriting_provisions(spec: Spec) -> tuple[Provision, ...]:
    """Return what a standard lets be written differently, each provision once, in its order."""
    rewritings = spec.equivalence.rewritings() if spec.equivalence is not None else ()
    return tuple(dict.fromkeys(item.provision for item in rewritings))


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "topics": site.once(topics),
        "normals": site.once(normal_forms),
        "verdict_signs": SIGNS,
        "rewriting_provisions": rewriting_provisions,
    }
    yield Page("equivalence.html", "equivalence.html", context)


def _equivalence(site: Site) -> Table:
    rows = tuple(
        (pair.left, pair.right, topic.id, *(item.verdict.value for item in pair.results))
        for topic in site.once(topics)
        for pair in topic.pairs
    )
    columns = ("left", "right", "topic", *(spec.id for spec in site.columns))
    return Table(
        "equivalence", "Pairs of URIs, and which columns call them the same.", columns, rows
    )


def _normal_table(site: Site) -> Table:
    rows = tuple(
        (row.text, *as_json(*(item.normal for item in row.results)))
        for row in site.once(normal_forms)
    )
    about = "URIs in each column's normal form, as JSON; null where the standard defines none."
    return Table("normal-forms", about, ("text", *(spec.id for spec in site.columns)), rows)


def _tables(site: Site) -> Iterator[Table]:
    yield _equivalence(site)
    yield _normal_table(site)


KIND = PageKind("equivalence", "equivalence.html", _pages, "Equivalence", tables=_tables)
