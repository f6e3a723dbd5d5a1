"""The stepper: the phases of a case one at a time, by pointer and by keyboard."""

import pytest
from playwright.sync_api import Page
from site_under_test import address_of, built_site, path_of

pytestmark = pytest.mark.browser

ROWS = """() => [...document.querySelectorAll(".step-row")].map((row) =>
  [row.querySelector("bdi").textContent, row.querySelector(".note").textContent])"""


def test_rows_part_where_a_rule_differs(tab: Page) -> None:
    tab.goto(address_of(path_of("a case")))
    assert tab.evaluate(ROWS) == [["../../../g", "all standards"]]
    assert tab.get_attribute(".stepper button >> nth=0", "aria-disabled") == "true"
    for _ in range(4):
        tab.click(".stepper button >> nth=1")
    assert tab.evaluate(ROWS)[0][0] == "http://a/b/c/../../../g"
    tab.click(".stepper button >> nth=1")
    assert tab.evaluate(ROWS) == [
        ["http://g", "RFC\N{NO-BREAK SPACE}1630"],
        ["no rule", "RFC\N{NO-BREAK SPACE}1738"],
        ["http://a/../g", "RFC\N{NO-BREAK SPACE}1808, RFC\N{NO-BREAK SPACE}2396"],
        ["http://a/g", "RFC\N{NO-BREAK SPACE}3986, URL\N{NO-BREAK SPACE}Standard"],
    ]
    assert "dot segments are removed" in tab.inner_text(".stepper")


def test_the_arrow_keys_step_and_stay_on_the_page(tab: Page) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(address_of(path_of("a case")))
    address = tab.url
    tab.focus(".stepper button >> nth=1")
    for _ in range(9):
        tab.keyboard.press("ArrowRight")
    assert "7 of 7" in tab.inner_text(".stepper")
    tab.keyboard.press("ArrowLeft")
    assert "6 of 7" in tab.inner_text(".stepper")
    assert tab.url == address
    assert tab.evaluate("document.getAnimations().length") == 0
    tab.emulate_media(reduced_motion="null")


def test_a_newcomer_gets_to_a_picture_of_base_and_reference_with_one_click(tab: Page) -> None:
    tab.goto(address_of("index.html"))
    tab.click("text=URLs are new to me")
    tab.wait_for_selector(".stepper button")
    assert "(the base)" in tab.inner_text("main")
    for _ in range(5):
        tab.click(".stepper button >> nth=1")
    assert tab.evaluate(ROWS)[0][0] == "http://a/b/g"


def test_without_scripts_the_steps_are_a_table(tab_without_scripts: Page) -> None:
    tab_without_scripts.goto((built_site() / "docs" / "uris.html").as_uri())
    tab_without_scripts.click("text=The steps as a table")
    assert "http://a/b/c/../g" in tab_without_scripts.inner_text("#phases-table")
