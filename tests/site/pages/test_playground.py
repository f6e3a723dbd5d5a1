"""The front page and the playground: they show an answer, wherever it comes from."""

import functools
import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from browsing import context_for_tests, script, wait_for_answer
from playwright.sync_api import Browser, Page
from site_under_test import HOSTILE, address_of, built_site
from site_under_test import Page as PageText
from tables import rows_of

from hexapla.comparison.comparison import compare
from hexapla.standard.registry import default_columns
from hexapla.text.slug import slug
from hexapla_site.browser.answer import PlaygroundAnswer
from hexapla_site.browser.bundle import python_parser
from hexapla_site.browser.recorded import ADDRESS
from hexapla_site.data.recordings import current_parsings, recorded_answers
from hexapla_site.pages.playground import EXAMPLE_BASE, EXAMPLES
from hexapla_site.report.hosts import HostReport, host_report

BASE = "http://a/b/c/d;p?q"
BOTH = ("index.html", "playground.html")
COPY = script("copy")
NOTE_ANNOUNCEMENTS = script("note-announcements")
MARKUP = (
    "document.querySelectorAll('#answer :is(script, img, svg, iframe, a[href^=javascript])').length"
)
# Patterns of technical terms in answers, with the name of each in the glossary.
VOCABULARY = dict(rows_of("vocabulary", "terms"))


# Recorded answers.


@functools.cache
def hosts_report() -> HostReport:
    return host_report(default_columns(), current_parsings())


def recorded() -> dict[str, Any]:
    script = (built_site() / ADDRESS).read_text("utf-8")
    data: dict[str, Any] = json.loads(script[script.index("{") : script.rindex("}") + 1])
    return data


def test_recorded_parsers_stand_beside_their_answers() -> None:
    data = recorded()
    url, address, source, _, hosts, letters = next(
        row for row in data["urls"] if row[0] == "http://a\\@b/"
    )
    assert address.startswith("hosts/")
    assert source == "GHSA-v359-jj2v-j536"
    read = dict(zip(data["parsers"], letters, strict=True))
    row = next(row for row in hosts_report().rows if row.url == url)
    for name, reading in row.by_name.items():
        sign = read[name]
        assert hosts[ord(sign) - 65] == reading if sign.isalpha() else row.sign_of(reading) == sign


def test_recorded_targets_stand_beside_their_cases() -> None:
    data = recorded()
    pages = {(base, reference): page for base, reference, page, _ in data["cases"]}
    assert pages[BASE, "?y"] == "cases/question-y.html" or pages[BASE, "?y"].startswith("cases/")
    assert {(EXAMPLE_BASE, each) for each in EXAMPLES} <= pages.keys()
    for base, reference, _, answers in data["cases"]:
        told = {target: {data["resolvers"][at] for at in members} for target, members in answers}
        names = recorded_answers(base, reference).names
        assert told == {target: set(members) for target, members in names.items()}


def test_every_term_of_an_answer_is_in_the_glossary_a_click_away() -> None:
    assert "docs/glossary.html" in (built_site() / "index.html").read_text("utf-8")
    explained = PageText(built_site() / "docs" / "glossary.html").ids
    asked = [(base, reference) for base, reference, *_ in recorded()["cases"][::4]]
    comparisons = (compare(reference, base=base) for base, reference in asked)
    used = PageText("".join(PlaygroundAnswer(each).html["verdict"] for each in comparisons)).words
    for pattern, name in VOCABULARY.items():
        if re.search(pattern, used):
            assert slug(name) in explained, name


# In a browser.


@pytest.fixture
def quiet(tab: Page) -> Iterator[Page]:
    """A page that must not write errors to the console."""
    errors: list[str] = []
    tab.on("console", lambda told: errors.extend([told.text] if told.type == "error" else []))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    assert errors == []


def announced(page: Page) -> str:
    """Return the announcement of an answer, which appears once typing has stopped."""
    page.wait_for_function("document.getElementById('status').textContent")
    return page.inner_text("#status")


