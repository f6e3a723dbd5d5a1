"""The front page: it answers as one types, and leads to all other pages."""

from collections.abc import Iterator
from datetime import date

from hexapla_site.figures.lineage import draw_lineage
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.playground import GIVEN, context_of

EXAMPLES = ("../../../g", "", ";x", "http:g", "g;x=1/../y", "g?y/../x")
"""References against the same base on which standards disagree."""


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "lineage": draw_lineage(site.columns, date.fromisoformat(site.provenance.date)),
        "examples": [site.report.by_input[GIVEN[0], reference] for reference in EXAMPLES],
        **context_of(site, details=False),
    }
    yield Page("index.html", "index.html", context)


KIND = PageKind("front", "index.html", _pages)
