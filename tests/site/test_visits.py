"""One visit to a page of each kind: its width, its accessibility, and the way by keyboard."""

import pytest
from browsing import LOOKS, script, set_look
from page_checkers import HAS_AXE, add_axe, axe_violations, shorten
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, path_of

pytestmark = pytest.mark.browser
SWITCH = script("switch")
WATCH = script("visits-watch")
# A browser begins anew behind the last element, or leaves the page.
AT_THE_END = "window.ended || document.activeElement === document.body"
# The list of the search is shown as long as its field has the focus.
FAULTS = script("faults")


# Of the templates that are unlike each other, one page each; the slow part visits every kind.
ALWAYS = frozenset({"index.html", "a case", "hosts/at-signs.html"})
KINDS = [
    pytest.param(kind, marks=() if kind in ALWAYS else pytest.mark.slow) for kind in KINDS_OF_PAGE
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_fits_the_window_is_accessible_and_works_by_keyboard(tab: Page, kind: str) -> None:
    """Every other page is checked with all columns in a narrow window, dark, the others wide.

    Of every four, two are then checked for the colours of the other scheme, two for forced colours.
    The header, which is the same on every page, is looked at on two.
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
    """Press the tab key until the end, and expect it to reach everything once and visibly.

    Args:
        tab: The page.
        whole: Whether to walk through the header, too, which is the same on every page.
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
