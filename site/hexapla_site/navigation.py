"""The sections of the site, which are shown in the header and on each section's first page."""

from collections.abc import Iterable
from typing import NamedTuple

import attrs

from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla_site.folders import read_data

INDEX = "index.html"


class PageLink(NamedTuple):
    """A link to a page of the site: the page's title, and its address from the root."""

    title: str
    address: str


@attrs.frozen
class Area:
    """Pages that belong together, with the address of the first page and a sentence `about` them.

    A section of the site also has `entries`, the areas in the section, and `folders` that contain
    more of its pages.
    """

    title: str
    address: str
    about: str
    entries: tuple["Area", ...] = ()
    folders: tuple[str, ...] = attrs.field(default=(), converter=tuple)

    def covers(self, address: str) -> bool:
        """Return whether a page belongs to the area."""
        own = (self.address.removesuffix(INDEX),) if self.address.endswith(f"/{INDEX}") else ()
        return (
            address == self.address
            or address.startswith((*own, *self.folders))
            or any(entry.covers(address) for entry in self.entries)
        )


def navigation_of(columns: Iterable[Spec]) -> tuple[Area, ...]:
    """Return the sections of a site; one of them lists the standards, in the given order."""
    standards = [
        Area(spec.document.label, f"standards/{spec.id}.html", _about(spec)) for spec in columns
    ]
    return tuple(
        Area(
            form["title"],
            form["address"],
            form["about"],
            (
                *(standards if form.get("lists_standards") else ()),
                *(Area(**area) for area in form["entries"]),
            ),
            form.get("folders", ()),
        )
        for form in read_data("navigation.toml")["section"]
    )


def position_of(navigation: Iterable[Area], address: str) -> tuple[Area | None, Area | None]:
    """Return the section that covers a page, and the section's entry that covers the page.

    Either is None if it doesn't exist. If several entries cover the page, an entry with the page's
    own address is preferred.
    """
    section = next((section for section in navigation if section.covers(address)), None)
    covering = (entry for entry in (section.entries if section else ()) if entry.covers(address))
    return section, max(covering, key=lambda entry: entry.address == address, default=None)


def _about(spec: Spec) -> str:
    counts = (
        (len(spec.components), "component"),
        (len(spec.rules), "rule"),
        (len(spec.readings), "reading"),
        (len(tuple(spec.examples())), "example"),
    )
    *first, last = (counted(count, noun) for count, noun in counts if count)
    told = f"{', '.join(first)} and {last}" if first else last
    return f"{spec.document.title}: {told}."
