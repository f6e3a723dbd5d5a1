"""The front page."""

from collections.abc import Iterator

from hexapla_site.figures.lineage import draw_lineage
from hexapla_site.pages.kind import Kind, Page, Site


def _pages(site: Site) -> Iterator[Page]:
    yield Page("index.html", "index.html", {"lineage": draw_lineage(site.columns)})


KIND = Kind("front", "index.html", _pages)
