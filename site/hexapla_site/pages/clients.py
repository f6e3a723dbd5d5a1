"""The clients of 1997 against the standards, as the test pages of Roy Fielding have them."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from hexapla.standard.phases import Target, has_rule
from hexapla.standard.spec import Spec
from hexapla_site.data.period_clients import CLIENTS, PERIOD_CASES, PERIOD_SOURCE
from hexapla_site.data.table import Table, table_of
from hexapla_site.figures.heat_map import Share
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import CaseReport, ResultGroup
from hexapla_site.report.report import Report


@attrs.frozen
class Client:
    """A client of 1997 against the standards.

    Attributes:
        name: Its name.
        shares: How many of the rows that it was tested on it answers as each standard does.
        without_rule: For how many of them each standard has no rule, so that nothing is alike.
    """

    name: str
    shares: Mapping[Spec, Share]
    without_rule: Mapping[Spec, int]


@attrs.frozen
class PeriodRow:
    """A row of the test pages: its case, and who gives each answer.

    The answers of standards come first, the newest before others, then those of clients alone. The
    clients that gave an answer are its `implementations`.
    """

    case: CaseReport
    answers: Sequence[ResultGroup]


@attrs.frozen
class ClientsContext:
    """What the page of the clients shows, and where the recorded answers come from."""

    clients: Sequence[Client]
    rows: Sequence[PeriodRow]
    source: str


def clients_of(report: Report) -> list[Client]:
    """Return the clients, each against every column."""
    return [_client(name, report) for name in CLIENTS]


def _client(name: str, report: Report) -> Client:
    rows = [row for row in PERIOD_CASES if name in row.results]
    given: dict[Spec, list[tuple[Target, bool]]] = {spec: [] for spec in report.columns}
    for row in rows:
        comparison = report.by_input[row.base, row.reference].comparison
        for spec, resolution in zip(report.columns, comparison.resolutions, strict=True):
            target = resolution.target
            given[spec].append((target, target in row.results[name]))
    shares = {
        spec: Share(sum(alike for _, alike in answers), len(rows))
        for spec, answers in given.items()
    }
    without_rule = {
        spec: sum(not has_rule(target) for target, _ in answers) for spec, answers in given.items()
    }
    return Client(name, shares, without_rule)


def period_rows(report: Report) -> Iterator[PeriodRow]:
    """Yield the rows of the test pages, the standards as computed, the clients as recorded."""
    for row in PERIOD_CASES:
        case = report.by_input[row.base, row.reference]
        names = row.by_answer(CLIENTS)
        of_standards = [
            attrs.evolve(group, implementations=tuple(names.pop(group.target, ())))
            for group in case.verdict.groups
        ]
        others = sorted(names.items(), key=lambda item: -len(item[1]))
        of_clients = [ResultGroup(target, (), None, tuple(alike)) for target, alike in others]
        yield PeriodRow(case, [*of_standards, *of_clients])


def _pages(site: Site) -> Iterator[Page]:
    rows = list(period_rows(site.report))
    context = ClientsContext(clients_of(site.report), rows, PERIOD_SOURCE)
    yield Page("clients.html", "clients.html", context)


def _tables(site: Site) -> Iterator[Table]:
    rows = (
        (client.name, spec.id, share.alike, share.cases)
        for client in clients_of(site.report)
        for spec, share in client.shares.items()
    )
    yield table_of("clients-of-1997", rows)


KIND = PageKind("clients", "clients.html", _pages, tables=_tables)
