"""The search field: what it finds, how it is reached, and that it shows text as text."""

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from site_under_test import HOSTILE, HOSTILE_CASES, addresses, built_site, page

import hexapla
from hexapla_site.build import build_site
from hexapla_site.preview import preview_server
from hexapla_site.report.implementations import current_recordings
from hexapla_site.report.report import make_report
from hexapla_site.search.index import ADDRESS

FIELD = "#site-search"
FOUND = ".search-found a"
STATUS = ".search [role=status]"


def entries() -> list[dict[str, Any]]:
    text = (built_site() / ADDRESS).read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text.removeprefix("window.hexaplaSearch =")[:-2])
    return found


# The index.


def test_the_index_leaves_something_out() -> None:
    report, found = make_report(HOSTILE_CASES), {entry["address"] for entry in entries()}
    assert {f"cases/{case.id}.html" for case in report.cases} <= found
    assert {f"causes/{cause.id}.html" for cause in report.causes} <= found
    assert set(addresses()) <= found
    for spec in report.columns:
        anchors = [f"standards/{spec.id}.html#reading-{reading.name}" for reading in spec.readings]
        assert found.issuperset(anchors)
    programs = [entry["title"] for entry in entries() if entry["kind"] == "implementation"]
    assert {item.title for item in current_recordings()} <= set(programs)
    assert {client.name for client in report.clients} <= set(programs)
    rules = [entry for entry in entries() if entry["kind"] == "rule"]
    assert len(rules) == sum(len(spec.rules) for spec in report.columns)


def test_an_address_in_the_index_leads_nowhere() -> None:
    for entry in entries():
        address, _, anchor = entry["address"].partition("#")
        assert (built_site() / address).exists(), entry
        assert not anchor or anchor in page(address).ids, entry


def test_the_index_is_large_or_not_the_same_twice() -> None:
    assert len((built_site() / ADDRESS).read_bytes()) < 400_000


def test_the_library_has_no_licence_beside_it() -> None:
    folder = built_site() / "static" / "vendor"
    assert "Copyright" in (folder / "minisearch.LICENSE.txt").read_text("utf-8")
    assert (folder / "minisearch.js").exists()


# The field.


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto((built_site() / "standards" / "rfc1808.html").as_uri())
    yield opened
    context.close()
    assert errors == []


def search(tab: Page, text: str) -> list[tuple[str, str]]:
    """Type a text, and give the kinds and the titles that are found."""
    tab.fill(FIELD, text)
    tab.wait_for_function(
        "status => /ound/.test(document.querySelector(status).textContent)", arg=STATUS
    )
    titles = tab.locator(".search-found :is(.lemma, .found-title)").all_inner_texts()
    return list(zip(tab.locator(".search-found .kind").all_inner_texts(), titles, strict=True))


@pytest.mark.browser
@pytest.mark.parametrize(
    "reference", ["../g", ";x", "?y", "g;x=1/../y", "../../../g", "#s", "g", "//g", "\N{EMPTY SET}"]
)
def test_a_reference_does_not_find_its_case_first(tab: Page, reference: str) -> None:
    assert search(tab, reference)[0] == ("case", reference)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("text", "kind", "title"),
    [
        ("5.2 step 6e", "rule", "RFC 2396, § 5.2 step 6e"),
        ("§ 5.2 step 6e", "rule", "RFC 2396, § 5.2 step 6e"),
        ("net_loc", "component", "net_loc"),
        ("excess-dots", "reading", "excess-dots"),
        ("excess dots", "reading", "excess-dots"),
        ("rfc2396", "page", "RFC 2396"),
        ("RFC 1808", "page", "RFC 1808"),
        ("pchar", "grammar", "pchar"),
        ("More dots", "page", "More dots than directories"),
        ("java.net.URI", "implementation", "java.net.URI, resolve"),
        ("uriparser", "implementation", "uriparser"),
        ("Mosaic", "implementation", "NCSA Mosaic 2.6 (SunOS)"),
        ("rfc3986", "page", "RFC 3986"),
        ("4 step 6c against 5.2 step 6e", "cause", "RFC 1808, § 4 step 6c against RFC 2396"),
    ],
)
def test_a_name_does_not_find_what_it_names(tab: Page, text: str, kind: str, title: str) -> None:
    first_kind, first_title = search(tab, text)[0]
    assert (first_kind, first_title[: len(title)]) == (kind, title)


@pytest.mark.browser
def test_a_part_of_a_reference_or_a_target_finds_nothing(tab: Page) -> None:
    assert ("case", "g;x=1/../y") in search(tab, "=1/../")
    assert ("case", "../../../g") in search(tab, "a/../g")
    assert search(tab, "zzqqzz") == []
    assert tab.inner_text(STATUS) == "Nothing found."


@pytest.mark.browser
def test_the_line_of_a_case_is_not_its_apparatus(tab: Page) -> None:
    search(tab, "../../../g")
    line = tab.locator(".search-found .apparatus").first
    assert " ".join(line.inner_text().split()) == (
        "../../../g ] http://a/../g 1808 2396 http://g 1630 against http://a/b/c/d;p?q"
    )


