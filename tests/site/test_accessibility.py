"""The pages against two judges from outside: axe-core for accessibility, Nu for HTML."""

import pytest
from judges import axe_violations, bring_axe, needs_axe, needs_nu, nu_errors
from playwright.sync_api import Browser
from site_under_test import built_site, kinds_of_page


@pytest.mark.browser
@needs_axe
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_keeps_somebody_out(browser: Browser, scheme: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    for address in kinds_of_page(memos=2):
        page.goto((built_site() / address).as_uri())
        bring_axe(page)
        box = page.locator("#optional-columns")
        both = (False, True) if scheme == "light" else (True,)  # all there is, once in the dark
        for shown in both if box.count() and box.is_visible() else (None,):
            if shown is not None:
                box.set_checked(shown)
            assert axe_violations(page) == [], (address, shown)
    context.close()


@needs_nu
def test_a_page_is_no_html() -> None:
    assert nu_errors(built_site()) == ""
