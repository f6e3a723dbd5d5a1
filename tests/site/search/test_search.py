"""The search: its index, the results, the ways to reach the field, and escaping of text."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import NewContext, context_for_tests, resize, script, serving
from playwright.sync_api import Browser, Page
from site_under_test import HOSTILE, HOSTILE_CASES, address_of, addresses, built_site, page

from hexapla.implementations.labels import parser_label
from hexapla_site.data.period_clients import CLIENTS
from hexapla_site.data.recordings import current_recordings
from hexapla_site.report.report import STARTLING, make_report
from hexapla_site.search import INDEX, KINDS
from hexapla_site.web_address import MISSING

FIELD = "#site-search"
FOUND = ".search-found a"
LOADED = {"minisearch.js", "search-engine.js", "search-index.js"}
STATUS = ".search [role=status]"
FOCUSED = "document.activeElement.id"
LINKS_FOUND = "[...document.querySelectorAll('.search-found a')].map((link) => link.href)"
LISTED = script("listed")
BOXES = script("boxes")
REFERENCES = ("../g", ";x", "?y", "g;x=1/../y", "../../../g", "#s", "g", "//g", "\N{EMPTY SET}")
HERE = Path(__file__)
# A query, and the kind and the beginning of the title of a result among the first three.
QUERIES = json.loads(HERE.with_name("queries.json").read_text("utf-8"))
# Queries of people who don't know the site, and the beginning of the first result's address.
NEWCOMERS = json.loads(HERE.with_name("newcomers.json").read_text("utf-8"))
STRANGERS = json.loads(HERE.with_name("strangers.json").read_text("utf-8"))


def index() -> dict[str, Any]:
    text = (built_site() / INDEX).read_text("utf-8")
    form: dict[str, Any] = json.loads(text.removeprefix("window.hexaplaSearch = ")[:-2])
    return form


def test_the_index_is_complete_and_small_and_every_address_resolves() -> None:
    report, listed = make_report(HOSTILE_CASES), index()["entries"]
    found = {address for _, address, *_ in listed}
    assert found >= {
        *(f"cases/{case.id}.html" for case in report.cases),
        *(f"causes/{cause.id}.html" for cause in report.causes),
        *(set(addresses()) - {MISSING}),
        *(
            f"standards/{spec.id}.html#reading-{reading.name}"
            for spec in report.columns
            for reading in spec.readings
        ),
    }
    of_kind: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for kind, _, title, *_ in listed:
        of_kind[KINDS[kind]].append(title)
    assert {*index()["pairs"].values()} <= found
    recorded = {parser_label(item.name) for item in current_recordings()}
    assert {*recorded, *CLIENTS} <= {*of_kind["implementation"]}
    assert len(of_kind["rule"]) == sum(len(spec.rules) for spec in report.columns)
    for each in found:
        address, _, anchor = each.partition("#")
        assert (built_site() / address).exists(), each
        assert not anchor or anchor in page(address).ids, each
    assert (built_site() / INDEX).stat().st_size < 510_000


def test_no_word_with_a_synonym_is_left_out_of_a_query() -> None:
    synonyms = index()["synonyms"]
    assert not set(index()["stopWords"]) & set(synonyms)
    # A weak word is searched for if it is the only one.
    assert set(index()["weakWords"]) & set(synonyms) == {"uri", "url"}
    assert all(phrase == phrase.lower() and "-" not in phrase for phrase in synonyms)


@pytest.fixture(scope="module")
def searched(browser: Browser) -> Iterator[Page]:
    """A page with a search field; tests that share it only type into the field."""
    errors: list[str] = []
    context = context_for_tests(browser)
    opened = context.new_page()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(address_of("standards/rfc1808.html"))
    yield opened
    context.close()
    assert errors == []


@pytest.fixture
def standard(tab: Page) -> Page:
    """A page with an unused search field."""
    tab.goto(address_of("standards/rfc1808.html"))
    return tab


def search(tab: Page, text: str) -> list[tuple[str, str]]:
    """Type a text, and return the kinds and titles of the results."""
    tab.fill(FIELD, text)
    tab.wait_for_function(
        "status => /result|Nothing/.test(document.querySelector(status).textContent)", arg=STATUS
    )
    kinds, titles = tab.evaluate(LISTED)
    return list(zip(kinds, titles, strict=True))


def test_the_first_results_are_what_a_reader_or_a_stranger_wants(searched: Page) -> None:
    missed: dict[str, object] = {}
    for text, kind, title in QUERIES:
        first = search(searched, text)[:3]
        if not any(item[0] == kind and item[1].startswith(title) for item in first):
            missed[text] = first
    assert missed == {}
    for text, address in STRANGERS:
        search(searched, text)
        found = next(iter(searched.evaluate(LINKS_FOUND)), "")
        if not found.removeprefix(f"{built_site().as_uri()}/").startswith(address):
            missed[text] = found
    assert len(STRANGERS) == 42
    assert len(missed) <= 2, missed


# The queries were written by someone who had not seen the site, before the search was adapted.
def test_newcomers_find_the_right_page_first(searched: Page) -> None:
    missed: dict[str, str] = {}
    for text, wanted in NEWCOMERS:
        search(searched, text)
        found = next(iter(searched.evaluate(LINKS_FOUND)), "")
        if not found.removeprefix(f"{built_site().as_uri()}/").startswith(tuple(wanted)):
            missed[text] = found
    assert len(NEWCOMERS) == 30
    assert len(missed) <= 2, missed


def test_a_reference_or_a_part_of_it_or_of_a_target_finds_its_case(searched: Page) -> None:
    for reference in REFERENCES:
        assert search(searched, reference)[0] == ("case", reference)
    assert ("case", "g;x=1/../y") in search(searched, "=1/../")
    assert ("case", "../../../g") in search(searched, "a/../g")
    assert search(searched, "zzqqzz") == []
    assert searched.inner_text(STATUS) == "Nothing found."


def test_a_word_read_as_another_is_told(searched: Page) -> None:
    search(searched, "urljion")
    assert searched.inner_text(STATUS).startswith("“urljion” was read as “urljoin”.")
    search(searched, "urljoin")
    assert "was read as" not in searched.inner_text(STATUS)


def test_the_result_of_a_case_names_every_standard(searched: Page) -> None:
    search(searched, "../../../g")
    shown = searched.locator(".search-found .found").first
    head, answers = shown.inner_text().split("\n")
    assert head == "../../../g against http://a/b/c/d;p?q"
    assert {" ".join(answer.split()) for answer in answers.split(" · ")} == {
        *(
            "http://g 1630",
            "http://a/../g 1808 2396",
            "http://a/g 3986 URL Standard",
            "no rule 1738",
        ),
    }


def test_hostile_text_stays_text(searched: Page) -> None:
    for text in filter(str.isprintable, HOSTILE):
        assert search(searched, text)[0] == ("case", text.replace(" ", "␣"))
        assert searched.evaluate("window.broken") is None
        assert searched.locator(".search-found :is(img, svg, script)").count() == 0
        links = searched.evaluate(LINKS_FOUND)
        assert links
        assert all(link.startswith("file:") for link in links)


def test_it_loads_at_its_first_use_and_once(standard: Page) -> None:
    asked: list[str] = []
    standard.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    standard.reload()
    assert not LOADED & set(asked)
    search(standard, "../g")
    search(standard, "?y")
    assert all(asked.count(name) == 1 for name in LOADED)


def test_the_slash_leads_to_the_field(standard: Page) -> None:
    standard.keyboard.press("/")
    assert standard.evaluate(FOCUSED) == "site-search"
    standard.keyboard.type("a/b")
    assert standard.input_value(FIELD) == "a/b"
    standard.goto(address_of("index.html"))
    standard.evaluate("document.getElementById('playground').hidden = false")
    other = standard.locator("main input[type=text], main input:not([type]), main textarea").first
    other.fill("")
    other.focus()
    standard.keyboard.press("/")
    assert other.input_value() == "/"
    assert standard.evaluate(FOCUSED) != "site-search"


@pytest.mark.slow
def test_the_slash_can_be_switched_off(standard: Page) -> None:
    standard.keyboard.press("/")
    standard.get_by_label("The key").uncheck()
    for _ in range(2):
        assert standard.get_attribute(FIELD, "aria-keyshortcuts") is None
        standard.evaluate("document.activeElement.blur()")
        standard.keyboard.press("/")
        assert standard.evaluate(FOCUSED) != "site-search"
        standard.reload()


def test_the_keyboard_selects_opens_and_closes(standard: Page) -> None:
    standard.keyboard.press("/")
    standard.keyboard.type("../../../g")
    standard.wait_for_selector(FOUND)
    for keys, focused in (
        (("ArrowDown", "ArrowDown", "ArrowUp"), "A"),
        (("ArrowUp",), "INPUT"),
        (("ArrowDown", "Escape"), "INPUT"),
    ):
        for key in keys:
            standard.keyboard.press(key)
        assert standard.evaluate("document.activeElement.tagName") == focused
    assert standard.evaluate(FOCUSED) == "site-search"
    assert standard.locator(FOUND).count() == 0
    assert standard.input_value(FIELD) == "../../../g"
    standard.keyboard.press("ArrowRight")
    assert "rfc1808" in standard.url
    search(standard, "../../../g")
    standard.keyboard.press("ArrowDown")
    standard.keyboard.press("Enter")
    standard.wait_for_url(f"**/cases/{make_report().by_input[STARTLING].id}.html")
    standard.keyboard.press("/")
    standard.keyboard.type("excess-dots")
    standard.keyboard.press("Enter")  # immediately, while it still loads
    standard.wait_for_url("**/standards/rfc2396.html#reading-excess-dots")


def test_there_is_no_field_without_scripts(tab_without_scripts: Page) -> None:
    tab_without_scripts.goto(address_of("index.html"))
    assert tab_without_scripts.locator("[role=search], input[type=search]").count() == 0


@pytest.mark.slow
def test_without_its_index_the_field_says_so(new_context: NewContext, tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    for file in ("index.html", "static/page.js"):
        shutil.copy(built_site() / file, tmp_path / file)
    tab = new_context().new_page()
    tab.goto((tmp_path / "index.html").as_uri())
    tab.fill(FIELD, "g")
    tab.wait_for_function("() => /can’t be loaded/.test(document.body.textContent)")


@pytest.mark.slow
def test_it_finds_in_a_folder_of_a_server(new_context: NewContext) -> None:
    with serving(built_site().parent) as address:
        root = f"{address}{built_site().name}"
        tab = new_context().new_page()
        tab.goto(f"{root}/cases/index.html")
        assert search(tab, "?y")[0] == ("case", "?y")
        tab.press(FIELD, "Enter")
        tab.wait_for_url(f"{root}/cases/*.html")


@pytest.mark.slow
def test_the_list_fits_the_window_and_the_field_leaves_the_switches(standard: Page) -> None:
    for width in (360, 700, 1000, 1280, 1600):
        resize(standard, width, 800)
        standard.evaluate("scrollTo(0, 0)")
        field, switches = standard.evaluate(BOXES)
        beside = field["right"] <= switches["left"] or switches["right"] <= field["left"]
        assert beside or field["bottom"] <= switches["top"], width
        search(standard, "../g")
        listed = standard.locator(".search-found").bounding_box()
        assert listed is not None
        assert listed["x"] >= 0
        assert listed["x"] + listed["width"] <= width
        assert listed["y"] >= field["bottom"]
        assert standard.evaluate("document.documentElement.scrollWidth") <= width
        standard.keyboard.press("Escape")
