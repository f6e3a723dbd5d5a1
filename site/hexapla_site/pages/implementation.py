"""A page an implementation: what it follows for resolving and for parsing, and where it departs."""

from collections.abc import Iterator, Mapping

import attrs

from hexapla.comparison.display import label_of
from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.implementations.identification import Identification
from hexapla.implementations.recording import Recording
from hexapla_site.badge import badge_of
from hexapla_site.data.recordings import current_parsings
from hexapla_site.data.table import Row, Table
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.implementations import implementations_of, resolves_as
from hexapla_site.pages.kind import File, Page, PageKind, Site, with_neighbours
from hexapla_site.report.implementations import (
    AnswerGroup,
    badge_address,
    page_of,
    parsing_badge,
)
from hexapla_site.search.entry import SearchEntry


@attrs.frozen
class ParsingReport:
    """What an implementation answered when it was asked to parse, and what explains that."""

    recording: Recording
    identified: Identification

    @property
    def verdict(self) -> str:
        """Which standard it follows, in one line."""
        return self.identified.verdict


@attrs.frozen
class ImplementationPage:
    """What the page of an implementation shows.

    Attributes:
        adapter: Its adapter.
        resolved: What it answered when it was asked to resolve; None where it was not.
        group: Those that answer as it does then, and what explains that.
        parsing: The same for parsing.
    """

    adapter: Adapter
    resolved: Recording | None
    group: AnswerGroup | None
    parsing: ParsingReport | None

    @property
    def version(self) -> str:
        """Its version."""
        recording = self.resolved or (self.parsing and self.parsing.recording)
        return recording.version if recording else ""

    @property
    def is_recorded(self) -> bool:
        """Whether it was asked at all."""
        return self.resolved is not None or self.parsing is not None


def parsings_of(site: Site) -> Mapping[str, ParsingReport]:
    """Return which standards implementations follow when they parse, by their names."""
    columns = [spec for spec in site.columns if spec.division is not None]
    return {
        item.name: ParsingReport(item, item.identification(columns))
        for item in current_parsings().implementations
    }


def pages_of(site: Site) -> tuple[ImplementationPage, ...]:
    """Return what the page of each implementation shows, in the order of the adapters."""
    groups = {
        item.name: (item, group)
        for group in site.once(implementations_of).current
        for item in group.recordings
    }
    absent: tuple[None, None] = None, None
    parsings = site.once(parsings_of)
    shown = (
        ImplementationPage(item, recording, group, parsings.get(item.name))
        for item in ADAPTERS
        for recording, group in [groups.get(item.name, absent)]
    )
    return tuple(page for page in shown if page.is_recorded)


def _pages(site: Site) -> Iterator[Page]:
    hosts = site.once(hosts_of)
    for page, neighbours in with_neighbours(site.once(pages_of)):
        context = {
            **neighbours,
            "shown": page,
            "hosts": hosts,
            "badge_address": badge_address,
            "parsing_badge": parsing_badge,
            "page_of": page_of,
        }
        yield Page(page_of(page.adapter.name), "implementation.html", context, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    """Return each implementation, with the standards that it follows and what was called."""
    for shown in site.once(pages_of):
        adapter = shown.adapter
        called = " ".join((*adapter.functions.values(), "implementation"))
        address = page_of(adapter.name)
        yield SearchEntry("implementation", address, adapter.name, _in_short(shown), more=called)


def _in_short(shown: ImplementationPage) -> str:
    """Return what an implementation is, and which standards it follows."""
    told = [f"{shown.adapter.library}, {shown.adapter.language} {shown.version}"]
    if shown.group is not None:
        told.append(resolves_as(shown.group))
    if shown.parsing is not None:
        told.append(f"parses as {label_of(shown.parsing.identified.best.spec)}")
    return "; ".join(told)


def _files(site: Site) -> Iterator[File]:
    for name, item in site.once(parsings_of).items():
        yield File(parsing_badge(name), badge_of(item.identified))


def _tables(site: Site) -> Iterator[Table]:
    rows = tuple(_summary(name, item) for name, item in site.once(parsings_of).items())
    about = (
        "Which standard each implementation follows when it takes URLs apart: the selector that "
        "explains the most components, how many, and how many were compared."
    )
    columns = ("implementation", "called", "language", "version", "best", "explained", "compared")
    yield Table("implementation-parsing", about, columns, rows)


def _summary(name: str, item: ParsingReport) -> Row:
    recording, identified = item.recording, item.identified
    counts = str(identified.best.agreeing), str(identified.compared)
    about = recording.title, recording.language, recording.version
    return name, *about, identified.best.selector, *counts


KIND = PageKind(
    "implementation", "implementations/", _pages, files=_files, entries=_entries, tables=_tables
)
