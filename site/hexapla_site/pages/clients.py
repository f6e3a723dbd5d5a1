"""The clients of 1997 against the standards."""

from collections.abc import Iterator

from hexapla_site.data.period_clients import PERIOD_SOURCE
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import Page, PageKind, Site


def _pages(_: Site) -> Iterator[Page]:
    yield Page("clients.html", "clients.html", {"source": PERIOD_SOURCE})


def _tables(site: Site) -> Iterator[Table]:
    rows = tuple(
        (client.name, match.spec.id, str(match.alike), str(match.rows))
        for client in site.report.clients
        for match in client.matches
    )
    about = "How many rows of the test pages of 1997 each client answers as each column does."
    yield Table("clients-of-1997", about, ("client", "spec", "alike", "rows"), rows)


KIND = PageKind("clients", "clients.html", _pages, tables=_tables)
