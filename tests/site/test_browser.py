"""The pages in a real browser: Chromium, headless.

Without one these tests are skipped, and say what to install. Where CHROMIUM_REQUIRED is set, as in
the project's own checks, a missing browser is a failure.
"""

import os
import shutil
from collections.abc import Iterator

import pytest
from site_under_test import HOSTILE_CASES, built_site

from hexapla_site.report import make_report

pytestmark = pytest.mark.browser
EXECUTABLE = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
MISSING = "no Chromium on this machine; on Debian: apt-get install chromium"

if EXECUTABLE is None and not os.environ.get("CHROMIUM_REQUIRED"):
    pytest.skip(MISSING, allow_module_level=True)

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert EXECUTABLE is not None, MISSING
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-background-networking", "--disable-quic"]
        started = playwright.chromium.launch(executable_path=EXECUTABLE, args=arguments)
        yield started
        started.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def address_of(path: str) -> str:
    return (built_site() / path).as_uri()


def hostile_pages() -> list[str]:
    report = make_report(HOSTILE_CASES)
    cases = [report.by_input[key] for key in HOSTILE_CASES]
    causes = {report.cause_id(cause) for case in cases for cause in case.causes}
    listed = ["index.html", "cases/index.html", "causes/index.html", "clients.html"]
    listed += [f"memos/{spec.id}.html" for spec in report.specs]
    return (
        listed
        + [f"cases/{case.id}.html" for case in cases]
        + [f"causes/{cause}.html" for cause in sorted(causes)]
    )


def test_text_from_input_runs_as_a_script(tab: Page) -> None:
    dialogs: list[str] = []
    errors: list[str] = []
    tab.on("dialog", lambda dialog: dialogs.append(dialog.message))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    for path in hostile_pages():
        tab.goto(address_of(path))
        assert tab.evaluate("window.broken") is None, path
        assert tab.evaluate("document.scripts.length") == 0, path
        for link in tab.query_selector_all("main a"):
            assert not (link.get_attribute("href") or "").startswith("javascript:")
    assert dialogs == []
    assert errors == []


def test_a_page_asks_for_more_than_files(tab: Page) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(address_of("index.html"))
    tab.goto(address_of(f"cases/{make_report().startling.id}.html"))
    assert asked
    assert all(url.startswith("file://") for url in asked)


def test_the_filters_hide_something_else(tab: Page) -> None:
    tab.goto(address_of("cases/index.html"))
    rows = tab.locator("tbody tr:visible")
    everything = rows.count()
    tab.get_by_label("Disagreements only").check()
    assert tab.locator("tr.agrees:visible").count() == 0
    assert 0 < rows.count() < everything
    tab.get_by_label("Disagreements only").uncheck()
    tab.get_by_label("RFC 1630", exact=True).check()
    assert rows.count() == 10


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize(
    "path", ["index.html", "cases/index.html", "memos/rfc2396.html", "clients.html", "case"]
)
def test_a_page_is_wider_than_the_window(
    browser: Browser, scheme: str, width: int, path: str
) -> None:
    startling = f"cases/{make_report().startling.id}.html"
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    tab = context.new_page()
    tab.goto(address_of(startling if path == "case" else path))
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_front_page_does_not_fit_one_screen(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    tab = context.new_page()
    tab.goto(address_of("index.html"))
    box = tab.locator(".doors").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    context.close()


def test_the_keyboard_does_not_reach_the_text(tab: Page) -> None:
    tab.goto(address_of("index.html"))
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "Skip to the text"
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/index.html#main")