@pytest.mark.browser
def test_it_loads_before_its_first_use(tab: Page) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    tab.reload()
    assert not {"minisearch.js", "search-index.js"} & set(asked)
    search(tab, "../g")
    search(tab, "?y")
    assert sorted(asked).count("minisearch.js") == asked.count("search-index.js") == 1


@pytest.mark.browser
def test_the_slash_does_not_lead_to_the_field(tab: Page) -> None:
    focused = "document.activeElement.id"
    tab.keyboard.press("/")
    assert tab.evaluate(focused) == "site-search"
    tab.keyboard.type("a/b")
    assert tab.input_value(FIELD) == "a/b"
    tab.goto((built_site() / "index.html").as_uri())
    other = tab.locator("main input[type=text], main input:not([type]), main textarea").first
    other.fill("")
    other.focus()
    tab.keyboard.press("/")
    assert other.input_value() == "/"
    assert tab.evaluate(focused) != "site-search"


@pytest.mark.browser
def test_the_slash_cannot_be_switched_off(tab: Page) -> None:
    tab.keyboard.press("/")
    tab.get_by_label("The key").uncheck()
    for _ in range(2):
        assert tab.get_attribute(FIELD, "aria-keyshortcuts") is None
        tab.evaluate("document.activeElement.blur()")
        tab.keyboard.press("/")
        assert tab.evaluate("document.activeElement.id") != "site-search"
        tab.reload()


@pytest.mark.browser
def test_the_keyboard_opens_nothing(tab: Page) -> None:
    case = make_report().startling.id
    tab.keyboard.press("/")
    tab.keyboard.type("../../../g")
    tab.wait_for_selector(FOUND)
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowUp")
    assert tab.evaluate("document.activeElement.tagName") == "A"
    tab.keyboard.press("ArrowUp")
    assert tab.evaluate("document.activeElement.id") == "site-search"
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"**/cases/{case}.html")
    tab.keyboard.press("/")
    tab.keyboard.type("excess-dots")
    tab.keyboard.press("Enter")  # at once, while it still loads
    tab.wait_for_url("**/standards/rfc2396.html#reading-excess-dots")


@pytest.mark.browser
def test_escape_leaves_the_list_open(tab: Page) -> None:
    search(tab, "../g")
    tab.focus(FIELD)
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Escape")
    assert tab.evaluate("document.activeElement.id") == "site-search"
    assert tab.locator(FOUND).count() == 0
    assert tab.input_value(FIELD) == "../g"
    tab.keyboard.press("ArrowRight")
    assert "rfc1808" in tab.url


@pytest.mark.browser
@pytest.mark.parametrize("text", [item for item in HOSTILE if item.isprintable()])
def test_hostile_text_is_markup(tab: Page, text: str) -> None:
    shown = text.replace(" ", "␣")
    assert search(tab, text)[0] == ("case", shown)
    assert tab.evaluate("window.broken") is None
    assert tab.locator(".search-found :is(img, svg, script)").count() == 0
    for link in tab.locator(FOUND).all():
        assert (link.get_attribute("href") or "").startswith("file:")


@pytest.mark.browser
def test_without_a_script_there_is_a_field(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto((built_site() / "index.html").as_uri())
    assert tab.locator("[role=search], input[type=search]").count() == 0
    context.close()


@pytest.mark.browser
def test_without_its_index_the_field_says_nothing(browser: Browser, tmp_path: Path) -> None:
    build_site(tmp_path, columns=(hexapla.spec("rfc1808"), hexapla.spec("rfc2396")))
    (tmp_path / ADDRESS).unlink()
    tab = browser.new_page()
    tab.goto((tmp_path / "index.html").as_uri())
    tab.fill(FIELD, "g")
    tab.wait_for_function("() => /can’t be loaded/.test(document.body.textContent)")
    tab.close()


@pytest.mark.browser
def test_in_a_folder_of_a_server_it_finds_nothing(browser: Browser, tmp_path: Path) -> None:
    shutil.copytree(built_site(), tmp_path / "some" / "where")
    with preview_server(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{server.server_address[1]}/some/where"
        tab = browser.new_page()
        tab.goto(f"{root}/cases/index.html")
        assert search(tab, "?y")[0] == ("case", "?y")
        tab.press(FIELD, "Enter")
        tab.wait_for_url(f"{root}/cases/*.html")
        tab.close()
        server.shutdown()


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 700, 1000, 1280, 1600])
def test_the_list_leaves_the_window_or_the_field_covers_the_toggle(tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    field, toggle = (tab.locator(name).bounding_box() for name in (".search", ".toggle"))
    assert field is not None
    assert toggle is not None
    beside = (
        field["x"] + field["width"] <= toggle["x"] or toggle["x"] + toggle["width"] <= (field["x"])
    )
    above = field["y"] + field["height"] <= toggle["y"]
    assert beside or above
    search(tab, "../g")
    found = tab.locator(".search-found").bounding_box()
    assert found is not None
    assert found["x"] >= 0
    assert found["x"] + found["width"] <= width
    assert found["y"] >= field["y"] + field["height"]
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
