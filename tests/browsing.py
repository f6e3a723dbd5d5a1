"""Helpers for tests that look at pages in a browser."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page

from hexapla_site.preview import preview_server

# Two looks that cover both colour schemes and both widths, in pixels.
LOOKS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1280), ("dark", 360))
NewContext = Callable[..., BrowserContext]
IN_CONTENT = "document.querySelector('main').contains(document.activeElement)"
# A page's resize listeners run before the next frame is drawn, not when the size is set.
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_PATIENCE = 4 * 60 * 1000  # ms, since a machine may be busy


def script(name: str) -> str:
    """Return a script of the tests: a function expression, or statements."""
    path = Path(__file__).parent / "site" / "scripts" / f"{name}.js"
    return path.read_text("utf-8").strip().removesuffix(";")


def patient(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(_PATIENCE)
    return context


def context_for_tests(browser: Browser, **options: Any) -> BrowserContext:
    """Return a patient context in which tests may run scripts that a page's policy forbids.

    Playwright uses `eval` to wait, and axe is an injected script. test_policy.py tests the policy
    without this.
    """
    return patient(browser.new_context(bypass_csp=True, **options))


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder like `hexapla site --serve`, and yield the address of its root."""
    with preview_server(folder, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def resize(page: Page, width: int, height: int = 900) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(PAINTED)


def set_look(page: Page, scheme: Literal["light", "dark"], width: int) -> None:
    """Set the color scheme and the width in pixels in which a page is shown."""
    page.emulate_media(color_scheme=scheme)
    resize(page, width)


def header_is_one_line(page: Page) -> bool:
    """Return whether the header of a page is 48 px high and contains all its elements."""
    return bool(page.evaluate(script("one-line")))


def wait_for_answer(page: Page, text: str) -> None:
    """Wait until the answer on the front page or in the playground contains a text."""
    page.wait_for_function(
        "text => document.getElementById('answer').innerText.includes(text)", arg=text
    )
