"""How a page is cited."""

from importlib.metadata import version

import pytest
from playwright.sync_api import Page
from site_under_test import address_of, addresses, page

from hexapla_site.citing import citation_of
from hexapla_site.web_address import MISSING

STARTLING = "cases/one-level-above-root.html"


def test_a_page_is_cited_with_title_version_and_address() -> None:
    for address in set(addresses()) - {MISSING}:
        text = "".join(page(address).text)
        assert f"Hexapla {version('hexapla')}, “" in text, address
        assert f"”, {address}." in text, address
    text = "".join(page(STARTLING).text)
    assert "“../../../g ] http://a/../g 1808 2396 · http://g 1630, against http://a/b/c/d;p?q”" in (
        text
    )


def test_bibtex_escapes_the_signs_of_a_title() -> None:
    found = citation_of("a_b & {c} 5% $d #e ~f ^g \\h", "cases/x.html").bibtex
    assert r"{{a\_b \& \{c\} 5\% \$d \#e \textasciitilde{}f \textasciicircum{}g " in found
    assert r"\textbackslash{}h}}" in found
    assert found.startswith("@misc{hexapla-cases-x,")


@pytest.mark.browser
def test_a_citation_can_be_copied(tab: Page) -> None:
    tab.goto(address_of("equivalence.html"))
    tab.locator(".cite summary").focus()
    tab.keyboard.press("Enter")
    tab.locator(".cite button").first.click()
    tab.wait_for_function("/copied|selected/.test(document.querySelector('.copy').textContent)")
