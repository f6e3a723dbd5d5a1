"""Which standards implementations follow, with badges for each, and a page an implementation."""

import json
from collections.abc import Iterator, Mapping, Sequence

from hexapla.identification.identification import Identification
from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug
from hexapla_site.badge import badge_of
from hexapla_site.data.parsers import parser_label
from hexapla_site.data.recordings import current_parsings, current_recordings
from hexapla_site.data.table import Table, table_of
from hexapla_site.figures.heat_map import Links, heat_map_rows
from hexapla_site.folders import read_data
from hexapla_site.navigation import PageLink
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.kind import File, Page, PageKind, Site, with_neighbours
from hexapla_site.report.implementations import (
    AnswerGroup,
    Given,
    ImplementationReport,
    Silence,
    agreement,
    badge_address,
    clients_of_1997,
    implementation_report,
    page_of,
)
from hexapla_site.report.score import score_of
from hexapla_site.search import SearchEntry

ImplementationPage = tuple[Adapter, str, AnswerGroup | None, Identification | None]
"""An implementation in the version that was asked, those that resolve alike, and how it parses.

What it was not asked is None.
"""


def implementations_of(site: Site) -> ImplementationReport:
    """Return the implementations of today and of 1997 against the site's columns."""
    columns = without_guests(site.columns)
    return implementation_report(columns, current_recordings(), clients_of_1997())


def without_guests(columns: Sequence[Spec]) -> tuple[Spec, ...]:
    """Return the columns that a parser may follow; all of them where all are guests.

    What a guest explains, the standard that it changes may explain as well as it.
    """
    own = [spec for spec in columns if spec.standard.candidate or spec.standard.default_column]
    return tuple(own or columns)


def parsings_of(site: Site) -> Mapping[str, Identification]:
    """Return which standards implementations follow when they parse, by their names."""
    dividing = [spec for spec in site.columns if spec.standard.division is not None]
    columns = without_guests(dividing)
    return {item.name: item.identification(columns) for item in current_parsings().implementations}


def resolves_as(group: AnswerGroup) -> str:
    """Return which standard explains best how some implementations resolve, in few words."""
    score = score_of(group.identified)
    return f"resolves as {score.nearest.spec.label} in {score}"


# The page of all: those that answer alike, by standard and in pairs.


def _pages(site: Site) -> Iterator[Page]:
    asked = site.once(implementations_of)
    languages = sorted({item.language for item in asked.recordings})
    # What answers alike, by its names with the addresses of their pages.
    links: list[Links] = [
        (PageLink(spec.label, f"standards/{spec.id}.html"),) for spec in site.columns
    ]
    for group in asked.current:
        links.append(tuple(PageLink(name, page_of(name)) for name in group.names))
    context = {
        "asked": asked,
        "heat_map": list(heat_map_rows(links, asked.agreements)),
        "standards": tuple((spec.id, spec.label) for spec in site.columns),
        "languages": [(slug(name), name) for name in languages],
        "parsers": current_parsings().implementations,
    }
    yield Page("implementations.html", "implementations.html", context)


def _files(site: Site) -> Iterator[File]:
    for group in site.once(implementations_of).current:
        for name in group.names:
            yield File(badge_address(name), badge_of(group.identified))


def _entries(site: Site) -> Iterator[SearchEntry]:
    """Return the clients of 1997; an implementation of today has an entry with its own page."""
    for group in site.once(implementations_of).clients:
        address, text = f"implementations.html#{group.id}", resolves_as(group)
        for item in group.recordings:
            yield SearchEntry("implementation", address, item.title, text, more=item.name)


def _tables(site: Site) -> Iterator[Table]:
    return implementation_tables(site.once(implementations_of))


def implementation_tables(report: ImplementationReport) -> Iterator[Table]:
    """Yield which standards are followed, how far each is from each, and every answer."""
    followed = (
        (
            item.name,
            item.title,
            item.language,
            item.version,
            when,
            group.identified.best.selector,
            score_of(group.identified).matching,
            group.identified.cases,
            *(share.alike for share in group.scores.values()),
        )
        for when, groups in (("recorded", report.current), ("1997", report.clients))
        for group in groups
        for item in group.recordings
    )
    yield table_of("implementations", followed, (spec.id for spec in report.columns))
    distances = (
        (name, spec.id, share.differing, share.cases)
        for group in report.current
        for name in group.names
        for spec, answers in report.by_spec.items()
        for share in [agreement(group.given, answers)]
    )
    yield table_of("implementation-distances", distances)
    asked = [(name, group) for group in report.current for name in group.names]
    answers = (
        (case.base, case.reference, *(_as_json(group.given[case]) for _, group in asked))
        for case in report.cases
    )
    yield table_of("implementation-answers", answers, (name for name, _ in asked))


def _as_json(given: Given) -> str:
    return "" if isinstance(given, Silence) else json.dumps(given)


# A page each: what it follows for resolving and for parsing, and where it departs.


def _shown(site: Site) -> list[ImplementationPage]:
    """Return what the page of each implementation shows, in the order of the adapters."""
    alike = {name: group for group in site.once(implementations_of).current for name in group.names}
    parsings = site.once(parsings_of)
    recordings = (*current_parsings().implementations, *current_recordings())
    versions = {item.name: item.version for item in recordings}
    return [
        (item, versions[item.name], alike.get(item.name), parsings.get(item.name))
        for item in ADAPTERS
        if item.name in versions
    ]


def _own_pages(site: Site) -> Iterator[Page]:
    shared = {
        "hosts": site.once(hosts_of),
        "histories": read_data("parser-history.json"),
        "score_of": score_of,
    }
    for before, shown, after in with_neighbours(site.once(_shown)):
        context = {**shared, "before": before, "after": after, "shown": shown}
        yield Page(page_of(shown[0].name), "implementation.html", context, indexed=False)


def _own_entries(site: Site) -> Iterator[SearchEntry]:
    """Return each implementation, with the standards that it follows and what was called."""
    for adapter, version, group, parsing in site.once(_shown):
        told = [f"{adapter.library}, {adapter.language} {version}"]
        if group is not None:
            told.append(resolves_as(group))
        if parsing is not None:
            score = score_of(parsing)
            told.append(f"parses as {score.nearest.spec.label} in {score}")
        called, address = " ".join(adapter.functions.values()), page_of(adapter.name)
        more = f"{called} implementation"
        label = parser_label(adapter.name)
        yield SearchEntry("implementation", address, label, "; ".join(told), more=more)


def _own_files(site: Site) -> Iterator[File]:
    for name, identified in site.once(parsings_of).items():
        yield File(badge_address(name, "-parsing"), badge_of(identified))


def _own_tables(site: Site) -> Iterator[Table]:
    rows = (
        (
            item.name,
            item.title,
            item.language,
            item.version,
            identified.best.selector,
            score_of(identified).matching,
            identified.cases,
        )
        for item in current_parsings().implementations
        for identified in [site.once(parsings_of)[item.name]]
    )
    yield table_of("implementation-parsing", rows)


KIND = PageKind(
    "implementations",
    "implementations.html",
    _pages,
    files=_files,
    entries=_entries,
    tables=_tables,
)
OWN_PAGES = PageKind(
    "implementation",
    "implementations/",
    _own_pages,
    files=_own_files,
    entries=_own_entries,
    tables=_own_tables,
)
