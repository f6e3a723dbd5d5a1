"""The playground: any input, compared in the reader's browser."""

from collections.abc import Iterator

from hexapla_site.pages.kind import Kind, Page, Site


def _pages(site: Site) -> Iterator[Page]:
    report = site.report
    settings = {
        "reference": report.startling.reference,
        "base": report.startling.base,
        "specs": [spec.id for spec in report.columns],
        **site.runtime.settings,
    }
    context = {"interesting": report.interesting, "settings": settings}
    yield Page("playground.html", "playground.html", context)


KIND = Kind("playground", "playground.html", _pages)
