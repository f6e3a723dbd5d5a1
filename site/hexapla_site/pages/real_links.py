"""Links in the wild: how standards differ on the links in documentation packages."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

import attrs

from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.comparison.comparison import compare
from hexapla.comparison.facets import TargetFacet
from hexapla.standard.spec import Spec
from hexapla_site.data.real_links import (
    CountedCause,
    DifferenceToday,
    LinkExample,
    RealLinks,
    read_real_links,
)
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.pages.catalogue import classes_by_cause
from hexapla_site.pages.explanations import Explanations, Topic, explanations_of, topic_of_id
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.url_standard_changes import AS_OF
from hexapla_site.report.report import CauseWithCases

ADDRESS = "links-in-the-wild.html"


@attrs.frozen
class DifferingLinks:
    """Links whose targets differ because of the same causes.

    Attributes:
        links: The number of links.
        causes: The causes.
        example: The smallest link.
        target: The smallest link's target under each standard.
        topics: The explanations of the causes; the one that covers the most causes comes first.
    """

    links: int
    causes: Sequence[CauseKey]
    example: LinkExample
    target: TargetFacet
    topics: Sequence[Topic]


@attrs.frozen
class CountedPair:
    """Two standards, with the numbers of links on which they agree and differ.

    Attributes:
        left: The earlier standard.
        right: The later standard.
        all: The counts for all links.
        others: The counts for links that don't begin with `#`.
    """

    left: Spec
    right: Spec
    all: Mapping[str, int]
    others: Mapping[str, int]


@attrs.frozen
class RealLinksContext:
    """The content of the page.

    Attributes:
        counted: The counts.
        reports: The causes that make targets differ in the site's cases.
        pairs: How often any two standards differ.
        kinds: The links whose targets differ, grouped by causes.
        explanations: The topics with a page.
        causes: The causes that make targets of the links differ.
        unseen: The causes in the site's cases that occur in no link.
        catalogued: The causes that make targets differ in the catalogue.
        seen: The causes in `catalogued` that occur in links.
        readings: The effects of each option of a reading.
        dates: How the results change with the date of the URL Standard.
    """

    counted: RealLinks
    reports: Mapping[CauseKey, CauseWithCases]
    pairs: Sequence[CountedPair]
    kinds: Sequence[DifferingLinks]
    explanations: Explanations
    causes: Sequence[CountedCause]
    unseen: Sequence[CauseWithCases]
    catalogued: Set[CauseKey]
    seen: Set[CauseKey]
    readings: Sequence[Mapping[str, Any]]
    dates: Sequence[Mapping[str, Any]]


def pairs_of(counted: RealLinks, columns: tuple[Spec, ...]) -> list[CountedPair]:
    """Return each pair of standards; pairs that differ on a larger share of links come first."""
    by_selector = {spec.selector: spec for spec in columns}
    every = counted.facts["facets"]["target"]["pairs"]
    others = counted.facts["facets_of_others"]["target"]["pairs"]
    pairs = []
    for item, other in zip(every, others, strict=True):
        names = item["left"], item["right"]
        assert names == (other["left"], other["right"])
        if by_selector.keys() >= {*names}:
            left, right = map(by_selector.__getitem__, names)
            pairs.append(CountedPair(left, right, item, other))
    return sorted(pairs, key=lambda pair: (-_differing_part(pair.all), pair.left.id))


def _differing_part(count: Mapping[str, int]) -> float:
    """Return the share of differing links among the links for which both standards have a rule."""
    return count["differ"] / ((count["agree"] + count["differ"]) or 1)


def differing_links(counted: RealLinks, columns: tuple[Spec, ...]) -> list[DifferingLinks]:
    """Return the kinds of links whose targets differ, most frequent first."""
    kinds: list[DifferingLinks] = []
    for pattern in counted.facts["patterns"]:
        causes = []
        for number in pattern["causes"]:
            key = counted.causes[number].key
            if key.facet == TARGET:
                causes.append(key)
        if causes:
            example = counted.example(pattern["example"])
            target = compare(example.reference, base=example.base, specs=columns).target
            topics = topics_of(causes)
            kinds.append(DifferingLinks(pattern["links"], tuple(causes), example, target, topics))
    return kinds


def topics_of(causes: Iterable[CauseKey]) -> tuple[Topic, ...]:
    """Return the explanations of causes; the one that covers the most causes comes first."""
    topics = Counter(topic_of_id(key.name) for key in causes)
    return tuple(topic for topic, _ in topics.most_common() if topic is not None)


def _pages(site: Site) -> Iterator[Page]:
    counted = read_real_links()
    reports = {cause.key: cause for cause in site.report.causes if cause.key.facet == TARGET}
    causes = [cause for cause in counted.causes if cause.key.facet == TARGET]
    seen = {cause.key for cause in causes}
    catalogued = {key for key in site.once(classes_by_cause) if key.facet == TARGET}
    unseen = [report for key, report in reports.items() if key not in seen]
    readings: list[Mapping[str, Any]] = []
    dates: list[Mapping[str, Any]] = []
    for item in counted.facts["readings"]:
        listed = dates if item["reading"] == AS_OF else readings
        listed.append(item)
    context = RealLinksContext(
        counted=counted,
        reports=reports,
        pairs=pairs_of(counted, site.columns),
        kinds=differing_links(counted, site.columns),
        explanations=site.once(explanations_of),
        causes=causes,
        unseen=unseen,
        catalogued=catalogued,
        seen=catalogued & seen,
        readings=readings,
        dates=dates,
    )
    yield Page(ADDRESS, "real-links.html", context)


_COUNTED = ("packages", "pages", "links", "valid", "parts", "target", "since", "today")
"""The names of the counts for each generator."""
_PACKAGE = ("name", "version", "path", "sha256", "pages", "links")
"""The names of the facts about each package."""


def _tables(site: Site) -> Iterator[Table]:
    counted = read_real_links()
    by_class = map(_class_row, differing_links(counted, site.columns))
    yield table_of("real-links-by-generator", map(_generator_row, counted.facts["generators"]))
    yield table_of("real-links-by-cause", map(_cause_row, counted.causes))
    yield table_of("real-links-by-class", by_class)
    yield table_of("real-links-today", map(_today_row, counted.today))
    yield table_of("real-links-packages", map(_package_row, counted.facts["packages"]))


def _generator_row(item: Mapping[str, Any]) -> Cells:
    return item["generator"], *(item[name] for name in _COUNTED)


def _cause_row(cause: CountedCause) -> Cells:
    key, example = cause.key, cause.smallest
    return key.name, key.facet, cause.links, example.base, example.reference


def _class_row(item: DifferingLinks) -> Cells:
    groups = [" ".join(group.specs) for group in item.target.groups]
    causes = " ".join(key.name for key in item.causes)
    return item.links, " | ".join(groups), causes, item.example.base, item.example.reference


def _today_row(item: DifferenceToday) -> Cells:
    key, example = item.cause, item.common[0].example
    rules = (key.left, key.left_rule, key.right, key.right_rule)
    counts = (item.links, item.references)
    return item.kind, key.name, *rules, *counts, example.base, example.reference


def _package_row(package: Mapping[str, Any]) -> Cells:
    return *(package[name] for name in _PACKAGE), sum(package["read"].values())


KIND = PageKind("real-links", ADDRESS, _pages, tables=_tables)
