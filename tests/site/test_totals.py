"""Every table with a total adds up to it, and numbers on several pages are the same."""

import re

import pytest
from reports import report
from site_under_test import addresses, page, source_of
from tables_of_pages import TableRow, TablesOfPage, number_of, rows_with_total

from hexapla_site.data.real_links import read_real_links
from hexapla_site.folders import read_data
from hexapla_site.pages import two_standards

LINKS = "links-in-the-wild.html"


def tables_with_total(source: str) -> list[list[TableRow]]:
    tables = TablesOfPage(source).tables
    return [table for table in tables if any(row.part == "tfoot" for row in table)]


def assert_adds_up(table: list[TableRow]) -> None:
    rows, (foot,) = rows_with_total(table)
    checked = 0
    for place, cell in enumerate(foot.cells):
        total = number_of(cell)
        if total is not None:
            numbers = [number_of(row.cells[place]) or 0 for row in rows]
            assert sum(numbers) == total, (place, foot.cells)
            checked += 1
    assert checked
    for subtotal in (row for row in table if row.scope == "rowgroup"):
        members = [row for row in rows if row.body == subtotal.body]
        for place, cell in enumerate(subtotal.cells):
            if number_of(cell) is not None:
                numbers = [number_of(row.cells[place]) or 0 for row in members]
                assert sum(numbers) == number_of(cell)


def test_a_table_that_does_not_add_up_is_noticed() -> None:
    table = (
        "<table><tbody><tr><th scope=row>a</th><td>1,000</td></tr>"
        "<tr><th scope=row>b</th><td>2 (5 %)</td></tr></tbody>"
        "<tfoot><tr><th scope=row>all</th><td>{}</td></tr></tfoot></table>"
    )
    assert_adds_up(tables_with_total(table.format("1,002"))[0])
    with pytest.raises(AssertionError):
        assert_adds_up(tables_with_total(table.format("1,001"))[0])


@pytest.mark.parametrize(("address", "count"), [(LINKS, 3), (two_standards.ADDRESS, 1)])
def test_these_pages_have_tables_with_totals(address: str, count: int) -> None:
    assert len(tables_with_total(source_of(address))) == count


def test_every_table_of_the_site_adds_up_to_its_total() -> None:
    for address in addresses():
        for table in tables_with_total(source_of(address)):
            assert_adds_up(table)


def test_the_groupings_of_a_corpus_add_up_to_its_rows() -> None:
    tables = tables_with_total((report("corpus") / "index.html").read_text("utf-8"))
    assert len(tables) == 3
    for table in tables:
        assert_adds_up(table)


def test_the_kinds_of_difference_add_up_and_stand_on_both_pages() -> None:
    counted = read_real_links()
    assert sum(counted.links_by_kind.values()) == counted.all["today"]
    for address in (LINKS, two_standards.ADDRESS):
        feet = [table[-1].cells for table in tables_with_total(source_of(address))]
        assert any(f"{counted.all['today']:,}" in map(str.strip, foot) for foot in feet)


@pytest.mark.parametrize(
    "address", ["index.html", "differences.html", LINKS, two_standards.ADDRESS]
)
def test_the_number_stands_with_its_sample_and_by_kind(address: str) -> None:
    counted, words = read_real_links(), page(address).words
    assert f"{counted.facts['links']:,}" in words
    assert f"{counted.links_by_kind['structure']:,}" in words
    assert counted.sample in words


def test_the_known_differences_are_as_many_on_all_pages() -> None:
    count = len(read_data("known-differentials.json")["cases"])
    assert f"{count} publicly reported differences" in page("index.html").words
    assert (
        f"{count} differences that were reported in public sources"
        in page("hosts/index.html").words
    )
    rows = [row for name in ("known", "known-issues") for row in page(f"hosts/{name}.html").ids]
    assert sum(row.startswith("known-") and row != "known-rows" for row in rows) == count


def test_the_implementations_are_as_many_as_the_page_says() -> None:
    words = page("implementations.html").words
    stated = re.search(r"(\d+) of the parsers resolve references", words)
    assert stated is not None
    tables = TablesOfPage(source_of("implementations.html")).tables
    asked = next(table for table in tables if "functions called" in table[0].cells)
    assert sum(row.scope == "row" for row in asked) == int(stated[1])


def test_no_share_of_cases_is_of_more_than_all() -> None:
    words = page("agreement.html").words
    stated = re.search(r"how often the standards agree on the (\d+) cases", words)
    assert stated is not None
    for table in TablesOfPage(source_of("agreement.html")).tables:
        if "cases with a rule in both" in table[0].cells:
            for row in (row for row in table if row.part == "tbody"):
                alike, cases = (number_of(cell) for cell in row.cells[-2:])
                assert alike is not None
                assert cases is not None
                assert alike <= cases <= int(stated[1])
