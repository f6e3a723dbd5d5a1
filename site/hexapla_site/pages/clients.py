"""The clients in Roy Fielding's test pages of 1997, compared with the standards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla_site.data.period_clients import CLIENTS, PERIOD_CASES, PERIOD_SOURCE
from hexapla_site.data.table import Cells, Table, table_of
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
    alike = dict.fromkeys(report.columns, 0)
    without_rule = dict.fromkeys(report.columns, 0)
    for row in rows:
        comparison = report.by_input[row.base, row.reference].comparison
        for spec, resolution in zip(report.columns, comparison.resolutions, strict=True):
            alike[spec] += resolution.target in row.results[name]
            without_rule[spec] += not has_rule(resolution.target)
    shares = {spec: Share(count, len(rows)) for spec, count in alike.items()}
    return Client(name, shares, without_rule)


def period_rows(report: Report) -> Iterator[PeriodRow]:
    """Yield the rows of the test pages, with computed and recorded answers."""
    for row in PERIOD_CASES:
        case = report.by_input[row.base, row.reference]
        names = row.by_answer(CLIENTS)
        answers = []
        for group in case.verdict.groups:
            clients = tuple(names.pop(group.target, ()))
            answers.append(attrs.evolve(group, implementations=clients))
        others = [ResultGroup(target, (), None, tuple(alike)) for target, alike in names.items()]
        others.sort(key=lambda group: -len(group.implementations))
        yield PeriodRow(case, [*answers, *others])


def _pages(site: Site) -> Iterator[Page]:
    rows = list(period_rows(site.report))
    context = ClientsContext(clients_of(site.report), rows, PERIOD_SOURCE)
    yield Page("clients.html", "clients.html", context)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("clients-of-1997", _rows(clients_of(site.report)))


def _rows(clients: Iterable[Client]) -> Iterator[Cells]:
    for client in clients:
        for spec, share in client.shares.items():
            yield client.name, spec.id, share.alike, share.cases


KIND = PageKind("clients", "clients.html", _pages, tables=_tables)