@pytest.mark.parametrize("page", BOTH)
def test_a_page_answers_what_its_address_asks(quiet: Page, page: str) -> None:
    """The page is a local file, without a server."""
    quiet.goto(f"{address_of(page)}#ref=..%2F..%2F..%2Fg&base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq")
    wait_for_answer(quiet, "http://a/../g")
    assert quiet.input_value("#reference") == "../../../g"
    quiet.click(".examples button:has-text('@b')")
    wait_for_answer(quiet, "Which host is it?")
    told = quiet.inner_text("#answer")
    assert "GHSA-v359-jj2v-j536" in told
    assert re.search(r"URL of (Chromium|Google Chrome|HeadlessChrome|this browser)", told)
    assert "ref=http%3A%2F%2Fa%5C%40b%2F" in quiet.url


def test_a_url_that_nobody_recorded_is_answered(quiet: Page) -> None:
    """The answer has the standards' hosts, the browser's host, and the reason."""
    quiet.goto(address_of("index.html"))
    quiet.fill("#reference", "http://good.example\\@evil.example/unrecorded")
    wait_for_answer(quiet, "There are no recorded answers for this URL")
    rows = quiet.locator("#answer table.results >> nth=0").inner_text()
    for words in ("good.example", "evil.example", "RFC\u00a03986", "URL of"):
        assert words in rows
    assert "ends the authority at a backslash" in quiet.inner_text("#answer .rules-of-host")


def test_letters_stand_for_targets_and_never_for_hosts(quiet: Page) -> None:
    for address in ("index.html", "playground.html"):
        quiet.goto(f"{address_of(address)}#ref=http%3A%2F%2Fa%5C%40b%2F&base=http%3A%2F%2Fc%2F")
        wait_for_answer(quiet, "Which host is it?")
        answer = quiet.locator("#answer")
        assert answer.locator(".which-host [data-group]").count() == 0
        assert answer.locator('[data-group="2"]').count() > 0
        hosts = answer.locator(".rules-of-host th").all_inner_texts()
        assert hosts == ["a", "b", "a\\@b"]


TRICKY = "http://good.example\\@evil.example/unrecorded"
HEARD = "window.announced.length && document.getElementById('status').textContent"


@pytest.mark.parametrize("place", ["file", "http"])
def test_a_check_and_a_client_are_told_apart(quiet: Page, hosted: str, place: str) -> None:
    """The verdict is announced once, is part of the address, and is at the top on a phone."""
    start = hosted if place == "http" else f"{built_site().as_uri()}/"
    quiet.set_viewport_size({"width": 390, "height": 760})
    quiet.goto(f"{start}index.html")
    quiet.fill("#reference", TRICKY)
    wait_for_answer(quiet, "evil.example")
    announced(quiet)
    quiet.evaluate(NOTE_ANNOUNCEMENTS)
    quiet.select_option("#check", label=python_parser())
    quiet.select_option("#client", label="URL Standard")
    quiet.wait_for_selector("#pair.differs")
    sentence = (
        f"Your check ({python_parser()}) sees evil.example, "
        "your client (URL Standard) connects to good.example."
    )
    assert quiet.inner_text("#pair .sentence") == sentence
    quiet.wait_for_function(HEARD)
    assert quiet.evaluate("window.announced") == [sentence]
    box = quiet.locator("#pair").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 760
    address = quiet.url
    assert "client=URL%20Standard" in address
    quiet.goto("about:blank")
    quiet.goto(address)
    quiet.wait_for_selector("#pair.differs")
    quiet.select_option("#client", label="RFC 3986")
    quiet.wait_for_selector("#pair.agrees")
    told = quiet.inner_text("#pair .sentence")
    assert told == "Your check and your client both see evil.example."


def test_a_pair_that_nobody_asked_is_said(quiet: Page) -> None:
    state = f"ref={quote(TRICKY, safe='')}&base=&check=furl&client=requests"
    quiet.goto(f"{address_of('index.html')}#{state}")
    quiet.wait_for_selector("#pair.unknown")
    assert "No answer from furl and requests for this URL" in quiet.inner_text("#pair")
    link = quiet.get_attribute("#pair [data-pair]", "href") or ""
    assert link.endswith("validator=furl&client=requests")


