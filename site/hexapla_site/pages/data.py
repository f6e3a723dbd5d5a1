"""The data: the archive of all, test vectors of each standard, and every table of the pages."""

from collections.abc import Iterator

from markupsafe import Markup, escape

from hexapla.vectors import (
    SCHEMA_FILE,
    VectorCase,
    file_name,
    how_to_use,
    schema_text,
    vectors_text,
)
from hexapla_site.citing import citation_file, citation_of
from hexapla_site.data import table
from hexapla_site.data.archive import TITLE, Archive, archive_of, license_text
from hexapla_site.data.table import Table
from hexapla_site.folders import DATA
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
        "with_code": with_code,
    }
    yield Page("data/index.html", "data.html", context)


def with_code(text: str) -> Markup:
    """Escape a text, and mark up as code what it has between backticks."""
    outside_and_inside = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if number % 2 else escape(piece.replace("'", "’"))
        for number, piece in enumerate(outside_and_inside)
    )


def _files(site: Site) -> Iterator[File]:
    archive = site.once(archive_of_site)
    yield File(f"data/{archive.name}", archive.content)
    yield File(f"data/{archive.name}.sha256", archive.checksum_line)
    yield File("data/CITATION.cff", citation_file(site.provenance, data=True))
    yield File("data/LICENSE.txt", license_text())
    for spec in site.columns:
        text = vectors_text(spec, site.once(_cases), site.provenance)
        yield File(f"data/{file_name(spec)}", text)
    yield File(f"data/{SCHEMA_FILE}", schema_text())
    yield from _files_of_tables(site)


def _files_of_tables(site: Site) -> Iterator[File]:
    for item in site.once(_tables):
        yield File(f"data/{item.name}.json", item.to_json(site.provenance))
        yield File(f"data/{item.name}.csv", item.to_csv())
        metadata = item.to_csv_metadata(site.provenance)
        yield File(f"data/{item.name}.csv-metadata.json", metadata)
    schema = (DATA / table.SCHEMA_FILE).read_text("utf-8")
    yield File(f"data/{table.SCHEMA_FILE}", schema)


KIND = PageKind("data", "data/", _pages, files=_files)
