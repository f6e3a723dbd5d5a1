"""Links in the wild: where links of documentation that nobody here wrote make standards differ."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.comparison.comparison import compare
from hexapla.comparison.facet import Facet
from hexapla.standard.spec import Spec
from hexapla_site.data.real_links import LinkExample, RealLinks, read_real_links
from hexapla_site.data.table import Table, table_of
from hexapla_site.pages.catalogue import classes_by_cause
from hexapla_site.pages.explanations import Topic, explanations_of, topic_of_id
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.url_standard_changes import AS_OF

ADDRESS = "links-in-the-wild.html"


DifferingLinks = tuple[int, LinkExample, Facet, tuple[CauseKey, ...]]
"""How many links have different targets by the same causes, the smallest, compared, the causes."""
Pair = tuple[Spec, Spec, Mapping[str, int], Mapping[str, int]]
"""Two standards, and what was counted of all links, and of those that do not begin with `#`."""


def pairs_of(counted: RealLinks, columns: tuple[Spec, ...]) -> list[Pair]:
    """Return each pair of columns, those first that resolve most links to different targets."""
    by_selector = {spec.selector: spec for spec in columns}
    others = {
        (item["left"], item["right"]): item
        for item in counted.facts["facets_of_others"]["target"]["pairs"]
    }
    pairs = [
        (by_selector[item["left"]], by_selector[item["right"]], item, others[left, right])
        for item in counted.facts["facets"]["target"]["pairs"]
        for left, right in [(item["left"], item["right"])]
        if left in by_selector and right in by_selector
    ]
    return sorted(pairs, key=lambda pair: (-_differing_part(pair[2]), pair[0].id))


def _differing_part(count: Mapping[str, int]) -> float:
    """Return the part that differs of the links for which two standards have a rule."""
    return count["differ"] / ((count["agree"] + count["differ"]) or 1)


def differing_links(counted: RealLinks, columns: tuple[Spec, ...]) -> list[DifferingLinks]:
    """Return the kinds of links whose targets differ, those of most links first."""
    kinds: list[DifferingLinks] = []
    for pattern in counted.facts["patterns"]:
        keys = (counted.causes[number].key for number in pattern["causes"])
        causes = tuple(key for key in keys if key.facet == TARGET)
        if causes:
            example = counted.example(pattern["example"])
            target = compare(example.reference, base=example.base, specs=columns).target
            kinds.append((pattern["links"], example, target, causes))
    return kinds


def topics_of(causes: Iterable[CauseKey]) -> tuple[Topic, ...]:
    """Return the explanations of the causes of some links, the ones of most causes first."""
    topics = Counter(topic_of_id(key.name) for key in causes)
    return tuple(topic for topic, _ in topics.most_common() if topic is not None)


def _pages(site: Site) -> Iterator[Page]:
    counted = read_real_links()
    reports = {cause.key: cause for cause in site.report.causes if cause.key.facet == TARGET}
    causes = [cause for cause in counted.causes if cause.key.facet == TARGET]
    seen = {cause.key for cause in causes}
    catalogued = {key for key in site.once(classes_by_cause) if key.facet == TARGET}
    context = {
        "counted": counted,
        "reports": reports,
        "pairs": pairs_of(counted, site.columns),
        "kinds": differing_links(counted, site.columns),
        "topics_of": topics_of,
        "explanations": site.once(explanations_of),
        "causes": causes,
        "unseen": [report for key, report in reports.items() if key not in seen],
        "catalogued": catalogued,
        "seen": catalogued & seen,
        "as_of": AS_OF,
    }
    yield Page(ADDRESS, "real-links.html", context)


def _tables(_: Site) -> Iterator[Table]:
    counted = read_real_links()
    fields = ("packages", "pages", "links", "valid", "parts", "target", "since", "today")
    generators = counted.facts["generators"]
    made_by = ((item["generator"], *(item[field] for field in fields)) for item in generators)
    yield table_of("real-links-by-generator", made_by)
    by_cause = (
        (cause.key.name, cause.key.facet, cause.links, example.base, example.reference)
        for cause in counted.causes
        for example in [cause.smallest]
    )
    yield table_of("real-links-by-cause", by_cause)
    names = ("name", "version", "path", "sha256", "pages", "links")
    packages = (
        (*(package[name] for name in names), sum(package["read"].values()))
        for package in counted.facts["packages"]
    )
    yield table_of("real-links-packages", packages)


KIND = PageKind("real-links", ADDRESS, _pages, tables=_tables)
