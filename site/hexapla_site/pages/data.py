"""The data: the archive of all, test vectors of each standard, and every table of the pages."""

from collections.abc import Iterator

from hexapla.vectors import VectorCase, how_to_use
from hexapla_site import prose
from hexapla_site.citing import citation_file, citation_of
from hexapla_site.data.archive import TITLE, Archive, archive_of, license_text
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import File, Page, PageKind, Site


def _tables(site: Site) -> tuple[Table, ...]:
    return tuple(item for kind in site.kinds for item in kind.tables(site))


def _cases(site: Site) -> tuple[VectorCase, ...]:
    return tuple(VectorCase(case.base, case.reference, case.sources) for case in site.report.cases)


def archive_of_site(site: Site) -> Archive:
    """Return the archive of all data of a site."""
    return archive_of(site.columns, site.once(_cases), site.once(_tables), site.provenance)


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "tables": site.once(_tables),
        "cases": len(site.once(_cases)),
        "archive": site.once(archive_of_site),
        "cited_data": citation_of(TITLE, "data", site.provenance),
        "how_to_use": how_to_use(),
        "license_text": license_text(),
        "with_code": prose.inline,
    }
    yield Page("data/index.html", "data.html", context)


def _files(site: Site) -> Iterator[File]:
    archive = site.once(archive_of_site)
    yield File(f"data/{archive.name}", archive.content)
    yield File(f"data/{archive.name}.sha256", archive.checksum_line)
    yield File("data/CITATION.cff", citation_file(site.provenance, data=True))
    yield File("data/LICENSE.txt", license_text())
    for item in archive.files:
        folder, _, name = item.path.rpartition("/")
        if folder in ("vectors", "tables"):
            yield File(f"data/{name}", item.text)


KIND = PageKind("data", "data/", _pages, files=_files)
