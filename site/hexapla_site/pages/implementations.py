"""The standards that implementations follow, with a page and badges for each implementation."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla.identification.identification import Identification
from hexapla.identification.ranking import Ranking
from hexapla.identification.recording import Recording
from hexapla.implementations.adapters import ADAPTERS, Adapter
from hexapla.implementations.labels import parser_label
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug
from hexapla_site.badge import badge_of
from hexapla_site.data.histories import ParserHistory, parser_histories
from hexapla_site.data.recordings import current_parsings, current_recordings
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.figures.heat_map import HeatMapRow, Links, heat_map_rows
from hexapla_site.navigation import PageLink
from hexapla_site.pages.filtering import FilterChoice
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.kind import File, Page, PageKind, Site, with_neighbours
from hexapla_site.pages.standards import standard_address
from hexapla_site.report.hosts import HostReport, dividing
from hexapla_site.report.implementations import (
    AnswerGroup,
    ImplementationReport,
    Unidentified,
    agreement,
    badge_address,
    clients_of_1997,
    identifications,
    implementation_report,
    json_of,
    page_of,
)
from hexapla_site.report.score import Score, score_of
from hexapla_site.search import SearchEntry


@attrs.frozen
class ImplementationsContext:
    """The content of the page of all implementations.

    Attributes:
        asked: Current implementations and the clients tested in 1997, compared with the standards.
        heat_map: How often any two implementations or standards agree.
        followed: The choices in the filter for the standard that an implementation follows.
        languages: The choices in the filter for languages.
        parsers: The implementations that parse URLs.
    """

    asked: ImplementationReport
    heat_map: Sequence[HeatMapRow]
    followed: Sequence[FilterChoice]
    languages: Sequence[FilterChoice]
    parsers: Sequence[Recording]


@attrs.frozen
class FollowedResolving:
    """How an implementation resolves.

    Attributes:
        alike: The group of implementations with the same answers.
        identified: The nearest standard, and the departures from it.
        score: The number of cases that match the nearest standard.
    """

    alike: AnswerGroup
    identified: Identification
    score: Score


@attrs.frozen
class FollowedParsing:
    """How an implementation parses: the explanation of its answers, and its score."""

    identified: Identification
    score: Score


@attrs.frozen
class AskedImplementation:
    """An implementation, in the version that was tested.

    Attributes:
        adapter: The implementation's adapter.
        version: The version that was tested.
        resolving: How the implementation resolves; None if that wasn't tested.
        parsing: How the implementation parses; None if that wasn't tested.
    """

    adapter: Adapter
    version: str
    resolving: FollowedResolving | None
    parsing: FollowedParsing | None

    @property
    def link(self) -> PageLink:
        """The link to the implementation's page."""
        return PageLink(parser_label(self.adapter.name), page_of(self.adapter.name))


@attrs.frozen
class ImplementationContext:
    """The content of the page of an implementation.

    Attributes:
        adapter: The implementation's adapter.
        asked_version: The version that was tested.
        resolving: How the implementation resolves; None if that wasn't tested.
        parsing: How the implementation parses; None if that wasn't tested.
        hosts: The hosts that implementations and standards see.
        history: The hosts that released versions of the implementation see; None if not recorded.
        before: The previous implementation; None if there is none.
        after: The next implementation; None if there is none.
    """

    adapter: Adapter
    asked_version: str
    resolving: FollowedResolving | None
    parsing: FollowedParsing | None
    hosts: HostReport
    history: ParserHistory | None
    before: PageLink | None
    after: PageLink | None


def implementations_of(site: Site) -> ImplementationReport:
    """Compare current implementations and the clients tested in 1997 with the site's standards."""
    columns = without_guests(site.columns)
    return implementation_report(columns, current_recordings(), clients_of_1997())


def without_guests(columns: Sequence[Spec]) -> tuple[Spec, ...]:
    """Return the standards that `identify` considers by default or that are compared by default.

    If there are none, return all. A standard that only amends another is left out, because the
    other would often explain the same answers equally well.
    """
    own = [spec for spec in columns if spec.standard.candidate or spec.standard.default_column]
    return tuple(own or columns)


def parsings_of(site: Site) -> Mapping[str, Ranking]:
    """Return the standards that explain how each implementation parses, keyed by name."""
    columns = _columns_for_parsing(site)
    return {item.name: item.ranking(columns) for item in current_parsings().implementations}


def _columns_for_parsing(site: Site) -> tuple[Spec, ...]:
    return without_guests(dividing(site.columns))


def resolves_as(group: AnswerGroup) -> str:
    """State in a few words which standard best explains how a group of implementations resolves."""
    score = score_of(group.ranking)
    return f"resolves as {score.nearest.spec.label} in {score}"


# The page about all implementations, grouped by equal answers and by standard, and in pairs.


def _pages(site: Site) -> Iterator[Page]:
    asked = site.once(implementations_of)
    languages = sorted({item.language for item in asked.recordings})
    # Each group with the same answers, as links to the pages of its members.
    links: list[Links] = [(PageLink(spec.label, standard_address(spec)),) for spec in site.columns]
    for group in asked.current:
        links.append(tuple(PageLink(name, page_of(name)) for name in group.names))
    context = ImplementationsContext(
        asked=asked,
        heat_map=list(heat_map_rows(links, asked.agreements)),
        followed=[FilterChoice(spec.id, spec.label) for spec in site.columns],
        languages=[FilterChoice(slug(name), name) for name in languages],
        parsers=current_parsings().implementations,
    )
    yield Page("implementations.html", "implementations.html", context)


def _files(site: Site) -> Iterator[File]:
    for group in site.once(implementations_of).current:
        for name in group.names:
            yield File(badge_address(name), badge_of(group.ranking))


