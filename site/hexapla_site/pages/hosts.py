"""The host that each parser sees: a matrix of URLs, implementations and standards."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from hexapla.documents.citation import Provision
from hexapla.grammar.validity import Verdict
from hexapla.implementations.labels import parser_label
from hexapla.standard.spec import Spec
from hexapla.text.signs import visible
from hexapla.text.slug import slug
from hexapla_site.data.histories import parser_histories
from hexapla_site.data.recordings import current_parsings
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.figures.heat_map import HeatMapRow, heat_map_rows
from hexapla_site.folders import read_data
from hexapla_site.navigation import PageLink
from hexapla_site.pages.kind import File, Page, PageKind, Site, with_neighbours
from hexapla_site.report.hosts import (
    HistoryRow,
    HostKind,
    HostReport,
    HostRow,
    PairOfParsers,
    host_report,
    in_words,
    reading_by,
    rules_of,
)
from hexapla_site.report.implementations import Silence, json_or_reason, page_of
from hexapla_site.search import SearchEntry

INDEX = "hosts/index.html"
# The validator and the client that are shown until the reader chooses others.
FIRST_PAIR = ("urllib.parse", "requests")
STARTLING = "http://a\\@b/"
"""A URL in which implementations and standards see different hosts."""
_SCRIPT = "static/hosts-data.js"
# The pages of known differences, with their titles.
_REPORTS = "hosts/known.html"
_ISSUES = "hosts/known-issues.html"
KNOWN = {_REPORTS: "Advisories and papers", _ISSUES: "Issues and changes"}


def hosts_of(site: Site) -> HostReport:
    """Return the hosts that current implementations and the site's standards see."""
    return host_report(site.columns, current_parsings())


def known_address(case: Mapping[str, Any]) -> str:
    """Return the address of the page that contains a known difference, one of `KNOWN`."""
    return _ISSUES if case["source"]["kind"] in ("issue", "change") else _REPORTS


def refusing(url: str, columns: Iterable[Spec]) -> list[Spec]:
    """Return the standards under whose grammar a URL is invalid."""
    return [spec for spec in columns if spec.validate(url).verdict is Verdict.NO]


def known_cases() -> int:
    """Return the number of known differences; several may have the same URL."""
    return len(read_data("known-differentials.json")["cases"])


@attrs.frozen
class HostsContext:
    """The content of the first page.

    Attributes:
        hosts: The hosts that implementations and standards see.
        startling: A URL in which implementations and standards see different hosts.
        pair: The validator and the client that are shown until the reader chooses others.
        known: The number of differences that public sources report.
        newest: The names of the implementations whose newest version was tested.
        heat_map: How often any two implementations see the same host.
    """

    hosts: HostReport
    startling: HostRow
    pair: PairOfParsers
    known: int
    newest: Sequence[str]
    heat_map: Sequence[HeatMapRow]


@attrs.frozen
class HostKindContext:
    """The content of the page of a kind of URL.

    Attributes:
        hosts: The hosts that implementations and standards see.
        kind: The kind of URL.
        rows: The URLs of the kind.
        versions: The versions of the implementations, keyed by name.
        history: The hosts that each standard, in turn, sees in the kind's examples.
        rules: The rules that decide which hosts the standards see in the examples.
        before: The previous kind; None if there is none.
        after: The next kind; None if there is none.
    """

    hosts: HostReport
    kind: HostKind
    rows: Sequence[HostRow]
    versions: Mapping[str, str]
    history: Sequence[HistoryRow]
    rules: Sequence[Provision]
    before: PageLink | None
    after: PageLink | None


@attrs.frozen
class KnownContext:
    """The content of a page of known differences.

    Attributes:
        title: The title of the page.
        others: Links to the other pages.
        recorded_versions: The versions of parsers with recorded answers, keyed by parser.
        cases: The differences, as recorded in the data file.
        invalid: The standards under whose grammar a URL is invalid, keyed by the URL.
    """

    title: str
    others: Sequence[PageLink]
    recorded_versions: Mapping[str, str]
    cases: Sequence[Mapping[str, Any]]
    invalid: Mapping[str, Sequence[Spec]]


def _versions() -> Mapping[str, str]:
    return {item.name: item.version for item in current_parsings().implementations}


def _newest(versions: Mapping[str, str]) -> Iterator[str]:
    """Yield the implementations whose newest version in their registry was tested."""
    for name, history in parser_histories().items():
        if history.registry and versions.get(name, "").endswith(history.newest):
            yield name


