"""All pages against two checkers from outside: axe-core for accessibility, Nu for HTML."""

from typing import Literal

import pytest
from browsing import IN_CONTENT, set_look
from page_checkers import add_axe, axe_violations, needs_axe, needs_nu, nu_errors, shorten
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, built_site, path_of

WIDTHS = (1280, 390, 320)  # pixels
quarters = pytest.mark.parametrize("quarter", range(4))


# test_visits.py looks at each kind in one of these looks, and at its colours in one more.
@pytest.mark.browser
@pytest.mark.nightly
@needs_axe
@quarters
def test_every_kind_of_page_is_accessible_in_every_look_and_by_keyboard(
    tab: Page, quarter: int
) -> None:
    """A scheme changes colours alone, so that the other rules are checked in one of them."""
    for kind in KINDS_OF_PAGE[quarter::4]:
        tab.goto(address_of(path_of(kind)))
        for key in ("Tab", "Enter", "Tab"):
            tab.keyboard.press(key)
        assert tab.evaluate(IN_CONTENT), kind
        shorten(tab)
        add_axe(tab)
        for width in WIDTHS:
            set_look(tab, "light", width)
            assert axe_violations(tab) == [], (kind, width)
        for width in (WIDTHS[0], WIDTHS[-1]):
            set_look(tab, "dark", width)
            assert axe_violations(tab, colours_alone=True) == [], (kind, width, "dark")
        tab.emulate_media(color_scheme="light", forced_colors="active")
        found = axe_violations(tab, colours_alone=True)
        tab.emulate_media(forced_colors="none")
        assert found == [], (kind, "forced colours")


@pytest.mark.browser
@needs_axe
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_the_frame_of_a_page_is_accessible(
    tab: Page, scheme: Literal["light", "dark"], width: int
) -> None:
    set_look(tab, scheme, width)
    tab.goto(address_of("standards/rfc1738.html"))
    tab.locator(".search input").first.wait_for()
    if width == 320:
        tab.get_by_role("button", name="Menu").click()
    add_axe(tab)
    assert axe_violations(tab) == []


@pytest.mark.slow
@needs_nu
def test_a_page_of_each_kind_is_valid_html() -> None:
    assert nu_errors(*(built_site() / path_of(kind) for kind in KINDS_OF_PAGE)) == ""


@pytest.mark.nightly
@needs_nu
def test_every_page_is_valid_html() -> None:
    assert nu_errors(built_site()) == ""
