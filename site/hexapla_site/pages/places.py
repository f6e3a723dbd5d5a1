"""The first page of the standards and data: what is in that section, in a sentence each."""

from collections.abc import Iterator

from hexapla_site.navigation import navigation_of
from hexapla_site.pages.kind import Page, PageKind, Site

ADDRESS = "standards/index.html"


def _pages(site: Site) -> Iterator[Page]:
    sections = navigation_of(site.columns)
    section = next(section for section in sections if section.address == ADDRESS)
    yield Page(ADDRESS, "place.html", {"section": section})


KIND = PageKind("places", ADDRESS, _pages)
