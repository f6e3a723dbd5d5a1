"""Where there is little room: nothing leaves the page, nothing moves, and all is printed."""

import pytest
from browsing import PAINTED, NewContext, header_is_one_line, script, set_look
from playwright.sync_api import Page
from site_under_test import KINDS_OF_PAGE, address_of, path_of
from tables import by_rows_of, in_parts

# What reaches beyond the right edge, and does not scroll inside itself.
OVERFLOWING = script("overflowing")
COUNT_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
# A sheet of A4 without margins of a centimetre, upright and across, in pixels of 1/96 inch.
SHEET = script("sheet")
MOST_SHIFT = 0.05
SOME = ("index.html", "implementations.html")
SCROLLS = script("scrolls")
# The slow part looks at each kind in one width; how far each reaches in both is in test_visits.py.
SOME_IN_EACH = ((320, SOME), (1280, SOME))
EACH_IN_ONE = ((320, KINDS_OF_PAGE[::2]), (1280, KINDS_OF_PAGE[1::2]))
EACH_IN_EACH = ((320, KINDS_OF_PAGE), (1280, KINDS_OF_PAGE))


@pytest.mark.browser
@in_parts("looks", SOME_IN_EACH, slow=[EACH_IN_ONE], nightly=[EACH_IN_EACH])
def test_nothing_moves_while_a_page_loads_and_nothing_leaves_it(
    new_context: NewContext, looks: tuple[tuple[int, tuple[str, ...]], ...]
) -> None:
    for width, kinds in looks:
        context = new_context(viewport={"width": width, "height": 900})
        context.add_init_script(COUNT_SHIFTS)
        page = context.new_page()
        for kind in kinds:
            page.goto(address_of(path_of(kind)))
            page.evaluate(PAINTED)
            assert page.evaluate("window.shifted") < MOST_SHIFT, (kind, width)
            assert page.evaluate(OVERFLOWING) == [], (kind, width)
            assert header_is_one_line(page), (kind, width)


@pytest.mark.browser
def test_a_wide_table_scrolls_inside_itself_and_shows_that_it_does(tab: Page) -> None:
    set_look(tab, "light", 320)
    tab.goto(address_of("hosts/at-signs.html"))
    assert tab.evaluate(SCROLLS) == [True, False, True]
    tab.evaluate("document.querySelector('.scroll').scrollLeft = 1e6")
    tab.wait_for_function("!document.querySelector('.scroll').classList.contains('more')")


@pytest.mark.browser
@pytest.mark.parametrize(
    "address", ["equivalence.html", "hosts/known-issues.html", "url-standard-changes.html"]
)
def test_a_table_of_cards_never_scrolls(tab: Page, address: str) -> None:
    set_look(tab, "light", 320)
    tab.goto(address_of(address))
    cards = tab.locator(".scroll:has(> .stack)")
    assert cards.count()
    assert cards.evaluate_all("(all) => all.every((box) => box.scrollWidth <= box.clientWidth + 1)")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "fits"), [("grammars/atlas.html", True), ("hosts/at-signs.html", False)]
)
def test_the_head_of_a_long_table_stays_in_sight(tab: Page, address: str, fits: bool) -> None:
    tab.set_viewport_size({"width": 1280 if fits else 900, "height": 700})
    tab.goto(address_of(address))
    head = tab.locator("main .scroll thead th").first
    tab.evaluate(
        """(fits) => {
          document.documentElement.style.scrollBehavior = "auto";
          const box = document.querySelector("main .scroll");
          const row = box.querySelector("tbody tr:nth-child(15)");
          box.scrollIntoView();
          if (fits) row.scrollIntoView();
          else box.scrollTop = 400;
        }""",
        fits,
    )
    place = head.bounding_box()
    assert place is not None
    assert 0 <= place["y"] < 250


@pytest.mark.browser
@pytest.mark.parametrize("mode", ["print", "forced colours"])
def test_bars_show_their_length_without_backgrounds(tab: Page, mode: str) -> None:
    tab.goto(address_of("implementations.html"))
    if mode == "print":
        tab.emulate_media(media="print")
    else:
        tab.emulate_media(forced_colors="active")
    bar = tab.locator(".meter rect").first
    box, fill = bar.bounding_box(), bar.evaluate("(bar) => getComputedStyle(bar).fill")
    tab.emulate_media(media="null", forced_colors="none")
    assert box is not None
    assert box["height"] >= 3
    assert box["width"] > 0
    assert fill.startswith("rgb(")


@pytest.mark.browser
@by_rows_of("pages")
def test_a_wide_table_is_printed_whole(kind: str, tab: Page) -> None:
    tab.set_viewport_size({"width": 718, "height": 1047})
    tab.goto(address_of(path_of(kind)))
    tab.emulate_media(media="print")
    beyond = tab.evaluate(SHEET)
    tab.emulate_media(media="null")
    assert beyond == []
