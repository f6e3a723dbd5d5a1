"""Typical paths of readers through the site, in a real browser.

The path of a researcher to the archive is in `data/test_archive.py`.
"""

import re

from browsing import wait_for_answer
from playwright.sync_api import Locator, Page
from site_under_test import address_of, path_of

from hexapla_site.data.real_links import read_real_links

COUNTED = read_real_links()
ROWS = """() => [...document.querySelectorAll(".step-row")].map((row) =>
  [row.querySelector("bdi").textContent, row.querySelector(".note").textContent])"""


# The page's names of standards have no-break spaces.
RFC1630 = "RFC\N{NO-BREAK SPACE}1630"
RFC1808_AND_2396 = "RFC\N{NO-BREAK SPACE}1808, RFC\N{NO-BREAK SPACE}2396"
RFC3986_AND_URL = "RFC\N{NO-BREAK SPACE}3986, URL\N{NO-BREAK SPACE}Standard"


def text_of(place: Locator) -> str:
    return " ".join(place.inner_text().split())


def ask(tab: Page, reference: str, answered: str) -> None:
    """Type a reference on the front page, and wait until its answer contains a text."""
    tab.fill("#reference", reference)
    wait_for_answer(tab, answered)


def test_who_maintains_a_parser_reads_the_reason_without_a_click(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(address_of("index.html"))
    row = tab.locator("#answer .results tr", has_text="https://shop.example/?page=2")
    told = text_of(row)
    assert "RFC 2396" in told
    assert "java.net.URI" in told
    reason = tab.locator("#answer .trace >> nth=0")
    assert reason.is_visible()
    assert re.search(r"an empty path replaces.*5\.2 steps? 6", text_of(reason))
    for selector in ("#bars", "#answer .results", "#answer .trace tbody tr >> nth=0"):
        box = tab.locator(selector).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, selector


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


def test_who_maintains_a_parser_gets_from_a_query_to_the_standard_and_to_who_does_likewise(
    tab: Page, served: str
) -> None:
    tab.goto(served)
    tab.fill("#base", "http://a/b/c/d;p?q")
    ask(tab, "?y", "http://a/b/c/?y")
    tab.get_by_role("link", name="More about this link").click()
    tab.wait_for_url("**/cases/*.html")
    given = tab.locator(".strip tr", has_text="http://a/b/c/d;p?y")
    assert given.locator("td.given").count() == 3
    likewise = text_of(tab.locator(".results tbody tr", has_text="http://a/b/c/?y"))
    assert "java.net.URI" in likewise
    cited = tab.locator("#why ~ .explanation .cited a", has_text="3986").first
    assert "rfc3986#section-5" in (cited.get_attribute("href") or "")
    tab.get_by_role("link", name="A reference that is only a query").first.click()
    tab.wait_for_url("**/explanations/query-alone.html")
    assert "RFC 3986" in text_of(tab.locator("article"))


def test_who_asks_how_often_it_matters_reads_the_share_first(tab: Page, served: str) -> None:
    share = f"{COUNTED.links_by_kind['structure']:,} of {COUNTED.facts['links']:,} links"
    tab.goto(served)
    door = tab.get_by_role("link", name="I study the Web")
    assert share in text_of(door)
    door.click()
    tab.wait_for_url("**/links-in-the-wild.html")
    assert share in text_of(tab.locator(".lede"))
    text = text_of(tab.locator("main"))
    for further in ("since", "target"):
        assert text.index(share) < text.index(
            " ".join(COUNTED.percent(COUNTED.all[further]).split())
        )


def test_who_is_new_to_urls_gets_to_a_picture_by_one_click(tab: Page, served: str) -> None:
    tab.goto(served)
    tab.get_by_role("link", name="URLs are new to me").click()
    tab.wait_for_url("**/docs/uris.html")
    box = tab.locator(".stepper").bounding_box()
    assert box is not None
    assert box["y"] < 800
    assert "(the base)" in tab.inner_text("main")
    for _ in range(3):
        tab.click(".stepper button >> nth=1")
    assert tab.evaluate(ROWS)[0][0] == "http://a/b/g"


def test_who_writes_a_plug_in_gets_a_ready_file_for_continuous_integration(
    tab: Page, served: str
) -> None:
    tab.goto(served)
    tab.locator("header nav").get_by_role("link", name="Documentation").click()
    tab.get_by_role("link", name="Test your parser in CI").click()
    for name in ("hexapla.yml", ".gitlab-ci.yml"):
        listing = tab.locator("figure.listing", has_text=name)
        assert "hexapla identify" in text_of(listing.locator("pre"))
        listing.get_by_role("button", name="Copy").wait_for()


# The stepper: the steps of a case one at a time, by pointer and by keyboard.


def test_rows_part_where_a_rule_differs(tab: Page) -> None:
    tab.goto(address_of(path_of("a case")))
    together = [RFC1630, f"{RFC1808_AND_2396}, {RFC3986_AND_URL}"]
    assert tab.evaluate(ROWS) == [["../../../g", ", ".join(together)]]
    assert tab.get_attribute(".stepper button >> nth=0", "aria-disabled") == "true"
    for _ in range(4):
        tab.click(".stepper button >> nth=1")
    assert tab.evaluate(ROWS)[0][0] == "http://a/b/c/../../../g"
    for _ in range(4):
        tab.click(".stepper button >> nth=1")
    assert tab.evaluate(ROWS) == [
        ["http://g", RFC1630],
        ["http://a/../g", RFC1808_AND_2396],
        ["http://a/g", RFC3986_AND_URL],
    ]
    assert f"8 of 8: {RFC1630}: a/../ is removed" in tab.inner_text(".stepper")


def test_the_arrow_keys_step_and_stay_on_the_page(tab: Page) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(address_of(path_of("a case")))
    address = tab.url
    tab.focus(".stepper button >> nth=1")
    for _ in range(9):
        tab.keyboard.press("ArrowRight")
    assert "8 of 8" in tab.inner_text(".stepper")
    tab.keyboard.press("ArrowLeft")
    assert "7 of 8" in tab.inner_text(".stepper")
    assert tab.url == address
    assert tab.evaluate("document.getAnimations().length") == 0
    tab.emulate_media(reduced_motion="null")


def test_without_scripts_the_steps_are_a_table(tab_without_scripts: Page) -> None:
    tab_without_scripts.goto(address_of("docs/uris.html"))
    tab_without_scripts.click("text=The steps as a table")
    assert "http://a/b/c/../g" in tab_without_scripts.inner_text("#target-steps")
