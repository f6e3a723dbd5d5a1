"""All pages against two checkers from outside: axe-core for accessibility, Nu for HTML."""

import itertools
from typing import Literal

import pytest
from browsing import set_look
from page_checkers import add_axe, axe_violations, needs_axe, needs_nu, nu_errors
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, built_site, path_of

SWITCH = """(on) => {
  const box = document.querySelector("#column-whatwg");
  if (box && box.checked !== on) box.click();
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = (1280, 390, 320)  # pixels
quarters = pytest.mark.parametrize("quarter", range(4))


@pytest.mark.browser
@pytest.mark.slow
@needs_axe
@quarters
def test_every_kind_of_page_is_accessible_in_every_look(tab: Page, quarter: int) -> None:
    for kind in KINDS_OF_PAGE[quarter::4]:
        tab.goto(address_of(path_of(kind)))
        add_axe(tab)
        tab.evaluate(SWITCH, True)
        for scheme, width in itertools.product(SCHEMES, WIDTHS):
            set_look(tab, scheme, width)
            assert axe_violations(tab) == [], (kind, scheme, width)


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
def test_every_page_is_valid_html() -> None:
    assert nu_errors(built_site()) == ""