def _entries(site: Site) -> Iterator[SearchEntry]:
    """Yield entries for the clients tested in 1997; current implementations have other entries."""
    for group in site.once(implementations_of).clients:
        address, text = f"implementations.html#{group.id}", resolves_as(group)
        for item in group.recordings:
            yield SearchEntry("implementation", address, item.title, text, more=item.name)


def _tables(site: Site) -> Iterator[Table]:
    return implementation_tables(site.once(implementations_of))


def implementation_tables(report: ImplementationReport) -> Iterator[Table]:
    """Yield tables of the standards followed, the distances to each standard, and all answers."""
    ids = [spec.id for spec in report.columns]
    yield table_of("implementations", _followed_rows(report), ids)
    yield table_of("implementation-distances", _distance_rows(report))
    names: list[str] = []
    for group in report.current:
        names += group.names
    yield table_of("implementation-answers", _answer_rows(report), names)


def _followed_rows(report: ImplementationReport) -> Iterator[Cells]:
    for when, groups in (("recorded", report.current), ("1997", report.clients)):
        for group in groups:
            best = group.nearest.selector
            matching = score_of(group.ranking).matching
            by_default = [share.alike for share in group.scores.values()]
            for item in group.recordings:
                about = (item.name, item.title, item.language, item.version, when)
                yield *about, best, matching, group.ranking.cases, *by_default


def _distance_rows(report: ImplementationReport) -> Iterator[Cells]:
    for group in report.current:
        for name in group.names:
            for spec, answers in report.by_spec.items():
                share = agreement(group.given, answers)
                yield name, spec.id, share.differing, share.cases


def _answer_rows(report: ImplementationReport) -> Iterator[Cells]:
    for case in report.cases:
        answers: list[str] = []
        for group in report.current:
            answers += [json_of(group.given[case])] * len(group.names)
        yield case.base, case.reference, *answers


# The page about each implementation: the standards that it follows for resolving and parsing, and
# where it differs from these standards.


def _asked(site: Site) -> list[AskedImplementation]:
    """Return the implementations that were tested, in the order of the adapters."""
    groups = site.once(implementations_of).current
    parsings = current_parsings().implementations
    unidentified = [*_unidentified_resolvers(site), *_unidentified_parsers(site)]
    identified = identifications(unidentified, site.workers)
    resolvers, parsers = identified[: len(groups)], identified[len(groups) :]
    resolving: dict[str, FollowedResolving] = {}
    for group, item in zip(groups, resolvers, strict=True):
        followed = FollowedResolving(group, item, score_of(item))
        resolving.update(dict.fromkeys(group.names, followed))
    parsing: dict[str, FollowedParsing] = {}
    for recording, item in zip(parsings, parsers, strict=True):
        parsing[recording.name] = FollowedParsing(item, score_of(item))
    recordings = (*current_parsings().implementations, *current_recordings())
    versions = {item.name: item.version for item in recordings}
    asked = []
    for adapter in ADAPTERS:
        name = adapter.name
        if name in versions:
            how = resolving.get(name), parsing.get(name)
            asked.append(AskedImplementation(adapter, versions[name], *how))
    return asked


def _unidentified_resolvers(site: Site) -> Iterator[Unidentified]:
    """Yield a recording of each group of resolvers that give the same answers."""
    columns = without_guests(site.columns)
    for group in site.once(implementations_of).current:
        yield Unidentified(group.recordings[0], columns, group.nearest.spec)


def _unidentified_parsers(site: Site) -> Iterator[Unidentified]:
    columns = _columns_for_parsing(site)
    rankings = site.once(parsings_of)
    for recording in current_parsings().implementations:
        nearest = rankings[recording.name].explanations[0].spec
        yield Unidentified(recording, columns, nearest)


def _own_pages(site: Site) -> Iterator[Page]:
    hosts = site.once(hosts_of)
    histories = parser_histories()
    for before, asked, after in with_neighbours(site.once(_asked)):
        context = ImplementationContext(
            adapter=asked.adapter,
            asked_version=asked.version,
            resolving=asked.resolving,
            parsing=asked.parsing,
            hosts=hosts,
            history=histories.get(asked.adapter.name),
            before=None if before is None else before.link,
            after=None if after is None else after.link,
        )
        yield Page(asked.link.address, "implementation.html", context, indexed=False)


def _own_entries(site: Site) -> Iterator[SearchEntry]:
    """Yield an entry for each implementation, with its functions and the standards it follows."""
    for asked in site.once(_asked):
        adapter, link = asked.adapter, asked.link
        told = [f"{adapter.library}, {adapter.language} {asked.version}"]
        if asked.resolving is not None:
            told.append(resolves_as(asked.resolving.alike))
        if asked.parsing is not None:
            score = asked.parsing.score
            told.append(f"parses as {score.nearest.spec.label} in {score}")
        called = " ".join(adapter.functions.values())
        more = f"{called} implementation"
        yield SearchEntry("implementation", link.address, link.title, "; ".join(told), more=more)


def _own_files(site: Site) -> Iterator[File]:
    yield from _files(site)  # the pages show the badges for resolving, too
    for name, ranking in site.once(parsings_of).items():
        yield File(badge_address(name, "-parsing"), badge_of(ranking))


def _own_tables(site: Site) -> Iterator[Table]:
    yield table_of("implementation-parsing", _parsing_rows(site.once(parsings_of)))


def _parsing_rows(parsings: Mapping[str, Ranking]) -> Iterator[Cells]:
    for item in current_parsings().implementations:
        ranking = parsings[item.name]
        best = ranking.explanations[0].selector
        matching = score_of(ranking).matching
        about = (item.name, item.title, item.language, item.version)
        yield *about, best, matching, ranking.cases


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
