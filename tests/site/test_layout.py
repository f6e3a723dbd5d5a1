"""The layout of pages: their header, in narrow windows, without scripts, and in print."""

from pathlib import Path

import pytest
from browsing import IN_CONTENT, PAINTED, NewContext, header_is_one_line, script, set_look
from playwright.sync_api import FloatRect, Locator, Page
from site_under_test import KINDS_OF_PAGE, address_of, path_of
from tables import by_rows_of, in_parts

import hexapla
from hexapla_site.build import build_site

STARTLING = "cases/one-level-above-root.html"
WITHOUT_CONTROLS = script("without-controls")
FONT_SIZES = script("font-sizes")
# Elements that reach beyond the right edge, and don't scroll by themselves.
OVERFLOWING = script("overflowing")
SCROLLS = script("scrolls")
CUT_OPTIONS = script("cut-options")
SCROLLS_DOWN = script("scrolls-down")
SCROLL_TO_ROW = script("scroll-to-row")
PINNED_HEAD = script("pinned-head")
# The area of an A4 sheet within 1 cm margins, portrait and landscape, in pixels of 1/96 inch.
SHEET = script("sheet")
COUNT_SHIFTS = script("count-shifts")
MOST_SHIFT = 0.05
SOME = ("index.html", "implementations.html")
SOME_WITHOUT_SCRIPTS = ("index.html", "a case", "docs/test-my-parser.html")


