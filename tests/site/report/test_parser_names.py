"""The names of parsers on pages: none is the name of a standard."""

from collections.abc import Iterator

from browsing import NewContext
from site_under_test import Page, address_of, page, pages

from hexapla.implementations.adapters import ADAPTERS
from hexapla.implementations.labels import parser_label
from hexapla.standard.registry import default_columns
from hexapla_site.pages.hosts import INDEX

WITH_PARSERS = (
    *("agreed-urls/", "cases/", "data/benchmarks.html", "differences.html", "explanations/"),
    *("hosts/", "implementations", "index.html", "playground.html"),
)
LABEL = "rfc3986 (Python package)"
NO_BREAK_SPACE = "\u00a0"


def ids_of_standards() -> set[str]:
    return {spec.id for spec in default_columns()}


def names_in(shown: Page) -> Iterator[str]:
    """Yield the items of comma-separated texts on a page, except the label of the library."""
    for text in shown.text:
        if not text.strip().startswith("rfc3986, "):
            yield from (item.strip() for item in text.split(", "))


def test_a_parser_with_the_id_of_a_standard_has_a_label() -> None:
    named = {item.name for item in ADAPTERS} & ids_of_standards()
    assert named == {"rfc3986"}
    labels = {parser_label(item.name) for item in ADAPTERS}
    assert len(labels) == len(ADAPTERS)
    assert not labels & ids_of_standards()


def test_no_page_has_a_parser_that_reads_as_a_standard() -> None:
    labelled = set()
    for address, shown in pages():
        if address.startswith(WITH_PARSERS):
            assert not ids_of_standards() & {*names_in(shown)}, address
            if LABEL in "".join(shown.text).replace(NO_BREAK_SPACE, " "):
                labelled.add(address)
    assert {INDEX, "implementations.html", "index.html", "data/benchmarks.html"} <= labelled


def test_lists_choose_by_name_and_show_the_label() -> None:
    for address in (INDEX, "index.html", "playground.html"):
        values = [item["value"] for item in page(address).all("option") if "value" in item]
        assert "rfc3986" in values, address


def test_a_chosen_pair_is_called_by_its_labels(new_context: NewContext) -> None:
    tab = new_context().new_page()
    tab.goto(f"{address_of(INDEX)}#validator=rfc3986&client=ada")
    assert tab.inner_text("#pair-count").startswith(f"{LABEL} and ada both accept")
    assert f" {LABEL}" in tab.inner_text("#pair-rows")
    head = tab.locator("#pair-map thead th", has_text=LABEL)
    column = head.evaluate("cell => cell.cellIndex")
    tab.locator(f"#pair-map #pairs-ada td:nth-child({column + 1})").click()
    tab.wait_for_url("**#validator=ada&client=rfc3986")
    assert tab.inner_text("#pair-count").startswith(f"ada and {LABEL} both accept")
