"""What pages may load and run: files of the site, and no text from input."""

import posixpath
from collections.abc import Iterator

import pytest
from browsing import patient
from playwright.sync_api import Browser, ConsoleMessage, Page
from site_under_test import HOSTILE_CASES, KINDS_OF_PAGE, addresses, built_site, page, path_of

from hexapla_site.policy import ASKING_POLICY, PAGE_POLICY
from hexapla_site.report.report import make_report

ASKING = ("index.html", "playground.html")
# Of every set of scripts that pages have, a page or more.
FEW = (
    *("index.html", "playground.html", "a case", "hosts/index.html", "clients.html"),
    *("docs/test-my-parser.html", "docs/uris.html"),
)


def test_every_page_says_what_it_may_load() -> None:
    for address in addresses():
        said = [
            attributes["content"]
            for tag, attributes in page(address).tags
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        assert said == [ASKING_POLICY if address in ASKING else PAGE_POLICY], address
    assert "unsafe" not in PAGE_POLICY + ASKING_POLICY.replace("'wasm-unsafe-eval'", "")


@pytest.fixture(scope="module")
def strict(browser: Browser) -> Iterator[Page]:
    context = patient(browser.new_context())
    yield context.new_page()
    context.close()


def violations(tab: Page, place: str, kinds: tuple[str, ...]) -> list[str]:
    """Open pages, use what they have, and return what the browser says against them."""
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(f"{tab.url}: {message.text}")

    tab.on("console", note)
    tab.on("pageerror", lambda error: said.append(f"{tab.url}: {error}"))
    for kind in kinds:
        tab.goto(place + path_of(kind))
        tab.fill("#site-search", "net_loc")
        tab.wait_for_selector("#site-search-found a")
        if kind in ASKING:
            tab.click(".examples button >> nth=1")
            tab.wait_for_selector("#answer[data-answers]")
    tab.remove_listener("console", note)
    return said


def scripts_of(address: str) -> frozenset[str]:
    tags = page(address).tags
    sources = (attributes.get("src") for tag, attributes in tags if tag == "script")
    return frozenset(posixpath.basename(source) for source in sources if source)


def test_every_set_of_scripts_is_tried() -> None:
    assert set(map(scripts_of, addresses())) == {scripts_of(path_of(kind)) for kind in FEW}


@pytest.mark.browser
def test_pages_from_files_keep_to_it(strict: Page) -> None:
    assert violations(strict, f"{built_site().as_uri()}/", FEW[:3]) == []


@pytest.mark.browser
def test_what_a_page_has_in_itself_does_not_run(strict: Page) -> None:
    strict.goto(f"{built_site().as_uri()}/index.html")
    strict.evaluate(
        """() => {
          document.querySelector("main").innerHTML =
            "<img src=x onerror='window.broken = 1'><p style='color: red' id=styled></p>";
          const script = document.createElement("script");
          script.textContent = "window.broken = 2";
          document.body.append(script);
        }"""
    )
    assert strict.evaluate("window.broken ?? null") is None
    color = "getComputedStyle(document.getElementById('styled')).color"
    assert strict.evaluate(color) != "rgb(255, 0, 0)"


@pytest.mark.browser
def test_pages_from_a_server_keep_to_it(strict: Page, served: str) -> None:
    assert violations(strict, served, FEW) == []


@pytest.mark.nightly
@pytest.mark.browser
def test_a_page_of_each_kind_keeps_to_it(strict: Page, served: str) -> None:
    assert violations(strict, f"{built_site().as_uri()}/", KINDS_OF_PAGE) == []
    assert violations(strict, served, KINDS_OF_PAGE) == []


SCRIPTS = {
    *("columns.js", "filter.js", "page.js", "pager.js", "search.js", "stepper.js"),
    *("hosts.js", "hosts-data.js", "answering.js", "playground.js", "server.js"),
}


def is_our_script(address: str, attributes: dict[str, str]) -> bool:
    """Pages may do without their scripts; where one may ask, settings are there as data."""
    name = posixpath.basename(attributes.get("src", ""))
    if address in ("index.html", "playground.html") and "type" in attributes:
        return attributes == {"type": "application/json", "id": "settings"}
    expected = {"src"} if name == "columns.js" else {"src", "defer"}
    return set(attributes) == expected and name in SCRIPTS


def test_text_from_input_is_never_markup_and_no_page_has_a_style_or_a_script_in_it() -> None:
    for address in addresses():
        for tag, attributes in page(address).tags:
            assert tag not in ("img", "iframe", "object", "style"), address
            assert "style" not in attributes, address
            if tag == "script":
                assert is_our_script(address, attributes), address
            assert not [name for name in attributes if name.startswith("on")], address
        for link in page(address).values("href"):
            assert not link.lower().startswith("javascript:"), address


def test_hostile_text_is_shown_as_text() -> None:
    report = make_report(HOSTILE_CASES)
    for base, reference in HOSTILE_CASES[:10]:
        case = report.by_input[base, reference]
        text = "".join(page(f"cases/{case.id}.html").text)
        assert reference.replace(" ", "␣") in text
