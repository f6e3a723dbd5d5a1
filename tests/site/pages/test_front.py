"""The front page."""

import pytest
from playwright.sync_api import Page
from site_under_test import address_of


@pytest.mark.browser
def test_the_front_page_fits_one_screen(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(address_of("index.html"))
    box = tab.locator(".doors").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
