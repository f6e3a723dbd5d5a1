"""A real browser for the tests that need one: Chromium, headless.

Without one these tests are skipped, and say what to install. Where CHROMIUM_REQUIRED is set, as in
the project's own checks, a missing browser is a failure.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import NewContext, patient
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_MISSING = "no Chromium on this machine; on Debian: apt-get install chromium"


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
    """Open contexts, which are closed behind the test: nothing is remembered from another one."""
    opened: list[BrowserContext] = []

    def open_context(**options: Any) -> BrowserContext:
        opened.append(patient(browser.new_context(**options)))
        return opened[-1]

    yield open_context
    for context in opened:
        context.close()


@pytest.fixture
def tab(new_context: NewContext) -> Page:
    """A page in a context of its own."""
    return new_context().new_page()
