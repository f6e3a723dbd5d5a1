"""Readers, and the way of each through the site in a real browser.

The way of the researcher, to one archive, is in `data/test_archive.py`.
"""

import re

import pytest
from playwright.sync_api import Locator, Page
from site_under_test import address_of

pytestmark = pytest.mark.browser


def text_of(place: Locator) -> str:
    """Return the text of a place as it is shown, with single spaces."""
    return " ".join(place.inner_text().split())


def test_who_maintains_a_parser_reads_the_reason_without_a_click(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(address_of("index.html"))
    row = tab.locator("#answer .results tr", has_text="http://a/b/c/?y")
    told = text_of(row)
    assert "1998 to 2005" in told
    assert "RFC 2396" in told
    assert "java.net.URI" in told
    reason = tab.locator("#answer .branch >> nth=0")
    assert reason.is_visible()
    assert re.search(r"an empty path replaces.*5\.2 steps? 6", text_of(reason))
    box = reason.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800


def test_who_knows_a_url_reads_who_gives_what_and_why(tab: Page, served: str) -> None:
    tab.goto(served)
    tab.fill("#base", "https://shop.example/cart/item.html?id=5")
    tab.fill("#reference", "?id=6")
    tab.wait_for_function(
        "document.getElementById('answer').innerText.includes('https://shop.example/cart/?id=6')"
    )
    told = text_of(tab.locator("#answer"))
    assert "https://shop.example/cart/item.html?id=6" in told
    assert "URL Standard" in told
    assert "the base's path replaces an empty one" in told
    explained = ", ".join(tab.locator("#words + dl dt").all_inner_texts()).split(", ")
    terms = ("base", "reference", "target", "standard", "path", "parse", "resolve", "no rule")
    assert [term for term in terms if term in told.lower() and term not in explained] == []
