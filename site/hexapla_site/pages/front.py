"""The front page: it answers as one types, and leads to all other pages."""

from collections.abc import Iterator

from hexapla_site.data.real_links import read_real_links
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.playground import context_of
from hexapla_site.report.host_row import known_sources
from hexapla_site.report.report import STARTLING


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "startling": site.report.by_input[STARTLING],
        "parsers": len(site.once(hosts_of).names),
        "known_cases": len(known_sources()),
        "counted": read_real_links(),
        **context_of(site, details=False),
    }
    yield Page("index.html", "index.html", context)


KIND = PageKind("front", "index.html", _pages)
