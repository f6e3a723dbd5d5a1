"""Visits to a page of each kind: its width, accessibility, use by keyboard, and HTML.

Two external checkers are used: axe-core for accessibility, and Nu for HTML.
"""

import pytest
from browsing import IN_CONTENT, LOOKS, script, set_look
from page_checkers import (
    HAS_AXE,
    add_axe,
    axe_violations,
    needs_axe,
    needs_nu,
    nu_errors,
    shorten,
)
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, built_site, path_of
from tables import in_parts

SWITCH = script("switch")
WATCH = script("visits-watch")
# After the last element, a browser starts again, or leaves the page.
AT_THE_END = "window.ended || document.activeElement === document.body"
# The search results are shown while the field has the focus.
FAULTS = script("faults")
WIDTHS = (1280, 390, 320)  # pixels
# One page for each of the most different templates; the slow part visits every kind.
ALWAYS = ("index.html", "a case", "hosts/at-signs.html")


@in_parts("kind", *ALWAYS, slow=[kind for kind in KINDS_OF_PAGE if kind not in ALWAYS])
def test_a_page_fits_the_window_is_accessible_and_works_by_keyboard(tab: Page, kind: str) -> None:
    """Every second kind is checked in a narrow, dark window, the others in a wide, light one.

    Colours are checked once more: half the kinds in the other scheme, half in forced colours. The
    header, which is the same on every page, is checked on two.
    """
    tab.goto(address_of(path_of(kind)))
    whole = kind in ("index.html", "a case")
    narrow_last = KINDS_OF_PAGE.index(kind) % 2
    for scheme, width in LOOKS if narrow_last else reversed(LOOKS):
        set_look(tab, scheme, width)
        assert tab.evaluate(SWITCH, True) <= width, width
    if not narrow_last:
        assert tab.evaluate(SWITCH, False) <= width, width
    shorten(tab)
    if HAS_AXE:
        add_axe(tab)
        part = "html" if whole else "main"
        assert axe_violations(tab, part) == [], (scheme, width)
        if KINDS_OF_PAGE.index(kind) % 4 > 1:
            tab.emulate_media(forced_colors="active")
        else:
            tab.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
        assert axe_violations(tab, part, colours_alone=True) == [], (scheme, width, "colours")
    walk(tab, whole)


def walk(tab: Page, whole: bool) -> None:
    """Press the tab key to the end; check that it visibly reaches each element once.

    Args:
        tab: The page.
        whole: Whether to include the header, which is the same on every page.
    """
    if not whole:
        tab.locator("a.skip").focus()
        tab.keyboard.press("Enter")
        tab.wait_for_url("**#main")
    for _ in range(tab.evaluate(WATCH, whole)):
        tab.keyboard.press("Tab")
    for _ in range(4):
        if not tab.evaluate(AT_THE_END):
            tab.keyboard.press("Tab")
    assert tab.evaluate(FAULTS) == []
    assert tab.evaluate(AT_THE_END)


@needs_axe
def test_the_frame_of_a_page_is_accessible(tab: Page) -> None:
    tab.goto(address_of("standards/rfc1738.html"))
    tab.locator(".search input").first.wait_for()
    add_axe(tab)
    for scheme, width in LOOKS:
        set_look(tab, scheme, width)
        if width < 400:
            tab.get_by_role("button", name="Menu").click()
        assert axe_violations(tab) == [], width


# The test above checks each kind in one of these looks, and its colours in one more.
@pytest.mark.nightly
@needs_axe
@pytest.mark.parametrize("quarter", range(4))
def test_every_kind_of_page_is_accessible_in_every_look_and_by_keyboard(
    tab: Page, quarter: int
) -> None:
    """A scheme changes only colours, so other rules are checked in one scheme."""
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


@needs_nu
@in_parts("kinds", slow=[KINDS_OF_PAGE], nightly=[("",)])
def test_pages_are_valid_html(kinds: tuple[str, ...]) -> None:
    assert nu_errors(*(built_site() / path_of(kind) for kind in kinds)) == ""
