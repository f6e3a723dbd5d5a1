"""The reference of the library: every public name, by subject."""

from collections.abc import Iterator

from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.reference.library import FOLDER, LibraryPage, PublicName, library_pages
from hexapla_site.search.entry import SearchEntry


def _reference(_: Site) -> tuple[LibraryPage, ...]:
    return library_pages()


def _pages(site: Site) -> Iterator[Page]:
    subjects = site.once(_reference)
    yield Page(f"{FOLDER}index.html", "library-index.html", {"subjects": subjects})
    for page in subjects:
        context = {"page": page, "subjects": subjects}
        yield Page(page.address, "library.html", context, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for page in site.once(_reference):
        yield SearchEntry("page", page.address, page.subject.title, page.subject.lead)
        for item in page.items:
            yield _entry(page, item)


def _entry(page: LibraryPage, item: PublicName) -> SearchEntry:
    members = " ".join(member.name for member in item.members)
    address = f"{page.address}#{item.path}"
    return SearchEntry("reference", address, item.path, item.summary, more=members)


KIND = PageKind("library", FOLDER, _pages, title="Library", entries=_entries)
