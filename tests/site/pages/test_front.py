"""The front page: the answer stands on it, and changes as one types."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page
from site_under_test import address_of, built_site

from hexapla_site.pages.front import EXAMPLES
from hexapla_site.playground.answer import answer
from hexapla_site.playground.known import ADDRESS, MOST_OCTETS
from hexapla_site.report.terms import TERMS

BASE = "http://a/b/c/d;p?q"
UNKNOWN = "https://shop.example/a/../b?x=1"
MOST_MILLISECONDS = 100


class Text(HTMLParser):
    """The text of some HTML, in its order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    def __str__(self) -> str:
        return " ".join(" ".join(self.pieces).split())


@pytest.fixture
def quiet(tab: Page) -> Iterator[Page]:
    """A page that must write no error to the console."""
    errors: list[str] = []
    tab.on("console", lambda told: errors.extend([told.text] if told.type == "error" else []))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    assert errors == []


def known() -> dict[str, list[list[object]]]:
    script = (built_site() / ADDRESS).read_text("utf-8")
    data: dict[str, list[list[object]]] = json.loads(script[script.index("{") : -2])
    return data


def known_verdicts() -> Iterator[str]:
    """Return the HTML of each verdict that the site has computed."""
    data = known()
    for _, _, _, verdict, *_ in data["answers"]:
        assert isinstance(verdict, list)
        yield "".join(str(data["pieces"][number]) for number in verdict)


def wait_for_answer(page: Page, text: str) -> None:
    page.wait_for_function(
        "text => document.getElementById('answer').innerText.includes(text)", arg=text
    )


def test_what_the_site_has_computed_is_small() -> None:
    assert (built_site() / ADDRESS).stat().st_size <= MOST_OCTETS
    assert len(known()["answers"]) > 300


def test_a_known_answer_is_that_of_the_library() -> None:
    data = known()
    rows = {(row[0], row[1]): row for row in data["answers"]}
    for reference in ("?y", *EXAMPLES):
        asked = {"reference": reference, "base": BASE, "specs": []}
        given = json.loads(answer(json.dumps(asked)))
        texts = [
            "".join(str(data["pieces"][number]) for number in numbers)
            for numbers in rows[BASE, reference][4:]
            if isinstance(numbers, list)
        ]
        assert texts == [given["summary"], given["markdown"], given["python"]]


