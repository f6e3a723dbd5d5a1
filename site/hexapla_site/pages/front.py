"""The front page."""

from collections.abc import Iterator
from datetime import date

from hexapla.values.provenance import provenance_now
from hexapla_site.figures.lineage import draw_lineage
from hexapla_site.pages.kind import Kind, Page, Site


def _pages(site: Site) -> Iterator[Page]:
    lineage = draw_lineage(site.columns, date.fromisoformat(provenance_now().date))
    yield Page("index.html", "index.html", {"lineage": lineage})


KIND = Kind("front", "index.html", _pages)
