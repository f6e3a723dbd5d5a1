"""The page of errata, and the pages of standards that mention them."""

from site_under_test import page

from hexapla.standard.registry import default_columns
from hexapla_site.pages.errata import ADDRESS


def test_the_page_has_every_erratum() -> None:
    ids = page(ADDRESS).ids
    for spec in default_columns():
        for erratum in spec.errata:
            assert f"erratum-{erratum.number}" in ids


def test_a_rule_and_a_reading_name_their_errata() -> None:
    links = page("standards/rfc3986.html").values("href")
    assert {"errata.html#erratum-4547", "errata.html#erratum-4789"} <= set(links)
