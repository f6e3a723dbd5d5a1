"""The playground: what its page does with an answer, wherever that comes from."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from browsing import context_for_tests, script
from playwright.sync_api import Browser, Page
from site_under_test import HOSTILE

pytestmark = pytest.mark.browser

BASE = "http://a/b/c/d;p?q"


@pytest.fixture(scope="module")
def address(served: str) -> str:
    """The playground of the built site, where the server answers."""
    return f"{served}playground.html"


@pytest.fixture(scope="module")
def playground(browser: Browser, address: str) -> Iterator[Page]:
    """A playground that has answered; the tests that share it leave it usable."""
    context = context_for_tests(browser)
    page = context.new_page()
    page.goto(f"{address}#ref=g&base={quote(BASE, safe='')}")
    page.wait_for_selector("#answer[data-answers]")
    yield page
    context.close()


def test_the_address_holds_the_state(playground: Page, tab: Page, address: str) -> None:
    page = playground
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    outside: list[str] = []
    page.on("request", lambda request: outside.append(request.url))

    def answered(step: Any) -> None:
        before = page.get_attribute("#answer", "data-answers")
        step()
        page.wait_for_function(
            "before => document.getElementById('answer').dataset.answers !== before", arg=before
        )

    spec = "spec=rfc1808&spec=rfc2396%5Bexcess-dots%3Dremove%5D"
    state = f"ref=%3Fy&base=http%3A%2F%2Fa%2Fb&{spec}"
    answered(lambda: page.evaluate("hash => { location.hash = hash }", state))
    assert page.input_value("#reference") == "?y"
    assert page.input_value("#rfc2396-excess-dots") == "remove"
    assert page.inner_text("#status") == "They disagree: 2396[excess-dots=remove] · 1808."
    answered(lambda: page.fill("#reference", "<img src=x onerror=window.broken=1>\ud800"))
    assert page.evaluate("window.broken") is None
    assert "%3Cimg%20src%3Dx" in page.url
    copied = page.url
    answered(lambda: page.check("input[value=rfc3986]"))
    assert "spec=rfc3986" in page.url
    page.focus("#reference")
    answered(lambda: page.keyboard.type("x"))
    answered(lambda: page.click("ul.interesting a >> nth=0"))
    assert failures == []
    assert all(url.startswith(address.rsplit("/", 1)[0]) for url in outside)
    tab.goto(copied)
    tab.wait_for_function("document.getElementById('reference').value.startsWith('<img src=x')")
    assert tab.input_value("#rfc2396-excess-dots") == "remove"
    assert tab.evaluate("window.broken") is None


MARKUP = (
    "document.querySelectorAll('#answer :is(script, img, svg, iframe, a[href^=javascript])').length"
)


@pytest.mark.slow
def test_hostile_text_in_the_address_or_a_field_stays_text(playground: Page) -> None:
    page = playground
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("dialog", lambda dialog: failures.append(dialog.message))
    for text in (*HOSTILE, "\ud800", "\udfff\u202e\u2066x", "\x1b[31m", "a" * 11_000):
        before = page.get_attribute("#answer", "data-answers")
        escaped = quote(text, safe="", errors="surrogatepass")
        page.evaluate("hash => { location.hash = hash }", f"ref={escaped}&base=http://a/{escaped}")
        page.wait_for_function(
            "before => (document.getElementById('answer').dataset.answers ?? null) !== before",
            arg=before,
        )
        shown = page.inner_text("#answer")
        assert len(shown) > 100
        assert not set(shown) & set("\ud800\udfff\u202e\u2066\x1b\0")
        assert page.evaluate(MARKUP) == 0, text
        assert page.evaluate("window.broken") is None, text
        # What a field can't hold stays in the state, and so does the address.
        assert page.evaluate("location.hash").endswith(escaped) or len(text) > 10_000
    page.fill("#reference", '"><script>window.broken = 1</script>' * 300)
    page.wait_for_function("document.getElementById('answer').textContent.includes('script>')")
    assert page.evaluate(MARKUP) == 0
    assert page.evaluate("window.broken") is None
    assert failures == []


def test_hostile_text_of_a_form_s_address_stays_text(tab: Page, address: str) -> None:
    text = HOSTILE[0]
    tab.goto(f"{address}?ref={quote(text, safe='')}&base={quote(HOSTILE[1], safe='')}")
    tab.wait_for_selector("#answer[data-answers]")
    assert tab.evaluate(MARKUP) == 0
    assert tab.evaluate("window.broken") is None
    assert tab.input_value("#reference") == text


def test_the_anchors_of_the_playground_leave_the_question(tab: Page, address: str) -> None:
    tab.goto(f"{address}#ref=g%3Bnew&base={quote(BASE, safe='')}")
    tab.wait_for_selector("#answer[data-answers]")
    before = tab.get_attribute("#answer", "data-answers")
    tab.click("#interesting a")
    tab.wait_for_url("**/playground.html#interesting")
    assert tab.input_value("#reference") == "g;new"
    assert tab.get_attribute("#answer", "data-answers") == before


def test_a_selector_that_is_none_is_answered_so(tab: Page, address: str) -> None:
    failures: list[str] = []
    tab.on("pageerror", lambda error: failures.append(str(error)))
    for selector in ("a[b", "rfc1808]", "[", "=", "", "rfc2396[a=b=c", "rfc1808[\n]", "x]["):
        tab.goto("about:blank")
        tab.goto(f"{address}#ref=x&spec={quote(selector, safe='')}")
        tab.wait_for_selector("#answer[data-answers]")
        assert tab.input_value("#reference") == "x"
        assert len(tab.inner_text("#status")) > 10, selector
    assert failures == []


COPY = script("copy")


@pytest.mark.parametrize("reference", ["{address}", "a)b(", "$&$1`'\"!*~\\", "]("])
def test_what_is_copied_holds_the_text_as_it_is(
    playground: Page, address: str, reference: str
) -> None:
    state = f"ref={quote(reference, safe='')}&base={quote(BASE, safe='')}"
    before = playground.get_attribute("#answer", "data-answers")
    playground.evaluate("hash => { location.hash = hash }", state)
    playground.wait_for_function(
        "before => document.getElementById('answer').dataset.answers !== before", arg=before
    )
    link = f"{address}#{state}"
    assert playground.evaluate(COPY, "link") == link
    label, _, rest = playground.evaluate(COPY, "markdown").rpartition("](")
    assert rest == f"{link})"
    assert label.startswith(f"[`{reference.replace('`', chr(0x2CB))} → ")
    python = playground.evaluate(COPY, "python")
    assert f"compare({reference!a}, base={BASE!a}" in python


@pytest.mark.slow
def test_the_playground_works_by_keyboard(playground: Page) -> None:
    page = playground
    said = "document.getElementById('status').textContent.includes"
    page.focus("#reference")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("../../../g;new")
    page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(BASE)
    page.wait_for_function(f"{said}('3986')")
    if not page.evaluate("document.getElementById('options').open"):
        while not page.evaluate("document.activeElement.matches('#options summary')"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    while page.evaluate("document.activeElement.value") != "rfc3986":
        page.keyboard.press("Tab")
    checked = page.is_checked("input[value=rfc3986]")
    page.keyboard.press("Space")
    page.wait_for_function(f"{'!' if checked else ''}{said}('3986')")
