"""Python in a real browser: it starts in time, and gives the same answers as here."""

import ast
import itertools
import json
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import pytest
from browsing import NewContext, script, wait_for_answer
from playwright.sync_api import Page
from random_urls import random_pairs
from site_under_test import address_of, built_site
from tables import in_parts

from hexapla_site.browser.answer import answer
from hexapla_site.browser.bundle import PYTHON, python_parser
from hexapla_site.browser.trees import Trees
from hexapla_specs.whatwg import hosts

BASE = "http://a/b/c/d;p?q"
ALL = ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"]
MOST_SECONDS = 3  # to the first answer, on a quiet desktop
PATIENCE = 10  # how many times longer it may take while other tests run

REFERENCES = ["", "g", "?y", "#s", ";x", "//g", "///g", "../../../g", "g;x=1/../y", "http:g"]
REFERENCES += ["mailto:a@b", "/./g", "a b", "%4", "é\u202e", "1:g", "g?", ".", "..", "\U0001f600"]
REFERENCES += ["http://example.com%2F@evil.com", "http://\U0001f600.例/?\U0001f601#é"]
BASES = [BASE, "http://a", "fred:///s//a/b/c", "mailto:x@y", "", "a/b", "x:", "http://a/#f"]
BASES += ["http://u:p@h:80/", "file:///C:/x"]
COLUMNS: list[list[str]] = [[], ALL, ["rfc2396[excess-dots=remove]", "rfc3986"]]
PARSERS = [
    {"name": "here", "here": True, "host": "A.b", "target": "http://a/b"},
    {"name": "there", "refused": True, "target": None},
]


def question_of(reference: str, base: str, specs: list[str]) -> str:
    is_whole = re.match(r"[\0- ]*[a-z][a-z0-9+.-]*:", reference, re.IGNORECASE | re.ASCII)
    asked = {"reference": reference, "base": base, "specs": specs, "is_whole": bool(is_whole)}
    return json.dumps({**asked, "parsers": PARSERS})


QUESTIONS = [
    question_of(reference, base, specs)
    for (reference, base), specs in zip(
        itertools.product(REFERENCES, BASES), itertools.cycle(COLUMNS), strict=False
    )
]
ASK_ALL = script("ask-all")


def check(page: Page, questions: list[str]) -> None:
    asked = {"questions": questions, "python": PYTHON}
    for question, given in zip(questions, page.evaluate(ASK_ALL, asked), strict=True):
        assert given == json.loads(answer(with_python_s_own(question))), question


def with_python_s_own(question: str) -> str:
    """Return a question with the results of `urllib.parse`, which a page's Python adds itself."""
    asked = json.loads(question)
    reference, base = asked["reference"], asked["base"]
    told: dict[str, Any] = {"name": python_parser(), "here": True}
    if asked["is_whole"]:
        try:
            told["host"] = urlsplit(reference).hostname
        except ValueError:
            told["refused"] = True
    if base:
        try:
            told["target"] = urljoin(base, reference)
        except ValueError:
            told["target"] = None
    return json.dumps({**asked, "parsers": [*asked["parsers"], told]})


@in_parts("part", 6, nightly=[1])
def test_a_browser_gives_the_same_answers(new_context: NewContext, part: int) -> None:
    context = new_context()
    page = context.new_page()
    page.expose_function("cutOff", lambda: context.set_offline(True))
    page.goto(address_of("playground.html"))
    assert len(QUESTIONS) == 220
    check(page, QUESTIONS[::part])


def test_texts_and_collections_are_those_of_python(new_context: NewContext) -> None:
    """`brython-fixes.js` corrects what Brython does differently."""
    source = Path(__file__).with_name("python_operations.py").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(source, names)
    expected: list[str] = []
    names["run"](lambda *values: expected.append(ascii(repr(values))))
    page = new_context().new_page()
    page.goto(address_of("playground.html"))
    trees = Trees()
    text = trees.text_of(ast.parse(source + IN_BROWSER))
    asked = {"python": PYTHON, "source": text, "tables": trees.tables()}
    noted = page.evaluate(script("run-python"), asked)
    assert [pair for pair in zip(expected, noted, strict=True) if pair[0] != pair[1]] == []


IN_BROWSER = """
from browser import self as worker
noted = []
run(lambda *values: noted.append(ascii(repr(values))))
worker.noted = noted
"""


HOST_IN_BROWSER = "text => (URL.canParse(text) ? new URL(text).hostname : '')"


@pytest.fixture
def to_ascii_of_a_browser(new_context: NewContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Map domains to ASCII by the browser's `URL`, as the stand-in for Ada does on a page.

    The browser's IDNA differs from Ada's: it rejects forbidden code points at once, and the
    domain 1.\u05d0, in which a label begins with a digit beside a label from right to left.
    """
    ends_host = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
    tab = new_context().new_page()

    def to_ascii(domain: str) -> bytes:
        if ends_host.search(domain):
            return b""
        url = json.dumps(f"http://{domain}.x/")  # in ASCII, since it may have lone surrogates
        host: str = tab.evaluate(f"() => ({HOST_IN_BROWSER})({url})")
        host = host.removesuffix(".x")
        return b"" if ends_host.search(host) else host.encode()

    monkeypatch.setattr(hosts, "_to_ascii", lambda: to_ascii)


@pytest.mark.nightly
@pytest.mark.usefixtures("to_ascii_of_a_browser")
@pytest.mark.parametrize("seed", range(4900, 4920))
def test_random_inputs_are_answered_the_same(new_context: NewContext, seed: int) -> None:
    """Compare 20 times 500 inputs, with all steps, in all columns."""
    page = new_context().new_page()
    page.goto(address_of("playground.html"))
    check(page, [question_of(reference, base, []) for base, reference in random_pairs(500, seed)])


@pytest.fixture
def fresh(new_context: NewContext) -> Page:
    """A page of a browser that has loaded nothing yet."""
    return new_context().new_page()


@pytest.mark.parametrize("begin", ["", "served"], ids=["file", "http"])
def test_the_first_answer_comes_in_time(fresh: Page, hosted: str, begin: str) -> None:
    place = hosted if begin else f"{built_site().as_uri()}/"
    start = time.perf_counter()
    fresh.goto(f"{place}index.html#ref=unknown&base={quote(BASE, safe='')}")
    wait_for_answer(fresh, "http://a/b/c/unknown")
    assert time.perf_counter() - start < PATIENCE * MOST_SECONDS


def test_a_page_asks_its_own_site_alone(fresh: Page, hosted: str) -> None:
    asked: list[str] = []
    fresh.on("request", lambda request: asked.append(request.url))
    fresh.goto(f"{hosted}index.html")
    fresh.fill("#reference", "unknown")
    wait_for_answer(fresh, "/unknown")
    assert [url for url in asked if not url.startswith((hosted, "data:", "blob:"))] == []


def test_an_unknown_standard_stops_nothing(fresh: Page) -> None:
    fresh.goto(address_of("playground.html") + "#ref=g&spec=rfc9999")
    fresh.wait_for_function("document.getElementById('status').textContent.includes('rfc9999')")
    fresh.fill("#reference", "h")
    fresh.wait_for_selector("#answer[data-answers='2']")
