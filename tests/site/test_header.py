"""The header: one line of 48 px on every page, with the places of the site and where one is."""

import pytest
from browsing import IN_CONTENT, header_is_one_line
from playwright.sync_api import Page
from site_under_test import address_of, addresses, page
from tables import by_rows_of

import hexapla
from hexapla_site.navigation import navigation_of, position_of

SECTIONS = navigation_of(hexapla.specs())
# Pages that are in no place of the site.
ALONE = ("index.html", "playground.html", "404.html")


def test_every_page_is_in_one_place() -> None:
    for address in addresses():
        places = [section.title for section in SECTIONS if section.covers(address)]
        assert len(places) == (address not in ALONE), (address, places)


def test_every_place_lists_pages_with_titles_of_their_own() -> None:
    entries = [entry for section in SECTIONS for entry in section.entries]
    assert {entry.address for entry in entries} <= set(addresses())
    assert len({entry.title for entry in entries}) == len(entries)
    assert all(entry.about.endswith(".") for entry in entries)


def test_a_page_says_where_it_is() -> None:
    for address in addresses():
        section, _ = position_of(SECTIONS, address)
        current = [
            attributes
            for tag, attributes in page(address).tags
            if tag == "a" and "aria-current" in attributes and "title" in attributes
        ]
        assert [attributes["title"] for attributes in current] == (
            [section.question] if section else []
        ), address


@by_rows_of("pages")
def test_the_nearest_part_is_told(address: str, place: str | None, part: str | None) -> None:
    section, entry = position_of(SECTIONS, address)
    assert (section and section.title) == place
    assert (entry and entry.title) == part


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390, 700, 961, 1280])
def test_the_header_is_one_line_of_48_pixels(tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(address_of("cases/query-only.html"))
    tab.locator(".search input").first.wait_for()
    assert header_is_one_line(tab)


@pytest.mark.browser
def test_the_menu_opens_and_closes_by_the_keyboard_without_scripts(
    tab_without_scripts: Page,
) -> None:
    tab = tab_without_scripts
    tab.set_viewport_size({"width": 320, "height": 700})
    tab.goto(address_of("cases/query-only.html"))
    link = tab.get_by_role("link", name="Implementations", exact=True)
    assert not link.is_visible()
    tab.get_by_role("button", name="Menu").focus()
    tab.keyboard.press("Enter")
    assert link.is_visible()
    tab.keyboard.press("Escape")
    assert not link.is_visible()
    tab.set_viewport_size({"width": 1280, "height": 720})
    assert link.is_visible()
    assert not tab.get_by_role("button", name="Menu").is_visible()


@pytest.mark.browser
def test_the_second_key_is_in_the_content(tab: Page) -> None:
    tab.goto(address_of("cases/query-only.html"))
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "main"
    tab.keyboard.press("Tab")
    assert tab.evaluate(IN_CONTENT)
