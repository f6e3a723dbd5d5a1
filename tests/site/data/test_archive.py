"""The page with all data, and its archive, which has everything that a researcher needs."""

import contextlib
import csv
import hashlib
import html
import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jsonschema
import pytest
from playwright.sync_api import Page
from site_under_test import address_of, built_site, page, rows_of_data, source_of
from tables import by_rows_of

import hexapla
from hexapla.standard.registry import default_columns
from hexapla.values.provenance import AUTHORS, Provenance
from hexapla.vectors import example_cases
from hexapla.vectors.cases import KINDS
from hexapla_site.data.table import Column, Table
from hexapla_site.pages.data import archive_of

ADDRESS = "data/index.html"
STEM = f"hexapla-data-{hexapla.__version__}"
MADE = Provenance("1.2.3", "2026-11-22")
LATER = Provenance("1.2.3", "2026-11-23")


def data() -> Path:
    return built_site() / "data"


def inside(name: str) -> str:
    return zipfile.Path(data() / f"{STEM}.zip", f"{STEM}/{name}").read_bytes().decode()


def names() -> list[str]:
    listed = zipfile.ZipFile(data() / f"{STEM}.zip").namelist()
    assert all(name.startswith(f"{STEM}/") for name in listed)
    return [name.removeprefix(f"{STEM}/") for name in listed]


def test_version_licence_date_and_citation_are_inside() -> None:
    readme, made_by = inside("README.md"), json.loads(inside("tables/cases.json"))["hexapla"]
    version, date = hexapla.__version__, made_by["date"]
    assert made_by == {"version": version, "date": date, "license": "MIT"}
    assert f"Version {version}, made on {date}, under the MIT licence." in readme
    cited = f"{AUTHORS} ({date[:4]}). “Data of Hexapla”. Hexapla {version}, built on {date}."
    assert cited in readme
    assert "How to cite" in readme
    assert f"  author = {{{{{AUTHORS}}}}},\n" in readme
    assert f"  year = {{{date[:4]}}},\n" in readme
    assert "Permission is hereby granted, free of charge" in inside("LICENSE")
    citation = inside("CITATION.cff")
    assert f'version: "{version}"\n' in citation
    assert f'date-released: "{date}"\n' in citation


def test_the_readme_lists_every_file() -> None:
    listed = [
        line.split("`")[1] for line in inside("README.md").splitlines() if line.startswith("- `")
    ]
    outcomes = [outcome.value for outcome in hexapla.Outcome]
    assert sorted(listed) == sorted({*names(), *outcomes, *KINDS} - {"README.md"})


def test_it_holds_what_the_site_offers() -> None:
    held = {name.rpartition("/")[2] for name in names()}
    loose = {path.name for path in data().iterdir() if path.suffix in (".json", ".csv")}
    assert loose <= held
    for name in names():
        folder, _, file = name.partition("/")
        if folder == "vectors" or name.endswith(".csv"):
            assert inside(name) == (data() / file).read_bytes().decode(), name


@by_rows_of("pages")
def test_a_file_follows_the_schema_that_describes_it(file: str, described_by: str) -> None:
    described = json.loads(inside(described_by))
    jsonschema.validators.validator_for(described)(described).validate(json.loads(inside(file)))


def test_its_checksum_is_beside_it_and_on_the_page() -> None:
    octets = (data() / f"{STEM}.zip").read_bytes()
    checksum = hashlib.sha256(octets).hexdigest()
    assert (data() / f"{STEM}.zip.sha256").read_text("ascii") == f"{checksum}  {STEM}.zip\n"
    text = "".join(page(ADDRESS).text)
    assert checksum in text
    assert len(octets) < 1_000_000


COLUMNS = (Column("a", "A text."), Column("b c", "A number.", "integer"))
TABLE = Table("some", "Some rows.", COLUMNS, (("", "1"), ("\ud800", '"')))
# How a cell is read, for each datatype of CSV on the Web that the tables have.
DATATYPES: Mapping[str, Callable[[str], object]] = {
    "string": str,
    "integer": int,
    "number": float,
    "date": date.fromisoformat,
    "json": json.loads,
}


