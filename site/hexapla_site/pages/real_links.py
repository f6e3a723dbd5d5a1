"""Links in the wild: where links of documentation that nobody here wrote make standards differ."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import attrs

from hexapla.comparison.cause_key import TARGET, title_of
from hexapla_site.data.real_links import RealLinks, read_real_links
from hexapla_site.data.table import Table
from hexapla_site.pages.catalogue import catalogue_of
from hexapla_site.pages.explanations import Topic, explanations_of, topic_of_id
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.real_links import (
    DifferingLinks,
    commonest_causes,
    differing_links,
    effects_that_matter,
    pairs_of,
    unseen_causes,
)

ADDRESS = "links-in-the-wild.html"


@attrs.frozen
class Coverage:
    """Of how many causes of different targets some link shows how many."""

    causes: int
    seen: int


def topics_of(kind: DifferingLinks) -> tuple[Topic, ...]:
    """Return the explanations of the causes of some links, the ones of most causes first."""
    topics = Counter(topic_of_id(key.name) for key in kind.causes)
    return tuple(topic for topic, _ in topics.most_common() if topic is not None)


def coverage_of_catalogue(site: Site, counted: RealLinks) -> Coverage:
    """Return how many of the catalogue's causes of different targets occur."""
    catalogue = site.once(catalogue_of)
    keys = {
        entry.disagreement.cause
        for entry in (catalogue.entries if catalogue else ())
        if entry.disagreement.facet == TARGET
    }
    return Coverage(len(keys), len(keys & {cause.key for cause in counted.causes}))


def _pages(site: Site) -> Iterator[Page]:
    counted = read_real_links()
    reports = {cause.key: cause for cause in site.report.causes}
    pairs = pairs_of(counted, site.columns)
    context = {
        "counted": counted,
        "facts": counted.facts,
        "reports": reports,
        "pairs": sorted(pairs, key=lambda pair: (-pair.part, pair.left.id)),
        "today": [
            cause
            for cause in counted.causes
            if (cause.key.facet, cause.key.left, cause.key.right) == (TARGET, "rfc3986", "whatwg")
        ],
        "kinds": differing_links(counted, site.columns),
        "topics_of": topics_of,
        "title_of": partial(title_of, specs=site.columns),
        "listed": [key for key in reports if key.facet == TARGET],
        "explanations": site.once(explanations_of),
        "causes": commonest_causes(counted, reports),
        "unseen": unseen_causes(counted, reports),
        "catalogued": coverage_of_catalogue(site, counted),
        "effects": effects_that_matter(counted),
    }
    yield Page(ADDRESS, "real-links.html", context)


def _generators(counted: RealLinks) -> Table:
    fields = ("packages", "pages", "links", "valid", "parts", "target", "since", "today")
    rows = tuple(
        (item.name, *(str(getattr(item, field)) for field in fields)) for item in counted.generators
    )
    about = (
        "What made the pages of the study of real links: packages, pages and links, and how many "
        "links differ in validity, in parts, in target, in target since RFC 1808, and by the two "
        "standards in force."
    )
    return Table("real-links-by-generator", about, ("generator", *fields), rows)


def _causes(counted: RealLinks) -> Table:
    rows = tuple(
        (cause.key.name, cause.key.facet, str(cause.links), example.base, example.reference)
        for cause in counted.causes
        for example in [cause.smallest]
    )
    about = "Every cause that real links show, in how many of them, with the smallest of them."
    columns = ("cause", "facet", "links", "base", "reference")
    return Table("real-links-by-cause", about, columns, rows)


def _packages(counted: RealLinks) -> Table:
    names = ("name", "version", "path", "sha256", "pages", "links")
    rows = tuple(
        (*(str(package[name]) for name in names), str(sum(package["read"].values())))
        for package in counted.packages
    )
    about = "The packages of the study of real links, and how many of their pages were read."
    return Table("real-links-packages", about, (*names, "read"), rows)


def _tables(_: Site) -> Iterator[Table]:
    counted = read_real_links()
    yield _generators(counted)
    yield _causes(counted)
    yield _packages(counted)


KIND = PageKind("real-links", ADDRESS, _pages, tables=_tables)
