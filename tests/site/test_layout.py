"""What every page has: anchors, a way past its header, a text without scripts, and a print."""

import posixpath

import pytest
from browsing import script
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, addresses, page, path_of
from tables import in_parts

STARTLING = "cases/one-level-above-root.html"


# Anchors.


def test_every_heading_row_and_step_has_an_anchor() -> None:
    for address in addresses():
        rows, is_article = False, posixpath.dirname(address) == "docs"
        for name, attributes in page(address).tags:
            rows = name == "tbody" or (rows and name not in ("thead", "table"))
            heading = name in ("h2", "h3") and address != "playground.html"
            row = name == "tr" and rows and attributes.get("class") != "why" and not is_article
            if heading or row:
                assert "id" in attributes, (address, name, attributes)


# Without scripts.


WITHOUT_CONTROLS = script("without-controls")
SOME_KINDS = ("index.html", "a case", "docs/test-my-parser.html")


@pytest.mark.browser
@in_parts("kinds", SOME_KINDS, slow=[KINDS_OF_PAGE[::6]], nightly=[KINDS_OF_PAGE])
def test_a_page_shows_the_same_without_scripts(
    tab: Page, tab_without_scripts: Page, kinds: tuple[str, ...]
) -> None:
    for kind in kinds:
        shown = []
        for page_of_kind in (tab, tab_without_scripts):
            page_of_kind.goto(address_of(path_of(kind)))
            page_of_kind.evaluate(WITHOUT_CONTROLS)
            main = page_of_kind.locator("main")
            said = " ".join(main.locator("noscript > *").all_inner_texts())  # only without scripts
            shown.append(" ".join(main.inner_text().split()).replace(said, "").split())
        assert shown[0] == shown[1], kind


@pytest.mark.browser
def test_everything_opens_and_leads_on_without_scripts(tab_without_scripts: Page) -> None:
    tab = tab_without_scripts
    tab.goto(address_of(STARTLING))
    tab.locator("#steps summary").click()
    assert tab.locator("#step-rfc1630-1").is_visible()
    tab.locator(".pager a[rel=next]").click()
    assert tab.url != address_of(STARTLING)
    tab.goto(address_of("playground.html"))
    assert "Without JavaScript" in tab.inner_text("main")


# In print.


@pytest.mark.browser
def test_links_are_footnotes_in_print(tab: Page) -> None:
    tab.goto(address_of("standards/rfc2396.html"))
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    notes = tab.locator(".footnotes li").all_inner_texts()
    assert "https://www.rfc-editor.org/rfc/rfc2396" in notes
    assert len(notes) == len(set(notes))
    marks = tab.locator(".footnote-mark").all_inner_texts()
    assert {int(mark) for mark in marks} == set(range(1, len(notes) + 1))
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator(".footnotes, .footnote-mark").count() == 0


@pytest.mark.browser
def test_what_is_folded_open_is_printed_and_controls_are_not(tab: Page) -> None:
    tab.goto(address_of("differences.html"))
    tab.locator("#differences details").first.evaluate("(details) => (details.open = true)")
    tab.emulate_media(media="print")
    assert tab.locator("#differences li").first.is_visible()
    assert tab.locator("#differences summary").last.is_visible()
    assert tab.locator(":is(input, select, button):visible").count() == 0


# Type.

FONT_SIZES = script("font-sizes")


@pytest.mark.browser
@in_parts("kinds", slow=[KINDS_OF_PAGE[::6]], nightly=[KINDS_OF_PAGE])
def test_a_page_has_at_most_six_sizes_of_type(tab: Page, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        tab.goto(address_of(path_of(kind)))
        assert tab.evaluate(FONT_SIZES) <= 6, kind


def test_a_long_page_lists_its_sections() -> None:
    for address in (STARTLING, "hosts/index.html", "links-in-the-wild.html", "docs/tutorial.html"):
        names = [
            attributes.get("aria-label") for tag, attributes in page(address).tags if tag == "nav"
        ]
        assert "On this page" in names, address
