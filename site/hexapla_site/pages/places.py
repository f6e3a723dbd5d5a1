"""The first pages of the places that have no other one: what is in each, in a sentence."""

from collections.abc import Callable, Iterator

from hexapla_site.doors import doors_of
from hexapla_site.pages.kind import Kind, Page, Site


def _pages_at(address: str) -> Callable[[Site], Iterator[Page]]:
    def pages(site: Site) -> Iterator[Page]:
        door = next(door for door in doors_of(site.columns) if door.address == address)
        yield Page(address, "place.html", {"door": door})

    return pages


def _kind(name: str, address: str) -> Kind:
    return Kind(name, address, _pages_at(address))


STANDARDS = _kind("places", "standards/index.html")
