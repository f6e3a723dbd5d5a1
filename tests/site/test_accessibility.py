"""All pages against two checkers from outside: axe-core for accessibility, Nu for HTML."""

import pytest
from browsing import LOOKS, set_look
from page_checkers import add_axe, axe_violations, needs_axe, needs_nu, nu_errors
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, built_site, path_of

SHOW_OPTIONAL = """(shown) => {
  const box = document.querySelector("#optional-columns");
  if (box && box.checkVisibility() && box.checked !== shown) box.click();
}"""
pytestmark = pytest.mark.slow
halves = pytest.mark.parametrize("half", [0, 1])


@pytest.mark.browser
@needs_axe
@halves
def test_every_kind_of_page_is_accessible_as_a_whole(tab: Page, half: int) -> None:
    """In both looks, and in the first one with the default columns and with all."""
    light, dark = LOOKS
    for kind in KINDS_OF_PAGE[half::2]:
        tab.goto(address_of(path_of(kind)))
        add_axe(tab)
        for look, shown in ((light, False), (light, True), (dark, True)):
            set_look(tab, *look)
            tab.evaluate(SHOW_OPTIONAL, shown)
            assert axe_violations(tab) == [], (kind, look, shown)


@needs_nu
def test_every_page_is_valid_html() -> None:
    assert nu_errors(built_site()) == ""
