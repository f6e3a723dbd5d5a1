"""The reference of the library: every public name, by subject."""

from collections.abc import Iterator

from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.reference import library
from hexapla_site.reference.library import FOLDER, PublicName
from hexapla_site.search.entry import SearchEntry
from hexapla_site.web_address import is_on_the_web


def _reference(site: Site) -> tuple[library.LibraryPage, ...]:
    documents = {spec.document.label: spec.document.url for spec in site.columns}
    return library.library_pages(
        {label: url for label, url in documents.items() if is_on_the_web(url)}
    )


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


def _entry(page: library.LibraryPage, item: PublicName) -> SearchEntry:
    members = " ".join(member.name for member in item.members)
    address = f"{page.address}#{item.path}"
    return SearchEntry("reference", address, item.path, item.summary, more=members)


KIND = PageKind("library", FOLDER, _pages, title="Library", entries=_entries)
