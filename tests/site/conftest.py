"""A headless Chromium for the tests that need a browser.

Without it, these tests are skipped and say what to install. If CHROMIUM_REQUIRED is set, as in the
project's own checks, a missing browser is a failure. Tests that open a page in a browser, or read
the whole site, are marked as slow.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import NewContext, context_for_tests, patient, serving
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from site_under_test import (
    addresses,
    built_site,
    page,
    pages,
    path_of,
    rows_of_data,
    source_of,
)

_HERE = Path(__file__).parent
_NAMES = ("chromium", "chromium-browser", "google-chrome")
# A module with one of these builds the whole site, or reads one that another module built.
_WHOLE_SITE = {
    id(function)
    for function in (addresses, built_site, page, pages, path_of, rows_of_data, source_of)
}
_MISSING = "Chromium isn't installed; on Debian: apt-get install chromium"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Iterable[pytest.Function]) -> None:
    """Mark as slow each test that uses a browser, and each module that reads the whole site."""
    for item in items:
        if not item.path.is_relative_to(_HERE):
            continue
        looks_at_the_site = _WHOLE_SITE & {id(value) for value in vars(item.module).values()}
        if looks_at_the_site or "browser" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = next(filter(None, map(shutil.which, _NAMES)), None)
    if executable is None:
        assert not os.environ.get("CHROMIUM_REQUIRED"), _MISSING
        pytest.skip(_MISSING)
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-background-networking", "--disable-quic"]
        started = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield started
        started.close()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[NewContext]:
    """Open contexts, which are closed after the test, so that tests share no stored data."""
    opened: list[BrowserContext] = []

    def open_context(**options: Any) -> BrowserContext:
        opened.append(context_for_tests(browser, **options))
        return opened[-1]

    yield open_context
    for context in opened:
        context.close()


@pytest.fixture(scope="session")
def shared_page(browser: Browser) -> Iterator[Page]:
    """Open a page that all tests of a process share, since a new context takes long to open."""
    context = context_for_tests(browser)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def shared_page_without_scripts(browser: Browser) -> Iterator[Page]:
    context = patient(browser.new_context(java_script_enabled=False))
    yield context.new_page()
    context.close()


@pytest.fixture
def tab_without_scripts(shared_page_without_scripts: Page) -> Iterator[Page]:
    """A browser page without scripts, which therefore stores no data."""
    yield shared_page_without_scripts
    shared_page_without_scripts.goto("about:blank")


@pytest.fixture
def tab(shared_page: Page) -> Iterator[Page]:
    """A page as on a first visit: in a wide window with light colours, and without stored data."""
    shared_page.set_viewport_size({"width": 1280, "height": 720})
    shared_page.emulate_media(color_scheme="light", media="null", forced_colors="none")
    yield shared_page
    shared_page.evaluate("localStorage.clear()")
    shared_page.goto("about:blank")


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """The address of the site, served like `hexapla site --serve`."""
    with serving(built_site()) as address:
        yield address


@pytest.fixture(scope="session")
def hosted() -> Iterator[str]:
    """The address of the site in a subfolder of a server that can't answer the playground."""
    with serving(built_site().parent) as address:
        yield f"{address}{built_site().name}/"
