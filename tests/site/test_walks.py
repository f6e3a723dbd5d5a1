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


def ask(tab: Page, reference: str, answered: str) -> None:
    """Type a reference on the front page, and wait until its answer has a text."""
    tab.fill("#reference", reference)
    tab.wait_for_function(
        "text => document.getElementById('answer').innerText.includes(text)", arg=answered
    )


def test_who_maintains_a_parser_reads_the_reason_without_a_click(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(address_of("index.html"))
    row = tab.locator("#answer .results tr", has_text="https://shop.example/?page=2")
    told = text_of(row)
    assert "RFC 2396" in told
    assert "java.net.URI" in told
    reason = tab.locator("#answer .branch >> nth=0")
    assert reason.is_visible()
    assert re.search(r"an empty path replaces.*5\.2 steps? 6", text_of(reason))
    box = reason.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900


def test_who_reviews_security_gets_from_a_url_to_the_report_and_the_pair(
    tab: Page, served: str
) -> None:
    tab.goto(served)
    ask(tab, "http://a\\@b/", "Which host is it?")
    host = tab.locator("#answer .which-host")
    rows = map(text_of, host.locator(".results tbody tr").all())
    read = {row.split()[0]: row for row in rows}
    assert "URL Standard" in read["a"]
    assert "node-URL" in read["a"]
    assert "RFC 3986" in read["b"]
    assert "libcurl" in read["b"]
    assert "go-net-url" in read["refused"]
    report = host.get_by_role("link", name="GHSA-v359-jj2v-j536")
    assert (report.get_attribute("href") or "").endswith("/GHSA-v359-jj2v-j536")
    host.get_by_role("link", name="choose your validator and your client").click()
    tab.wait_for_url("**/hosts/index.html#validator=*")
    pair = [tab.input_value("#validator"), tab.input_value("#client")]
    assert pair[0] in read["a"]
    assert pair[1] in read["b"]
    assert "http://a\\@b/" in text_of(tab.locator("#pair-rows"))


def test_who_asks_for_a_url_of_no_recording_gets_the_hosts_of_the_standards(
    tab: Page, served: str
) -> None:
    tab.goto(served)
    ask(tab, "http://example.com%2F@evil.com", "Which host is it?")
    host = tab.locator("#answer .which-host")
    told = text_of(host.locator(".results tr", has_text="URL Standard"))
    assert told.startswith("evil.com")
    assert "RFC 3986" in told
    assert "No parser was asked this one" in text_of(host)


def test_who_knows_a_url_reads_who_gives_what_and_why(tab: Page, served: str) -> None:
    tab.goto(served)
    tab.fill("#base", "https://shop.example/cart/item.html?id=5")
    ask(tab, "?id=6", "https://shop.example/cart/?id=6")
    told = text_of(tab.locator("#answer"))
    assert "https://shop.example/cart/item.html?id=6" in told
    assert "URL Standard" in told
    assert "the base's path replaces an empty one" in told