def test_a_pair_is_copied_as_a_test(quiet: Page) -> None:
    quiet.goto(address_of("index.html"))
    told = {
        language: quiet.evaluate(
            "asked => window.hexaplaPair.testOf(...asked)",
            [language, TRICKY, "furl", python_parser()],
        )
        for language in ("pytest", "node", "go")
    }
    names: dict[str, Any] = {}
    exec(told["pytest"], names)
    asked: list[object] = []
    names["test_check_and_client_agree"](lambda url, parsers: asked.extend((url, parsers)))
    assert asked == [TRICKY, ["furl", "urllib.parse"]]
    assert json.dumps(TRICKY) in told["node"]
    assert json.dumps(TRICKY) in told["go"]


@pytest.mark.parametrize("page", BOTH)
def test_without_scripts_the_answer_is_there_and_the_page_says_what_is_missing(
    tab_without_scripts: Page, page: str
) -> None:
    tab_without_scripts.goto(address_of(page))
    assert "https://shop.example/?page=2" in tab_without_scripts.inner_text("#answer")
    assert "Without JavaScript" in tab_without_scripts.inner_text("main")


def test_the_parts_are_drawn_as_one_types(quiet: Page, served: str) -> None:
    quiet.goto(served)
    drawn = "[...document.querySelectorAll('#bars b')].map((sign) => sign.innerText).join('')"
    assert quiet.evaluate(drawn) == EXAMPLE_BASE
    for text, whole in (("http://new.example/", True), (";new", False)):
        quiet.fill("#reference", text)
        quiet.wait_for_function(f"{drawn} === '{text if whole else EXAMPLE_BASE + text}'")
        assert quiet.is_visible(".whole") is whole


def test_the_server_answers_any_input(quiet: Page, served: str) -> None:
    for page in BOTH:
        quiet.goto(served + page)
        quiet.fill("#reference", "https://shop.example/a/../b?x=1")
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


def test_a_static_host_is_asked_for_no_answer(quiet: Page, hosted: str) -> None:
    requests: list[str] = []
    quiet.on("request", lambda request: requests.append(request.url))
    quiet.goto(f"{hosted}index.html#ref=https://shop.example/a/../b?x=1")
    wait_for_answer(quiet, "https://shop.example/b?x=1")
    assert not [url for url in requests if url.endswith("/answer")]


# Pages on a server that answers.


@pytest.fixture(scope="module")
def opened(browser: Browser, served: str) -> Iterator[Page]:
    """A playground with an answer; the tests that share it must leave it usable."""
    context = context_for_tests(browser)
    page = context.new_page()
    page.goto(f"{served}playground.html#ref=g&base={quote(BASE, safe='')}")
    page.wait_for_selector("#answer[data-answers]")
    yield page
    context.close()


@pytest.fixture
def playground(opened: Page) -> Iterator[Page]:
    """The shared playground, on which no script may fail and no dialog may open."""
    failures: list[str] = []
    opened.on("pageerror", lambda error: failures.append(str(error)))
    opened.on("dialog", lambda dialog: failures.append(dialog.message))
    yield opened
    assert failures == []
    assert opened.evaluate("window.broken") is None


def answered(page: Page, step: Callable[[], object]) -> None:
    """Do a step, and wait until the page shows a new answer."""
    before = page.get_attribute("#answer", "data-answers")
    step()
    page.wait_for_function(
        "before => (document.getElementById('answer').dataset.answers ?? null) !== before",
        arg=before,
    )


def ask(page: Page, state: str) -> None:
    answered(page, lambda: page.evaluate("hash => { location.hash = hash }", state))


