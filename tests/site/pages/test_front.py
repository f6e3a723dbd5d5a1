"""The front page: the answer stands on it, and changes as one types."""

import json
import re
from collections.abc import Iterator

import pytest
from browsing import script, wait_for_answer
from playwright.sync_api import Page
from site_under_test import Page as PageText
from site_under_test import address_of, built_site
from tables import rows_of

from hexapla.text.slug import slug
from hexapla_site.pages.playground import EXAMPLE_BASE, EXAMPLES
from hexapla_site.playground.answer import answer
from hexapla_site.playground.known import ADDRESS, MOST_OCTETS

BASE = "http://a/b/c/d;p?q"
UNKNOWN = "https://shop.example/a/../b?x=1"
MOST_MILLISECONDS = 100


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
    for _, _, _, _, verdict, *_ in data["answers"]:
        assert isinstance(verdict, list)
        yield "".join(str(data["pieces"][number]) for number in verdict)


def test_what_the_site_has_computed_is_small() -> None:
    assert (built_site() / ADDRESS).stat().st_size <= MOST_OCTETS
    assert len(known()["answers"]) > 300


def test_a_known_answer_is_that_of_the_library() -> None:
    data = known()
    rows = {(row[0], row[1]): row for row in data["answers"]}
    for base, reference in ((BASE, "?y"), *((EXAMPLE_BASE, each) for each in EXAMPLES)):
        asked = {"reference": reference, "base": base, "specs": []}
        given = json.loads(answer(json.dumps(asked)))
        texts = [
            "".join(str(data["pieces"][number]) for number in numbers)
            for numbers in rows[base, reference][5:]
            if isinstance(numbers, list)
        ]
        assert texts == [given["parts"], given["summary"], given["markdown"], given["python"]]


@pytest.mark.browser
def test_the_answer_fits_one_screen(tab: Page) -> None:
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(address_of("index.html"))
    for selector in (*("#bars", "#answer .results"), "#answer .branch tr >> nth=0"):
        box = tab.locator(selector).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, selector


# How long it takes from a keystroke to the answer, in milliseconds.
TYPE = script("type")


@pytest.mark.browser
def test_a_known_input_is_answered_from_a_file_at_once(quiet: Page) -> None:
    quiet.goto(address_of("index.html"))
    for reference, wanted in (
        ("https:g", "https:g"),
        (";x", "https://shop.example/list;x"),
        ("", "no rule"),
    ):
        quiet.evaluate(TYPE, [reference, wanted])
    took = min(
        quiet.evaluate(TYPE, [reference, wanted])
        for reference, wanted in (
            ("../../../g", "https://../../g"),
            (";x", "https://shop.example/list;x"),
        )
    )
    assert took < MOST_MILLISECONDS
    assert "ref=%3Bx" in quiet.url


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
def test_where_nothing_can_answer_there_are_examples_and_no_field(quiet: Page) -> None:
    for page in ("index.html", "playground.html"):
        quiet.goto(address_of(page))
        assert not quiet.is_visible("#reference")
        quiet.click(".examples button >> nth=1")
        wait_for_answer(quiet, "https://../../g")
        quiet.click(".examples button:has-text('@b')")
        wait_for_answer(quiet, "Which host is it?")
        assert "GHSA-v359-jj2v-j536" in quiet.inner_text("#answer")
        assert not quiet.is_visible("#needs")
        quiet.goto(f"{address_of(page)}#ref=unknown")
        quiet.wait_for_selector("#needs:visible")
        assert "hexapla site public --serve" in quiet.inner_text("#needs")
        assert quiet.inner_text("#answer") == ""


@pytest.mark.browser
def test_the_parts_are_drawn_as_one_types(quiet: Page, served: str) -> None:
    quiet.goto(served)
    drawn = "[...document.querySelectorAll('#bars b')].map((sign) => sign.innerText).join('')"
    assert quiet.evaluate(drawn) == EXAMPLE_BASE
    quiet.fill("#reference", "http://new.example/")
    quiet.wait_for_function(f"{drawn} === 'http://new.example/'")
    assert quiet.is_visible(".whole")
    quiet.fill("#reference", ";new")
    quiet.wait_for_function(f"{drawn} === '{EXAMPLE_BASE};new'")
    assert not quiet.is_visible(".whole")


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
    quiet.goto(f"{served}index.html#ref={UNKNOWN}")
    quiet.wait_for_selector("#needs:visible")
    quiet.unroute("**/static/server.js")
    assert not [url for url in requests if url.endswith("/answer")]


@pytest.mark.browser
def test_without_scripts_the_answer_is_there_and_the_page_says_what_is_missing(
    tab_without_scripts: Page,
) -> None:
    for page in ("index.html", "playground.html"):
        tab_without_scripts.goto(address_of(page))
        assert "https://shop.example/?page=2" in tab_without_scripts.inner_text("#answer")
        assert "Without JavaScript" in tab_without_scripts.inner_text("main")


# Terms of the field as they stand in answers, each with the name under which it is explained.
VOCABULARY = dict(rows_of("vocabulary", "terms"))


def test_every_term_of_an_answer_is_in_the_glossary_a_click_away() -> None:
    assert "docs/glossary.html" in (built_site() / "index.html").read_text("utf-8")
    explained = PageText(built_site() / "docs" / "glossary.html").ids
    used = " ".join(" ".join(PageText("".join(known_verdicts())).text).split())
    for pattern, name in VOCABULARY.items():
        if re.search(pattern, used):
            assert slug(name) in explained, name
