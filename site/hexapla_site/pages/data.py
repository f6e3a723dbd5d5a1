"""The data: test vectors of each standard, and every table of the pages."""

from collections.abc import Iterator

from hexapla.vectors import SCHEMA_FILE, VectorCase, file_name, schema_text, vectors_text
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import File, Kind, Page, Site


def _tables(site: Site) -> tuple[Table, ...]:
    return tuple(table for kind in site.kinds for table in kind.tables(site))


def _pages(site: Site) -> Iterator[Page]:
    yield Page("data/index.html", "data.html", {"tables": site.once(_tables)})


def _files(site: Site) -> Iterator[File]:
    cases = [VectorCase(case.base, case.reference, case.sources) for case in site.report.cases]
    for spec in site.columns:
        text = vectors_text(spec, cases, site.provenance)
        yield File(f"data/{file_name(spec)}", text)
    yield File(f"data/{SCHEMA_FILE}", schema_text())
    for table in site.once(_tables):
        yield File(f"data/{table.name}.json", table.to_json())
        yield File(f"data/{table.name}.csv", table.to_csv())


KIND = Kind("data", "data/", _pages, files=_files)
