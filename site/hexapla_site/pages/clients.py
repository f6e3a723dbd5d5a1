"""The clients of 1997 against the standards, as the test pages of Roy Fielding have them."""

from collections.abc import Iterator, Mapping

import attrs

from hexapla.standard.phases import Target, has_rule
from hexapla.standard.spec import Spec
from hexapla_site.data.period_clients import CLIENTS, PERIOD_CASES, PERIOD_SOURCE
from hexapla_site.data.table import Table, table_of
from hexapla_site.figures.heat_map import Share
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import CaseReport, ResultGroup
from hexapla_site.report.report import Report

Client = tuple[str, Mapping[Spec, Share], Mapping[Spec, int]]
"""A client, and how many of the rows that it was tested on it answers as each standard does.

Then for how many rows a standard has no rule: there is nothing to answer alike.
"""


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
    return (
        name,
        {spec: Share(sum(alike for _, alike in of), len(rows)) for spec, of in given.items()},
        {spec: sum(not has_rule(target) for target, _ in of) for spec, of in given.items()},
    )


def period_rows(report: Report) -> list[tuple[CaseReport, list[ResultGroup]]]:
    """Return the rows of the test pages, the standards as computed, the clients as recorded.

    Each case has the answers of standards, the newest first, then those of clients alone; the
    clients that gave an answer are its `implementations`.
    """
    rows = []
    for row in PERIOD_CASES:
        case = report.by_input[row.base, row.reference]
        names = row.by_answer(CLIENTS)
        of_standards = [
            attrs.evolve(group, implementations=tuple(names.pop(group.target, ())))
            for group in case.verdict.groups
        ]
        others = sorted(names.items(), key=lambda item: -len(item[1]))
        of_clients = [ResultGroup(target, (), None, tuple(alike)) for target, alike in others]
        rows.append((case, [*of_standards, *of_clients]))
    return rows


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "clients": clients_of(site.report),
        "rows": period_rows(site.report),
        "source": PERIOD_SOURCE,
    }
    yield Page("clients.html", "clients.html", context)


def _tables(site: Site) -> Iterator[Table]:
    rows = (
        (name, spec.id, share.alike, share.cases)
        for name, shares, _ in clients_of(site.report)
        for spec, share in shares.items()
    )
    yield table_of("clients-of-1997", rows)


KIND = PageKind("clients", "clients.html", _pages, tables=_tables)
