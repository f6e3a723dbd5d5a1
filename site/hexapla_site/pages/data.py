"""The data: test vectors of each standard, and every table of the pages."""

import json
from collections.abc import Iterator

from hexapla_site.data.table import Table
from hexapla_site.data.vectors import vectors_of
from hexapla_site.folders import DATA
from hexapla_site.pages.kind import File, Kind, Page, Site

_SCHEMA = "vectors.schema.json"


def _tables(site: Site) -> tuple[Table, ...]:
    return tuple(table for kind in site.kinds for table in kind.tables(site))


def _pages(site: Site) -> Iterator[Page]:
    yield Page("data/index.html", "data.html", {"tables": site.once(_tables)})


def _files(site: Site) -> Iterator[File]:
    for spec in site.columns:
        form = vectors_of(spec, site.report.cases)
        text = json.dumps(form, separators=(",", ":")) + "\n"
        yield File(f"data/{spec.id}-vectors.json", text)
    yield File(f"data/{_SCHEMA}", (DATA / _SCHEMA).read_text("utf-8"))
    for table in site.once(_tables):
        yield File(f"data/{table.name}.json", table.to_json())
        yield File(f"data/{table.name}.csv", table.to_csv())


KIND = Kind("data", "data/", _pages, files=_files)