def bounding_box(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None
    return box


def test_the_header_is_one_line_and_the_second_key_is_in_the_content(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    tab.locator(".search input").first.wait_for()
    for width in (320, 390, 700, 961, 1280):
        set_look(tab, "light", width)
        assert header_is_one_line(tab), width
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "main"
    tab.keyboard.press("Tab")
    assert tab.evaluate(IN_CONTENT)


def test_long_labels_of_standards_stay_beside_the_figure(tab: Page, tmp_path: Path) -> None:
    long = "rfc2396[excess-dots=remove,scheme-test=grammar]"
    selectors = ("rfc1808", long, "rfc3986[same-scheme=loophole]", "whatwg[as-of=2014-10]")
    build_site(tmp_path / "site", columns=tuple(map(hexapla.spec, selectors)), only=["front"])
    tab.goto((tmp_path / "site" / "index.html").as_uri())
    for width in (1216, 1280, 1600):
        set_look(tab, "light", width)
        table = bounding_box(tab.locator(".asked .results").first)
        figure = bounding_box(tab.locator(".asked > .bars"))
        assert table["x"] + table["width"] <= figure["x"], width


@pytest.mark.parametrize(
    ("address", "beside"),
    [("docs/tutorial.html", "main.text article > p"), (STARTLING, "main .opening h1")],
)
def test_the_list_of_sections_is_beside_the_text(tab: Page, address: str, beside: str) -> None:
    set_look(tab, "light", 1280)
    tab.goto(address_of(address))
    text = bounding_box(tab.locator(beside).first)
    sections = tab.locator(".on-this-page")
    listed = bounding_box(sections)
    left, right = sorted((listed, text), key=lambda box: box["x"])
    assert left["x"] + left["width"] <= right["x"]
    assert listed["y"] < text["y"] + text["height"]
    set_look(tab, "light", 390)
    assert bounding_box(sections)["x"] == bounding_box(tab.locator("h1"))["x"]


def test_the_menu_opens_and_closes_by_the_keyboard_without_scripts(
    tab_without_scripts: Page,
) -> None:
    tab = tab_without_scripts
    tab.set_viewport_size({"width": 320, "height": 700})
    tab.goto(address_of(STARTLING))
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


# The slow part tries every fourth kind in one width; test_visits.py checks the width of each page.
@in_parts(
    "looks",
    (SOME, SOME),
    slow=[(KINDS_OF_PAGE[::8], KINDS_OF_PAGE[4::8])],
    nightly=[(KINDS_OF_PAGE, KINDS_OF_PAGE)],
)
def test_nothing_moves_while_a_page_loads_and_nothing_leaves_it(
    new_context: NewContext, looks: tuple[tuple[str, ...], ...]
) -> None:
    for width, kinds in zip((320, 1280), looks, strict=True):
        context = new_context(viewport={"width": width, "height": 900})
        context.add_init_script(COUNT_SHIFTS)
        page = context.new_page()
        for kind in kinds:
            page.goto(address_of(path_of(kind)))
            page.evaluate(PAINTED)
            assert page.evaluate("window.shifted") < MOST_SHIFT, (kind, width)
            assert page.evaluate(OVERFLOWING) == [], (kind, width)
            assert header_is_one_line(page), (kind, width)


def test_a_wide_table_scrolls_inside_itself_and_shows_that_it_does(tab: Page) -> None:
    set_look(tab, "light", 320)
    tab.goto(address_of("hosts/at-signs.html"))
    assert tab.evaluate(SCROLLS) == [True, False, True]
    tab.evaluate("document.querySelector('.scroll').scrollLeft = 1e6")
    tab.wait_for_function("!document.querySelector('.scroll').classList.contains('more')")


def test_a_table_of_cards_never_scrolls(tab: Page) -> None:
    set_look(tab, "light", 320)
    for address in (
        *("equivalence.html", "hosts/known-issues.html", "url-standard-changes.html"),
        "standards/rfc3986.html",
    ):
        tab.goto(address_of(address))
        widths = tab.locator(".scroll:has(> .stack)").evaluate_all(
            "(all) => all.map((box) => [box.scrollWidth, box.clientWidth + 1])"
        )
        assert widths, address
        assert all(needed <= there for needed, there in widths), address


def test_a_card_has_its_numbers_on_one_line(tab: Page) -> None:
    set_look(tab, "light", 320)
    tab.goto(address_of("implementations/urllib.parse.html"))
    cells = tab.locator("#other-chromium td:nth-child(-n + 3)")
    tops = {box["y"] for box in map(bounding_box, cells.all())}
    assert (cells.count(), len(tops)) == (2, 1)
    row = tab.locator("#resolving-rfc3986")
    assert bounding_box(row)["height"] < 60


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_option_shown_at_first_is_cut(tab: Page, width: int) -> None:
    set_look(tab, "light", width)
    for address in ("index.html", "playground.html"):
        tab.goto(address_of(address))
        assert tab.evaluate(CUT_OPTIONS) == [], address


@pytest.mark.parametrize(
    ("address", "width"), [("grammars/atlas.html", 1280), ("hosts/at-signs.html", 900)]
)
def test_the_head_of_a_long_table_stays_in_sight(tab: Page, address: str, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 700})
    tab.goto(address_of(address))
    tab.evaluate(SCROLL_TO_ROW)
    tab.evaluate(PAINTED)
    head = tab.locator("main :is(.scroll.fits, .pinned:not([hidden])) thead th").first
    place = head.bounding_box()
    assert place is not None
    assert 0 <= place["y"] < 250


def test_a_head_in_sight_is_a_copy_for_the_eye_alone(tab: Page) -> None:
    tab.set_viewport_size({"width": 900, "height": 700})
    tab.goto(address_of("hosts/at-signs.html"))
    assert tab.locator(".pinned").count() == 0
    tab.evaluate(SCROLL_TO_ROW)
    tab.evaluate(PAINTED)
    copied = tab.evaluate(PINNED_HEAD)
    assert copied["farthest"] < 2
    assert copied["cells"][0] == copied["cells"][1]
    assert (copied["ids"], copied["stops"]) == (0, 0)
    assert tab.locator(".pinned").get_attribute("aria-hidden") == "true"
    tab.evaluate("scrollTo(0, 0)")
    tab.evaluate(PAINTED)
    assert not tab.locator(".pinned").is_visible()


@pytest.mark.parametrize("width", [900, 1280])
def test_no_table_scrolls_up_and_down_in_a_box(tab: Page, width: int) -> None:
    set_look(tab, "light", width)
    for address in ("hosts/known.html", "implementations/cases.html", "cases/index.html"):
        tab.goto(address_of(address))
        assert tab.evaluate(SCROLLS_DOWN) == 0, address


@in_parts("kinds", SOME_WITHOUT_SCRIPTS, slow=[KINDS_OF_PAGE[::6]], nightly=[KINDS_OF_PAGE])
def test_a_page_shows_the_same_without_scripts(
    tab: Page, tab_without_scripts: Page, kinds: tuple[str, ...]
) -> None:
    for kind in kinds:
        shown = []
        for page_of_kind in (tab, tab_without_scripts):
            page_of_kind.goto(address_of(path_of(kind)))
            page_of_kind.evaluate(WITHOUT_CONTROLS)
            main = page_of_kind.locator("main")
            said = " ".join(main.locator("noscript > *").all_inner_texts())  # only without scripts
            shown.append(" ".join(main.inner_text().split()).replace(said, "").split())
        assert shown[0] == shown[1], kind


def test_everything_opens_and_leads_on_without_scripts(tab_without_scripts: Page) -> None:
    tab = tab_without_scripts
    tab.goto(address_of(STARTLING))
    tab.locator("#steps summary").click()
    assert tab.locator("#step-rfc1630-1").is_visible()
    tab.locator(".pager a[rel=next]").click()
    assert tab.url != address_of(STARTLING)


@in_parts("kinds", slow=[KINDS_OF_PAGE[::6]], nightly=[KINDS_OF_PAGE])
def test_a_page_has_at_most_six_sizes_of_type(tab: Page, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        tab.goto(address_of(path_of(kind)))
        assert tab.evaluate(FONT_SIZES) <= 6, kind


# In print.


def test_links_are_footnotes_in_print(tab: Page) -> None:
    tab.goto(address_of("standards/rfc2396.html"))
    tab.emulate_media(media="print")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    notes = tab.locator(".footnotes li").all_inner_texts()
    assert "https://www.rfc-editor.org/rfc/rfc2396" in notes
    assert len(notes) == len(set(notes))
    marks = tab.locator(".footnote-mark").all_inner_texts()
    assert {int(mark) for mark in marks} == set(range(1, len(notes) + 1))
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator(".footnotes, .footnote-mark").count() == 0


def assert_prints_how_to_cite(shown: Page) -> None:
    shown.goto(address_of(STARTLING))
    citation = shown.locator(".cite p.citation")
    assert not citation.is_visible()
    shown.emulate_media(media="print")
    assert bounding_box(citation)["height"] > 10
    assert "Hexapla" in citation.inner_text()
    assert not shown.locator(".cite pre").is_visible()
    shown.emulate_media(media="null")
    assert not citation.is_visible()


def test_how_to_cite_a_page_is_printed(tab: Page) -> None:
    assert_prints_how_to_cite(tab)


def test_how_to_cite_is_printed_without_scripts(tab_without_scripts: Page) -> None:
    assert_prints_how_to_cite(tab_without_scripts)


def test_what_is_folded_open_is_printed_and_controls_are_not(tab: Page) -> None:
    tab.goto(address_of("differences.html"))
    tab.locator("#differences details").first.evaluate("(details) => (details.open = true)")
    tab.emulate_media(media="print")
    assert tab.locator("#differences li").first.is_visible()
    assert tab.locator("#differences summary").last.is_visible()
    assert tab.locator(":is(input, select, button):visible").count() == 0


def test_bars_show_their_length_without_backgrounds(tab: Page) -> None:
    tab.goto(address_of("implementations.html"))
    bar = tab.locator(".meter rect").first
    for look in ({"media": "print"}, {"media": "null", "forced_colors": "active"}):
        tab.emulate_media(**look)  # type: ignore[arg-type]
        box = bar.bounding_box()
        assert box is not None
        assert box["height"] >= 3
        assert box["width"] > 0
        assert bar.evaluate("(bar) => getComputedStyle(bar).fill").startswith("rgb(")


@by_rows_of("pages")
def test_a_wide_table_is_printed_whole(kind: str, tab: Page) -> None:
    tab.set_viewport_size({"width": 718, "height": 1047})
    tab.goto(address_of(path_of(kind)))
    tab.emulate_media(media="print")
    assert tab.evaluate(SHEET) == []


def test_a_case_fits_two_pages_of_paper(tab: Page) -> None:
    tab.goto(address_of(STARTLING))
    assert tab.pdf(format="A4").count(b"/Type /Page\n") <= 2
