"""The first pages of the places that have no other one: what is in each, in a sentence."""

from collections.abc import Callable, Iterator

from hexapla_site.navigation import navigation_of
from hexapla_site.pages.kind import Page, PageKind, Site


def _pages_at(address: str) -> Callable[[Site], Iterator[Page]]:
    def pages(site: Site) -> Iterator[Page]:
        section = next(
            section for section in navigation_of(site.columns) if section.address == address
        )
        yield Page(address, "place.html", {"section": section})

    return pages


def _kind(name: str, address: str) -> PageKind:
    return PageKind(name, address, _pages_at(address))


STANDARDS = _kind("places", "standards/index.html")