def test_its_bytes_depend_on_its_content_and_its_date_alone() -> None:
    specs, cases = default_columns()[:1], example_cases()
    one = archive_of(specs, cases, [TABLE], MADE)
    assert one == archive_of(specs, cases, [TABLE], MADE)
    assert one.checksum != archive_of(specs, cases, [TABLE], LATER).checksum
    with zipfile.ZipFile(io.BytesIO(one.content)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 11, 22, 0, 0, 0)}


def schema(name: str) -> Any:
    return json.loads(inside(f"tables/{name}"))


def test_a_table_says_what_made_it() -> None:
    form = json.loads(TABLE.to_json(MADE))
    jsonschema.validate(form, schema("table.schema.json"))
    assert form["hexapla"] == MADE.to_dict()
    assert form["citation"] == f"{AUTHORS} (2026). “Table some”. Hexapla 1.2.3."
    assert form["rows"] == [{"a": "", "b c": "1"}, {"a": "\ud800", "b c": '"'}]
    header = next(csv.reader(io.StringIO(TABLE.to_csv(), newline="")))
    assert header == ["a", "b c"]


def test_every_column_of_every_table_is_described() -> None:
    metadata = json.loads(inside("tables/csv-metadata.json"))
    assert metadata["@context"] == "http://www.w3.org/ns/csvw"
    described = {f"tables/{table['url']}": table for table in metadata["tables"]}
    assert set(described) == {name for name in names() if name.endswith(".csv")}
    text = page(ADDRESS).words
    for name, table in described.items():
        columns = table["tableSchema"]["columns"]
        header, *rows = csv.reader(io.StringIO(inside(name), newline=""))
        assert [column["titles"] for column in columns] == header, name
        assert len({column["name"] for column in columns}) == len(columns), name
        for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
            assert re.fullmatch(r"(\w|%[0-9A-F]{2})(\.?(\w|%[0-9A-F]{2}))*", column["name"]), name
            about = column["dc:description"]
            assert re.fullmatch(r"[A-Z“].*\.", about), about
            assert "{" not in about
            assert " ".join(f"{column['titles']} {about}".split()) in text
            for cell in filter(None, cells):
                DATATYPES[column["datatype"]](cell)


def test_the_target_of_a_case_is_in_its_row() -> None:
    rows = {(row["base"], row["reference"]): row for row in rows_of_data("cases")}
    assert rows["http://a/b/c/d;p?q", "?y"]["rfc3986"] == "http://a/b/c/d;p?y"
    assert rows["http://a/b/c/d;p?q", "?y"]["rfc1738"] == "(no rule)"


def test_the_example_prints_where_a_parser_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of(ADDRESS)
    (code,) = re.findall(r'aria-label="An example in Python">(.*?)</pre>', source, re.DOTALL)
    monkeypatch.chdir(data())
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(html.unescape(code), ADDRESS, "exec"), {})
    lines = printed.getvalue().splitlines()
    base, reference = "http:///a", ".."
    target = hexapla.spec("rfc3986").resolve(reference, base=base).uri
    assert lines
    assert (urljoin(base, reference) != target) == any(
        line.startswith(f"{base} {reference} ") for line in lines
    )


def test_every_file_beside_the_page_is_offered_there() -> None:
    folder = data()
    offered = {link for link in page(ADDRESS).values("href") if "/" not in link}
    there = {path.name for path in folder.iterdir() if path.suffix != ".html"}
    assert there <= offered


def test_it_tells_version_date_licence_and_citation() -> None:
    text = " ".join(" ".join(page(ADDRESS).text).split())
    assert f"Version {hexapla.__version__} Built on 20" in text
    assert "Licence MIT SHA-256 " in text
    assert "“Data of Hexapla”" in text
    assert "Permission is hereby granted, free of charge" in text
    for outcome in hexapla.Outcome:
        assert f"outcome-{outcome.value}" in page(ADDRESS).ids


def test_the_researcher_gets_from_the_front_page_to_one_archive(tab: Page) -> None:
    tab.goto(address_of("index.html"))
    tab.locator("header a[href='data/index.html']").click()
    with tab.expect_download() as download:
        tab.get_by_role("link", name=f"{STEM}.zip", exact=True).click()
    octets = download.value.path().read_bytes()
    assert octets == (data() / f"{STEM}.zip").read_bytes()
    assert hashlib.sha256(octets).hexdigest() == tab.locator(".checksum").text_content()
