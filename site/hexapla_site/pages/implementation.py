"""A page an implementation: what it follows for resolving and for parsing, and where it departs."""

from collections.abc import Iterator, Mapping

from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.implementations.identification import Identification
from hexapla_site.badge import badge_of
from hexapla_site.data.recordings import current_parsings, current_recordings
from hexapla_site.data.table import Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.implementations import implementations_of, resolves_as
from hexapla_site.pages.kind import File, Page, PageKind, Site, with_neighbours
from hexapla_site.report.implementations import AnswerGroup, badge_address, page_of
from hexapla_site.search import SearchEntry

ImplementationPage = tuple[Adapter, str, AnswerGroup | None, Identification | None]
"""An implementation in the version that was asked, those that resolve alike, and how it parses.

What it was not asked is None.
"""


def parsings_of(site: Site) -> Mapping[str, Identification]:
    """Return which standards implementations follow when they parse, by their names."""
    columns = [spec for spec in site.columns if spec.division is not None]
    return {item.name: item.identification(columns) for item in current_parsings().implementations}


def pages_of(site: Site) -> list[ImplementationPage]:
    """Return what the page of each implementation shows, in the order of the adapters."""
    groups = {
        name: group for group in site.once(implementations_of).current for name in group.names
    }
    parsings = site.once(parsings_of)
    recordings = (*current_parsings().implementations, *current_recordings())
    versions = {item.name: item.version for item in recordings}
    return [
        (item, versions[item.name], groups.get(item.name), parsings.get(item.name))
        for item in ADAPTERS
        if item.name in versions
    ]


def _pages(site: Site) -> Iterator[Page]:
    hosts, histories = site.once(hosts_of), read_data("parser-history.json")
    for page, neighbours in with_neighbours(site.once(pages_of)):
        context = {**neighbours, "shown": page, "hosts": hosts, "histories": histories}
        yield Page(page_of(page[0].name), "implementation.html", context, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    """Return each implementation, with the standards that it follows and what was called."""
    for shown in site.once(pages_of):
        adapter = shown[0]
        called = " ".join((*adapter.functions.values(), "implementation"))
        address = page_of(adapter.name)
        yield SearchEntry("implementation", address, adapter.name, _in_short(shown), more=called)


def _in_short(shown: ImplementationPage) -> str:
    """Return what an implementation is, and which standards it follows."""
    adapter, version, group, parsing = shown
    told = [f"{adapter.library}, {adapter.language} {version}"]
    if group is not None:
        told.append(resolves_as(group))
    if parsing is not None:
        told.append(f"parses as {parsing.best.spec.label}")
    return "; ".join(told)


def _files(site: Site) -> Iterator[File]:
    for name, identified in site.once(parsings_of).items():
        yield File(badge_address(name, "-parsing"), badge_of(identified))


def _tables(site: Site) -> Iterator[Table]:
    rows = (
        (
            *(item.name, item.title, item.language, item.version),
            identified.best.selector,
            identified.best.agreeing,
            identified.compared,
        )
        for item in current_parsings().implementations
        for identified in [site.once(parsings_of)[item.name]]
    )
    yield table_of("implementation-parsing", rows)


KIND = PageKind(
    "implementation", "implementations/", _pages, files=_files, entries=_entries, tables=_tables
)
