"""The reference of the library: every public name, by subject."""

from collections.abc import Iterator

from hexapla_site.pages.kind import Kind, Page, Site
from hexapla_site.reference import library
from hexapla_site.reference.library import FOLDER, Item
from hexapla_site.search.entry import Entry
from hexapla_site.web_address import is_on_the_web


def _reference(site: Site) -> tuple[library.Page, ...]:
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


def _entries(site: Site) -> Iterator[Entry]:
    for page in site.once(_reference):
        yield Entry("page", page.address, page.subject.title, page.subject.lead)
        for item in page.items:
            yield _entry(page, item)


def _entry(page: library.Page, item: Item) -> Entry:
    members = " ".join(member.name for member in item.members)
    address = f"{page.address}#{item.path}"
    return Entry("reference", address, item.path, item.summary, more=members)


KIND = Kind("library", FOLDER, _pages, title="Library", entries=_entries)
