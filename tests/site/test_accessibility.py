"""The pages against two checkers from outside: axe-core for accessibility, Nu for HTML."""

import pytest
from page_checkers import add_axe, axe_violations, needs_axe, needs_nu, nu_errors, shorten_tables
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, addresses, built_site, path_of

SHOW_OPTIONAL = """(shown) => {
  const box = document.querySelector("#optional-columns");
  if (box && box.checkVisibility() && box.checked !== shown) box.click();
}"""
HALVES = pytest.mark.parametrize("half", [0, 1])


def look(tab: Page, scheme: str, width: int, optional: bool) -> None:
    """Set what changes how a page looks."""
    tab.set_viewport_size({"width": width, "height": 900})
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    tab.evaluate(SHOW_OPTIONAL, optional)


@pytest.mark.browser
@needs_axe
@HALVES
def test_every_kind_of_page_is_accessible(tab: Page, half: int) -> None:
    """In two looks that have both of each: schemes, widths, and sets of columns."""
    for kind in KINDS_OF_PAGE[half::2]:
        tab.goto(address_of(path_of(kind)))
        shorten_tables(tab)
        add_axe(tab)
        for scheme, width, optional in (("light", 1280, False), ("dark", 360, True)):
            look(tab, scheme, width, optional)
            assert axe_violations(tab) == [], (kind, scheme, width)


@pytest.mark.slow
@pytest.mark.browser
@needs_axe
@HALVES
def test_every_kind_of_page_is_accessible_in_full_and_in_every_look(tab: Page, half: int) -> None:
    standards = [address for address in addresses() if address.startswith("standards/")]
    for kind in list(dict.fromkeys([*KINDS_OF_PAGE, *standards]))[half::2]:
        tab.goto(address_of(path_of(kind)))
        add_axe(tab)
        for scheme in ("light", "dark"):
            for width in (360, 1280):
                look(tab, scheme, width, optional=scheme == "dark")
                assert axe_violations(tab) == [], (kind, scheme, width)
        look(tab, "light", 1280, optional=True)
        assert axe_violations(tab) == [], kind


@needs_nu
def test_every_page_is_valid_html() -> None:
    assert nu_errors(built_site()) == ""