@pytest.mark.browser
def test_the_answer_fits_one_screen(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(address_of("index.html"))
    for selector in ("#base", "#reference", "#answer .results", "#answer .branch >> nth=0"):
        box = tab.locator(selector).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, selector


# How long it takes from a keystroke to the answer, in milliseconds.
TYPE = """async ([reference, wanted]) => {
  const field = document.getElementById("reference");
  const output = document.getElementById("answer");
  const begin = performance.now();
  field.value = reference;
  field.dispatchEvent(new InputEvent("input", {bubbles: true}));
  while (!output.innerText.includes(wanted)) await new Promise((next) => setTimeout(next, 1));
  return performance.now() - begin;
}"""


@pytest.mark.browser
def test_a_known_input_is_answered_from_a_file_at_once(quiet: Page) -> None:
    quiet.goto(address_of("index.html"))
    for reference, wanted in (
        ("g;x=1/../y", "http://a/b/c/y"),
        ("http:g", "http:g"),
        ("", "no rule"),
    ):
        quiet.evaluate(TYPE, [reference, wanted])
    took = min(
        quiet.evaluate(TYPE, [reference, wanted])
        for reference, wanted in (("../../../g", "http://a/../g"), ("g;x=1/../y", "http://a/b/c/y"))
    )
    assert took < MOST_MILLISECONDS
    assert "ref=g%3Bx%3D1%2F..%2Fy" in quiet.url


@pytest.mark.browser
def test_an_address_is_a_question(quiet: Page) -> None:
    for page in ("index.html", "playground.html"):
        quiet.goto("about:blank")
        quiet.goto(
            f"{address_of(page)}#ref=..%2F..%2F..%2Fg&base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq"
        )
        wait_for_answer(quiet, "http://a/../g")
        assert quiet.input_value("#reference") == "../../../g"


@pytest.mark.browser
def test_where_nothing_can_answer_the_page_says_what_to_do(quiet: Page) -> None:
    quiet.goto(address_of("index.html"))
    quiet.fill("#reference", UNKNOWN)
    quiet.wait_for_selector("#needs:visible")
    assert "hexapla site public --serve" in quiet.inner_text("#needs")
    assert quiet.inner_text("#answer") == ""
    quiet.click(".examples a >> nth=0")
    wait_for_answer(quiet, "http://a/../g")
    assert not quiet.is_visible("#needs")


@pytest.mark.browser
def test_the_server_answers_any_input(quiet: Page, served: str) -> None:
    for page in ("index.html", "playground.html"):
        quiet.goto(served + page)
        quiet.fill("#reference", UNKNOWN)
        wait_for_answer(quiet, "https://shop.example/b?x=1")
        quiet.fill("#reference", "'><img src=x onerror=window.broken=1>")
        wait_for_answer(quiet, "onerror")
        assert quiet.evaluate("window.broken") is None
    quiet.fill("#base", "")
    wait_for_answer(quiet, "The parts")
    quiet.click("#options > summary")
    quiet.uncheck("input[value=rfc1630]")
    quiet.wait_for_function(
        "!document.getElementById('answer').innerText.includes('RFC\\u00a01630')"
    )
    assert "spec=rfc1808" in quiet.url


@pytest.mark.browser
def test_a_static_host_is_asked_for_no_answer(quiet: Page, served: str) -> None:
    requests: list[str] = []
    static = (built_site() / "static" / "server.js").read_text("utf-8")
    quiet.route(
        "**/static/server.js",
        lambda route: route.fulfill(body=static, content_type="text/javascript"),
    )
    quiet.on("request", lambda request: requests.append(request.url))
    quiet.goto(f"{served}index.html")
    quiet.fill("#reference", UNKNOWN)
    quiet.wait_for_selector("#needs:visible")
    quiet.unroute("**/static/server.js")
    assert not [url for url in requests if url.endswith("/answer")]


@pytest.mark.browser
def test_without_scripts_the_answer_is_there_and_the_page_says_what_is_missing(
    tab_without_scripts: Page,
) -> None:
    for page in ("index.html", "playground.html"):
        tab_without_scripts.goto(address_of(page))
        assert "http://a/b/c/?y" in tab_without_scripts.inner_text("#answer")
        assert "Without JavaScript" in tab_without_scripts.inner_text("main")
    tab_without_scripts.goto(address_of("index.html"))
    tab_without_scripts.click(".examples a >> nth=0")
    assert "/cases/" in tab_without_scripts.url


# Terms of the field as they stand in answers, each with the name under which it is explained.
VOCABULARY = {
    r"base\b": "base",
    r"context": "context",
    r"references?\b": "reference",
    r"partial form": "partial form",
    r"target": "target",
    r"standards?\b": "standard",
    r"RFC": "RFC",
    r"implementations?\b": "implementation",
    r"no rule": "no rule",
    r"\berror\b": "error",
    r"\bvalid\b": "valid",
    r"current document": "current document",
    r"is read with|reading": "reading",
    r"components?\b": "component",
    r"scheme": "scheme",
    r"authority": "authority",
    r"net_loc": "net_loc",
    r"path\b": "path",
    r"segments?\b": "segment",
    r"path element": "path element",
    r"dot segment": "dot segment",
    r"params": "params",
    r"query": "query",
    r"fragment": "fragment",
    r"delimiter": "delimiter",
    r"inherit": "inherit",
    r"\bvoid\b": "void",
    r"normalis": "normalise",
    r"recompos": "recompose",
    r"percent-enc": "percent-encode",
    r"state machine": "state machine",
    r"\bparses?\b": "parse",
    r"\bresolves?\b": "resolve",
    r"\bBNF\b": "BNF",
}


def test_every_term_of_an_answer_is_explained_on_the_front_page() -> None:
    text = str(Text((built_site() / "index.html").read_text("utf-8")))
    explained = {name for term in TERMS for name in term["names"]}
    used = " ".join(str(Text(html)) for html in known_verdicts())
    for pattern, name in VOCABULARY.items():
        if re.search(pattern, used):
            assert name in explained, name
    for term in TERMS:
        assert term["explanation"] in text
