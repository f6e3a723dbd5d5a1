"""The playground: the same answers in a browser as here, also without a network."""

import itertools
import json
import os
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from browsing import NewContext, patient
from playwright.sync_api import Browser, Page
from site_under_test import HOSTILE, PYODIDE, address_of, built_site, site_of_default_columns

from hexapla_site.playground.answer import answer
from hexapla_site.preview import preview_server

# Python is started in a browser.
pytestmark = pytest.mark.slow

BASE = "http://a/b/c/d;p?q"
ALL = ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"]


def question(reference: str, base: str = BASE, specs: list[str] | None = None) -> str:
    return json.dumps({"reference": reference, "base": base, "specs": specs or []})


def test_a_site_without_python_for_the_browser_says_so() -> None:
    page = (site_of_default_columns() / "playground.html").read_text("utf-8")
    assert "built without the Python that runs in a browser" in page
    assert not (site_of_default_columns() / "static" / "pyodide").exists()


if PYODIDE is None:
    if os.environ.get("PYODIDE_REQUIRED"):
        raise RuntimeError("no Python for the browser: run npm ci in site/")
    IN_BROWSER = pytest.mark.skip("no Python for the browser here; to have it: npm ci in site/")
else:
    IN_BROWSER = pytest.mark.browser
ANSWERED = "#answer[data-answers]"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The playground of the built site, in a folder of its own below the server's root."""
    with preview_server(built_site().parent, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{built_site().name}/playground.html"
        server.shutdown()


@pytest.fixture(scope="module")
def playground(browser: Browser, address: str) -> Iterator[Page]:
    """A playground whose Python has started; the tests that share it leave it usable."""
    context = patient(browser.new_context())
    page = context.new_page()
    page.goto(f"{address}#ref=g&base={quote(BASE, safe='')}")
    page.wait_for_selector(ANSWERED)
    yield page
    context.close()


REFERENCES = ["", "g", "?y", "#s", ";x", "//g", "///g", "../../../g", "g;x=1/../y", "http:g"]
REFERENCES += ["mailto:a@b", "/./g", "a b", "%4", "é\u202e", "1:g", "g?", ".", "..", "\U0001f600"]
BASES = [BASE, "http://a", "fred:///s//a/b/c", "mailto:x@y", "", "a/b", "x:", "http://a/#f"]
BASES += ["http://u:p@h:80/", "file:///C:/x"]
COLUMNS: list[list[str]] = [[], ALL, ["rfc2396[excess-dots=remove]", "rfc3986"]]
QUESTIONS = [
    question(reference, base, specs)
    for (reference, base), specs in zip(
        itertools.product(REFERENCES, BASES), itertools.cycle(COLUMNS), strict=False
    )
]

ASK_ALL = """async ({questions, settings}) => {
  const worker = new Worker("static/playground-worker.js", {type: "module"});
  const here = (path) => new URL(path, document.baseURI).href;
  const next = (wanted) => new Promise((resolve, reject) => {
    worker.onmessage = ({data}) => {
      if (data.failed) reject(new Error(data.failed));
      if (wanted in data) resolve(data[wanted]);
    };
  });
  worker.postMessage({start: true, runtime: here(settings.runtime), bundle: here(settings.bundle)});
  await next("ready");
  await window.cutOff();
  const answers = [];
  for (const question of questions) {
    const found = next("answer");
    worker.postMessage({id: 1, question});
    answers.push(await found);
  }
  return answers;
}"""


@IN_BROWSER
@pytest.mark.slow
def test_a_browser_gives_the_same_answers(new_context: NewContext, address: str) -> None:
    assert len(QUESTIONS) == 200
    context = new_context()
    page = context.new_page()
    page.expose_function("cutOff", lambda: context.set_offline(True))
    page.goto(address)
    settings = json.loads(page.text_content("#settings") or "")
    answers = page.evaluate(ASK_ALL, {"questions": QUESTIONS, "settings": settings})
    for asked, found in zip(QUESTIONS, answers, strict=True):
        assert found == json.loads(answer(asked)), asked


@pytest.fixture
def tab_without_python(tab: Page) -> Iterator[Page]:
    """A page whose playground has its fields but gives no answer: starting Python takes long."""
    pattern = "**/static/playground-worker.js"
    tab.route(pattern, lambda route: route.abort())
    yield tab
    tab.unroute(pattern)


@IN_BROWSER
def test_the_address_holds_the_state(
    playground: Page, tab_without_python: Page, address: str
) -> None:
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
    assert page.inner_text("#status") == "They disagree: 1808 · 2396[excess-dots=remove]."
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
    tab_without_python.goto(copied)
    tab_without_python.wait_for_function(
        "document.getElementById('reference').value.startsWith('<img src=x')"
    )
    assert tab_without_python.evaluate("window.broken") is None


MARKUP = (
    "document.querySelectorAll('#answer :is(script, img, svg, iframe, a[href^=javascript])').length"
)


@IN_BROWSER
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


@IN_BROWSER
@pytest.mark.slow
def test_hostile_text_of_the_front_page_s_field_stays_text(tab: Page, address: str) -> None:
    text = HOSTILE[0]
    tab.goto(f"{address}?ref={quote(text, safe='')}&base={quote(HOSTILE[1], safe='')}")
    tab.wait_for_selector(ANSWERED)
    assert tab.evaluate(MARKUP) == 0
    assert tab.evaluate("window.broken") is None
    assert tab.input_value("#reference") == text


@IN_BROWSER
def test_the_anchors_of_the_playground_leave_the_question(playground: Page) -> None:
    page = playground
    before = page.get_attribute("#answer", "data-answers")
    page.evaluate("hash => { location.hash = hash }", f"ref=%3Fy&base={quote(BASE, safe='')}")
    page.wait_for_function(
        "before => document.getElementById('answer').dataset.answers !== before", arg=before
    )
    before = page.get_attribute("#answer", "data-answers")
    page.click("#interesting a")
    page.wait_for_url("**/playground.html#interesting")
    assert page.input_value("#reference") == "?y"
    assert page.get_attribute("#answer", "data-answers") == before


@IN_BROWSER
def test_the_playground_works_by_keyboard(playground: Page) -> None:
    page = playground
    page.focus("#base")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(BASE)
    page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("../../../g")
    page.wait_for_function(
        "document.getElementById('status').textContent.includes('1808 2396 · 1630')"
    )
    while page.evaluate("document.activeElement.value") != "rfc3986":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.wait_for_function("document.getElementById('status').textContent.includes('3986')")
    page.keyboard.press("Space")
    page.wait_for_function("!document.getElementById('status').textContent.includes('3986')")


@IN_BROWSER
def test_the_field_of_the_front_page_leads_to_the_playground(
    tab_without_python: Page, address: str
) -> None:
    tab = tab_without_python
    tab.goto(address.replace("playground.html", "index.html"))
    tab.fill("#try", ";x&y=1#s+ ")
    tab.keyboard.press("Enter")
    tab.wait_for_function("document.getElementById('reference')?.value === ';x&y=1#s+ '")
    assert tab.input_value("#base") == BASE


@IN_BROWSER
def test_a_page_from_a_file_says_what_it_needs(tab: Page) -> None:
    tab.goto(address_of("playground.html"))
    assert tab.is_visible("#needs")
    assert not tab.is_visible("#playground")
