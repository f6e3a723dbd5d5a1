"""The front page: it answers as one types, and leads to all other pages."""

from collections.abc import Iterator
from datetime import date

from hexapla_site.data.real_links import read_real_links
from hexapla_site.figures.lineage import draw_lineage
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.playground import context_of
from hexapla_site.report.host_row import known_sources


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "lineage": draw_lineage(site.columns, date.fromisoformat(site.provenance.date)),
        "parsers": len(site.once(hosts_of).names),
        "known_cases": len(known_sources()),
        "counted": read_real_links(),
        **context_of(site, details=False),
    }
    yield Page("index.html", "index.html", context)


KIND = PageKind("front", "index.html", _pages)
