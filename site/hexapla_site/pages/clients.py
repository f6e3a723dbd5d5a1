"""The clients tested in 1997, compared with the standards, from Roy Fielding's test pages."""

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
    """A client tested in 1997, compared with the standards.

    Attributes:
        name: The name of the client.
        shares: How many of the client's rows match each standard.
        without_rule: The number of the client's rows for which each standard has no rule.
    """

    name: str
    shares: Mapping[Spec, Share]
    without_rule: Mapping[Spec, int]


@attrs.frozen
class PeriodRow:
    """A row of the test pages: the case and the answers.

    The answers of standards come first, beginning with the newest standard's; answers that only
    clients give follow. The `implementations` of an answer are the clients that gave it.
    """

    case: CaseReport
    answers: Sequence[ResultGroup]


@attrs.frozen
class ClientsContext:
    """The content of the page, including the source of the recorded answers."""

    clients: Sequence[Client]
    rows: Sequence[PeriodRow]
    source: str


def clients_of(report: Report) -> list[Client]:
    """Return the clients, each compared with every standard."""
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
    """Yield the rows of the test pages, with computed and recorded answers."""
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