def test_the_address_holds_the_state(playground: Page, tab: Page, served: str) -> None:
    page = playground
    outside: list[str] = []
    page.on("request", lambda request: outside.append(request.url))
    spec = "spec=rfc1808&spec=rfc2396%5Bexcess-dots%3Dremove%5D"
    ask(page, f"ref=%3Fy&base=http%3A%2F%2Fa%2Fb&{spec}")
    assert page.input_value("#reference") == "?y"
    assert page.input_value("#rfc2396-excess-dots") == "remove"
    assert announced(page) == "The standards disagree: 2396[excess-dots=remove] · 1808."
    answered(page, lambda: page.fill("#reference", "<img src=x onerror=window.broken=1>\ud800"))
    assert "%3Cimg%20src%3Dx" in page.url
    copied = page.url
    answered(page, lambda: page.check("input[value=rfc3986]"))
    assert "spec=rfc3986" in page.url
    page.focus("#reference")
    answered(page, lambda: page.keyboard.type("x"))
    answered(page, lambda: page.click("ul.interesting a >> nth=0"))
    assert all(url.startswith(served) for url in outside)
    tab.goto(copied)
    tab.wait_for_function("document.getElementById('reference').value.startsWith('<img src=x')")
    assert tab.input_value("#rfc2396-excess-dots") == "remove"
    assert tab.evaluate("window.broken") is None


@pytest.mark.slow
def test_hostile_text_in_the_address_or_a_field_stays_text(playground: Page) -> None:
    page = playground
    for text in (*HOSTILE, "\ud800", "\udfff\u202e\u2066x", "\x1b[31m", "a" * 11_000):
        escaped = quote(text, safe="", errors="surrogatepass")
        ask(page, f"ref={escaped}&base=http://a/{escaped}")
        shown = page.inner_text("#answer")
        assert len(shown) > 100
        assert not set(shown) & set("\ud800\udfff\u202e\u2066\x1b\0")
        assert page.evaluate(MARKUP) == 0, text
        assert page.evaluate("window.broken") is None, text
        # Text that a field can't contain is kept in the state, and so in the address.
        assert page.evaluate("location.hash").endswith(escaped) or len(text) > 10_000
    page.fill("#reference", '"><script>window.broken = 1</script>' * 300)
    page.wait_for_function("document.getElementById('answer').textContent.includes('script>')")
    assert page.evaluate(MARKUP) == 0


def test_hostile_text_of_a_form_s_address_stays_text(tab: Page, served: str) -> None:
    text = HOSTILE[0]
    asked = f"ref={quote(text, safe='')}&base={quote(HOSTILE[1], safe='')}"
    tab.goto(f"{served}playground.html?{asked}")
    tab.wait_for_selector("#answer[data-answers]")
    assert tab.evaluate(MARKUP) == 0
    assert tab.evaluate("window.broken") is None
    assert tab.input_value("#reference") == text


def test_the_anchors_of_the_playground_leave_the_question(tab: Page, served: str) -> None:
    tab.goto(f"{served}playground.html#ref=g%3Bnew&base={quote(BASE, safe='')}")
    tab.wait_for_selector("#answer[data-answers]")
    before = tab.get_attribute("#answer", "data-answers")
    tab.click("#interesting a")
    tab.wait_for_url("**/playground.html#interesting")
    assert tab.input_value("#reference") == "g;new"
    assert tab.get_attribute("#answer", "data-answers") == before


def test_typing_is_announced_once_as_what_is_shown(playground: Page) -> None:
    ask(playground, "ref=&base=")
    announced(playground)
    playground.evaluate(NOTE_ANNOUNCEMENTS)
    playground.focus("#reference")
    playground.keyboard.type("http://a\\@b/c")
    said = "window.announced.length && document.getElementById('status').textContent"
    playground.wait_for_function(said)
    (announcement,) = playground.evaluate("window.announced")
    assert announcement.startswith("The standards see different hosts: ")


def test_a_selector_that_is_none_is_answered_so(playground: Page) -> None:
    for selector in ("a[b", "rfc1808]", "[", "=", "", "rfc2396[a=b=c", "rfc1808[\n]", "x]["):
        ask(playground, f"ref=x&spec={quote(selector, safe='')}")
        assert playground.input_value("#reference") == "x"
        assert len(announced(playground)) > 10, selector


def test_what_is_copied_holds_the_text_as_it_is(playground: Page, served: str) -> None:
    for reference in ("{address}", "a)b(", "$&$1`'\"!*~\\", "]("):
        state = f"ref={quote(reference, safe='')}&base={quote(BASE, safe='')}"
        ask(playground, state)
        link = f"{served}playground.html#{state}"
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
