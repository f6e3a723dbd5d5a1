"""Pages load and run only files of the site in a browser, and no text from input."""

from collections.abc import Iterator

import pytest
from browsing import patient, script
from playwright.sync_api import Browser, ConsoleMessage, Page
from site_under_test import FEW_PAGES, KINDS_OF_PAGE, built_site, path_of
from tables import in_parts

ASKING = ("index.html", "playground.html")


@pytest.fixture(scope="module")
def strict(browser: Browser) -> Iterator[Page]:
    context = patient(browser.new_context())
    yield context.new_page()
    context.close()


def violations(tab: Page, place: str, kinds: tuple[str, ...]) -> list[str]:
    """Open and use pages; return errors, warnings, and requests to other origins."""
    said: list[str] = []
    asked: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(f"{tab.url}: {message.text}")

    tab.on("console", note)
    tab.on("pageerror", lambda error: said.append(f"{tab.url}: {error}"))
    tab.on("request", lambda request: asked.append(request.url))
    for kind in kinds:
        tab.goto(place + path_of(kind))
        tab.fill("#site-search", "net_loc")
        tab.wait_for_selector("#site-search-found a")
        if kind in ASKING:
            tab.click(".examples button >> nth=1")
            tab.wait_for_selector("#answer[data-answers]")
    tab.remove_listener("console", note)
    assert asked
    own = (place, "blob:")  # the worker is made from the text of a script
    return said + [url for url in asked if not url.startswith(own)]


@in_parts("kinds", (FEW_PAGES[:1], FEW_PAGES[1:]), nightly=[(KINDS_OF_PAGE, KINDS_OF_PAGE)])
def test_pages_keep_to_it(strict: Page, served: str, kinds: tuple[tuple[str, ...], ...]) -> None:
    for place, some in zip((f"{built_site().as_uri()}/", served), kinds, strict=True):
        assert violations(strict, place, some) == []


def test_what_a_page_has_in_itself_does_not_run(strict: Page) -> None:
    strict.goto(f"{built_site().as_uri()}/index.html")
    strict.evaluate(script("put-what-is-forbidden"))
    assert strict.evaluate("window.broken ?? null") is None
    color = "getComputedStyle(document.getElementById('styled')).color"
    assert strict.evaluate(color) != "rgb(255, 0, 0)"