def _pages(site: Site) -> Iterator[Page]:
    report, versions = site.once(hosts_of), _versions()
    links = [(PageLink(name, page_of(name)),) for name in report.names]
    startling = next(row for row in report.rows if row.url == STARTLING)
    pair = next(pair for pair in report.pairs if (pair.left, pair.right) == FIRST_PAIR)
    first = HostsContext(
        hosts=report,
        startling=startling,
        pair=pair,
        known=known_cases(),
        newest=list(_newest(versions)),
        heat_map=list(heat_map_rows(links, report.agreements)),
    )
    yield Page(INDEX, "hosts.html", first)
    for address, title in KNOWN.items():
        yield Page(address, "hosts-known.html", _known_context(site, address, title))
    kinds = tuple(report.by_kind)
    pages = [PageLink(kind.title, f"hosts/{kind.id}.html") for kind in kinds]
    for kind, (before, page, after) in zip(kinds, with_neighbours(pages), strict=True):
        history = report.history[kind]
        of_kind = HostKindContext(
            hosts=report,
            kind=kind,
            rows=report.by_kind[kind],
            versions=versions,
            history=history,
            rules=rules_of(history),
            before=before,
            after=after,
        )
        yield Page(page.address, "hosts-kind.html", of_kind)


def _known_context(site: Site, address: str, title: str) -> KnownContext:
    known = read_data("known-differentials.json")
    cases = [case for case in known["cases"] if known_address(case) == address]
    others = [PageLink(title, other) for other, title in KNOWN.items() if other != address]
    invalid = {case["url"]: refusing(case["url"], site.columns) for case in cases}
    return KnownContext(title, others, known["versions"], cases, invalid)


def _files(site: Site) -> Iterator[File]:
    report = site.once(hosts_of)
    yield File(_SCRIPT, f"window.hexaplaHosts = {_data(report)};\n")


def _data(report: HostReport) -> str:
    """Return the data for the page's script as JSON: names, differing URLs, hosts and rules.

    For each pair of names, in the order of `itertools.combinations`, `compared` has the number of
    URLs for which both report either a host or that there is no host.
    """
    rules: dict[str, int] = {}
    rows, letters = [], []
    for row in report.differing:
        rows.append(_row(row, rules))
        letters.append("".join(map(row.sign_of, row.by_name.values())))
    form = {
        "names": report.names,
        "rows": rows,
        "letters": letters,
        "compared": [pair.compared for pair in report.pairs],
        "rules": list(rules),
    }
    return json.dumps(form, separators=(",", ":"))


def _row(row: HostRow, rules: dict[str, int]) -> list[object]:
    """Return a URL, the address of its row, and the answers, each with the numbers of its rules.

    The rules of an answer explain how this answer differs from each answer in the row, in the order
    of the answers. New rules are added to `rules`.
    """
    groups = []
    for group in row.groups:
        host = None if group.target is None else visible(group.target)
        numbers = []
        for other in row.groups:
            numbers.append(rules.setdefault(row.because(group, other), len(rules)))
        groups.append([host, numbers])
    return [visible(row.url), row.address.removeprefix("hosts/"), groups]


def _entries(site: Site) -> Iterator[SearchEntry]:
    """Yield an entry for every URL, with the hosts seen in it, and for every known difference."""
    for row in site.once(hosts_of).rows:
        read = {in_words(group.target and visible(group.target)): None for group in row.groups}
        hosts = ", ".join(read)
        text = f"Hosts: {hosts}" if hosts else "No parser sees a host"
        yield SearchEntry("host", row.address, visible(row.url), text, more=row.kind.title)
    for case in read_data("known-differentials.json")["cases"]:
        source, address = case["source"], f"{known_address(case)}#known-{slug(case['name'])}"
        yield SearchEntry("known", address, source["id"], case["name"], more=source["title"])


def _tables(site: Site) -> Iterator[Table]:
    report = site.once(hosts_of)
    # A parser may have the same name as a standard, for example the Python package rfc3986.
    readers = [*map(parser_label, report.names), *(spec.selector for spec in report.columns)]
    yield table_of("hosts", map(_host_row, report.rows), readers)
    yield table_of("host-pairs", map(_pair_row, report.pairs))
    yield table_of("host-history", _history_rows(report))


def _host_row(row: HostRow) -> Cells:
    hosts = map(json_or_reason, (*row.by_name.values(), *row.by_spec.values()))
    return json.dumps(row.url), row.kind.id, *hosts, row.address


def _pair_row(pair: PairOfParsers) -> Cells:
    shortest = json.dumps(pair.rows[0].url) if pair.rows else ""
    return pair.left, pair.right, len(pair.rows), pair.compared, shortest


def _history_rows(report: HostReport) -> Iterator[Cells]:
    for kind, items in report.history.items():
        for item in items:
            url = json.dumps(item.url)
            for spec, divided in item.divided.items():
                host = json.dumps(divided.components.host)
                reading = reading_by(divided)
                provision = item.provision(spec)
                without = reading.value if isinstance(reading, Silence) else ""
                section = None if provision is None else str(provision.citation)
                yield kind.id, url, spec.id, host, without, section


KIND = PageKind("hosts", "hosts/", _pages, files=_files, entries=_entries, tables=_tables)
