"""The navigation: the sections of the site, as its header and their first pages list them."""

import functools
import tomllib
from collections.abc import Iterable

import attrs

from hexapla.standard.spec import Spec
from hexapla_site.folders import DATA

INDEX = "index.html"


@attrs.frozen
class Area:
    """Pages that belong together, by the first of them; `about` is a sentence."""

    title: str
    address: str
    about: str

    def covers(self, address: str) -> bool:
        """Return whether a page is one of them: it is the first, or lies in its folder."""
        return _covers(self.address, address)


@attrs.frozen
class Section:
    """A section of the site.

    Attributes:
        title: What the header calls it.
        question: Its title in full.
        address: Its first page.
        about: A sentence on what is in it.
        entries: What is in it.
        folders: Folders whose pages belong to it, beside those of the entries.
        lists_standards: Whether the standards are in it, before the rest.
    """

    title: str
    question: str
    address: str
    about: str
    entries: tuple[Area, ...]
    folders: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    lists_standards: bool = False

    def covers(self, address: str) -> bool:
        """Return whether a page is in the section."""
        return (
            _covers(self.address, address)
            or address.startswith(self.folders)
            or any(entry.covers(address) for entry in self.entries)
        )


@attrs.frozen
class Position:
    """Where a page is: in which section, and in which part of it; None for none."""

    section: Section | None
    entry: Area | None


def navigation_of(columns: Iterable[Spec]) -> tuple[Section, ...]:
    """Return the sections of a site with some columns, oldest first."""
    standards = tuple(
        Area(spec.document.label, f"standards/{spec.id}.html", _about(spec)) for spec in columns
    )
    return tuple(
        attrs.evolve(section, entries=(*standards, *section.entries))
        if section.lists_standards
        else section
        for section in _sections()
    )


@functools.cache
def _sections() -> tuple[Section, ...]:
    """Read the sections, without the standards."""
    forms = tomllib.loads((DATA / "navigation.toml").read_text("utf-8"))["section"]
    return tuple(
        Section(**{**form, "entries": tuple(Area(**area) for area in form["entries"])})
        for form in forms
    )


def position_of(navigation: Iterable[Section], address: str) -> Position:
    """Return where a page is; the entry that has its very address comes before others."""
    section = next((section for section in navigation if section.covers(address)), None)
    covering = (entry for entry in (section.entries if section else ()) if entry.covers(address))
    return Position(
        section, max(covering, key=lambda entry: entry.address == address, default=None)
    )


def _covers(first: str, address: str) -> bool:
    return address == first or (
        first.endswith(f"/{INDEX}") and address.startswith(first.removesuffix(INDEX))
    )


def _about(spec: Spec) -> str:
    counts = (
        (len(spec.components), "component"),
        (len(spec.rules), "rule"),
        (len(spec.readings), "reading"),
        (len(tuple(spec.examples())), "example"),
    )
    *first, last = (f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts if count)
    told = f"{', '.join(first)} and {last}" if first else last
    return f"{spec.document.title}: {told}."
