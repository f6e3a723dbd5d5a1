"""The reference of the formats: every member of every document, and the schemas themselves."""

from collections.abc import Iterator

from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.reference.formats import FOLDER, FormatPage, formats
from hexapla_site.search.entry import SearchEntry


def _formats(_: Site) -> tuple[FormatPage, ...]:
    return formats()


def _pages(site: Site) -> Iterator[Page]:
    every = site.once(_formats)
    yield Page(f"{FOLDER}index.html", "formats.html", {"formats": every})
    for each in every:
        yield Page(each.address, "format.html", {"format": each}, indexed=False)


def _files(site: Site) -> Iterator[File]:
    for each in site.once(_formats):
        yield File(f"{FOLDER}{each.file}", each.schema)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for each in site.once(_formats):
        yield SearchEntry("reference", each.address, each.title, each.text.striptags())
        for definition in each.definitions:
            names = " ".join(member.name for member in definition.members)
            address = f"{each.address}#{definition.name}"
            title = f"{definition.name}, {each.title}"
            yield SearchEntry("reference", address, title, definition.text.striptags(), more=names)


KIND = PageKind("formats", FOLDER, _pages, title="Formats", files=_files, entries=_entries)
