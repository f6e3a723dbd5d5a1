"""No text from outside runs as a script on any page: 215 payloads in a real browser.

The Content Security Policy of the pages is switched off, so that escaping is tested on its own.
"""

import ast
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest
from browsing import context_for_tests, script
from playwright.sync_api import Browser, Dialog, Page
from reports import WRITERS, report
from site_under_test import address_of, built_site
from tables import in_parts

import hexapla
from hexapla.standard.spec import Spec
from hexapla_site.badge import badge_of
from hexapla_site.browser.answer import PlaygroundAnswer
from hexapla_site.build import build_site
from hexapla_site.folders import SNIPPETS
from hexapla_site.rendering import in_address
from hexapla_site.report.report import case_of

pytestmark = pytest.mark.slow

PAYLOADS: tuple[str, ...] = tuple(
    json.loads(Path(__file__).with_name("xss_payloads.json").read_text("utf-8"))
)
BASE = "http://a/b/c/d;p?q"

# Finds what a page must not have: elements that run or load something, attributes that run, and
# addresses that run. Scripts may only be the site's own files, or data.
LOOK_AT = script("look-at")
LOOK = f"""() => ({LOOK_AT})(document.querySelectorAll("*"))"""
PUT = script("put")


@pytest.fixture(scope="module")
def bare(browser: Browser) -> Iterator[Page]:
    """A page without its policy, on which no dialog may open and no script may fail."""
    context = context_for_tests(browser)
    page = context.new_page()
    trouble: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        trouble.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.on("pageerror", lambda error: trouble.append(f"{page.url}: {error}"))
    yield page
    context.close()
    assert trouble == []


def test_there_are_enough_payloads() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 150


def test_what_runs_is_seen(tab: Page) -> None:
    """Payloads inserted as markup are detected; otherwise, the other tests would be useless."""
    tab.goto(address_of("404.html"))
    assert tab.evaluate(PUT, [PAYLOADS, f"({LOOK})"]) > 90


# Pages of cases, and searches on them.


@in_parts("part", 120, nightly=[1])
def test_no_case_runs(bare: Page, tmp_path: Path, part: int) -> None:
    """Open the pages of cases and causes, and the lists of all of them."""
    step = max(part // 8, 1)
    cases = [(f"http://a/{payload}", payload) for payload in PAYLOADS[::step]]
    build_site(tmp_path, cases, only=["front", "cases", "playground", "causes"])
    paths = sorted(tmp_path.rglob("*.html"))
    lists = [path for path in paths if path.stem == "index" or path.parent == tmp_path]
    with_payloads = 0
    for path in lists + [path for path in paths if path not in lists][::step]:
        if "broken" in path.read_text("utf-8"):
            with_payloads += 1
            bare.goto(path.as_uri())
            assert bare.evaluate(LOOK) == [], path
    assert with_payloads > 200 / part
    bare.goto((tmp_path / "cases" / "index.html").as_uri())
    for words in ("broken", "script", "onerror", "javascript"):
        bare.fill("#site-search", words)
        bare.wait_for_function(
            "/result|Nothing/.test(document.querySelector('.search [role=status]').textContent)"
        )
        assert bare.evaluate(LOOK) == []


# Addresses and fields.

ASK = script("ask")


ASKED: dict[str, Callable[[str], str]] = {
    "a reference and a base": lambda text: (
        f"ref={in_address(text)}&base=http://a/{in_address(text)}"
    ),
    "a selector": lambda text: f"ref=x&spec={in_address(text)}",
    "a reading": lambda text: f"ref=x&spec=rfc1808%5B{in_address(text)}%5D",
    "a field": lambda text: f"{in_address(text)}={in_address(text)}&ref={in_address(text)}1",
}


@pytest.mark.nightly
@pytest.mark.parametrize("page", ["playground.html", "index.html"])
@pytest.mark.parametrize("field", ASKED)
def test_no_question_runs(bare: Page, served: str, page: str, field: str) -> None:
    bare.goto("about:blank")
    bare.goto(f"{served}{page}#ref=first&base=x:")
    bare.wait_for_selector("#answer[data-answers]")
    # Both pages have the same script, but the playground shows more.
    asked = [[text, ASKED[field](text)] for text in PAYLOADS[:: 1 if page != "index.html" else 5]]
    assert bare.evaluate(ASK, [asked, f"({LOOK})"]) == []


def test_nothing_that_is_typed_runs(bare: Page, served: str) -> None:
    bare.goto(f"{served}playground.html")
    for payload in PAYLOADS[::12]:
        bare.fill("#reference", payload)
        bare.fill("#base", payload)
        bare.fill("#site-search", payload)
    bare.fill("#base", "http://a/b")
    bare.fill("#reference", "last")
    bare.wait_for_function("document.getElementById('answer').innerText.includes('last')")
    bare.wait_for_selector("#answer:not([style])")  # its height is kept until the reasons follow
    assert bare.evaluate(LOOK) == []


FILTERED = ("cases/index.html", "differences.html", "implementations.html", "clients.html")
# The slow part tries all payloads on the first page, and each on one of the other pages.
PAGES = (*FILTERED, "hosts/index.html", "404.html")
FIFTHS = [(page, PAYLOADS[number::5]) for number, page in enumerate(PAGES[1:])]
CHANGE = script("change")


@pytest.mark.parametrize(
    ("page", "payloads"),
    [
        *((PAGES[0], PAYLOADS), *FIFTHS),
        *(pytest.param(page, PAYLOADS, marks=pytest.mark.nightly) for page in PAGES[1:]),
    ],
    ids=[*PAGES, *(f"{page}, all" for page in PAGES[1:])],
)
def test_no_address_of_a_page_runs(
    bare: Page, served: str, page: str, payloads: tuple[str, ...]
) -> None:
    hashes = [
        f"{'&'.join(f'{name}={text}' for name in ('text', 'validator', 'client', text))}"
        for text in map(in_address, payloads)
    ]
    bare.goto(f"{served}{page}?{'&'.join(map(in_address, PAYLOADS[:40]))}")
    assert bare.evaluate(CHANGE, [hashes, f"({LOOK_AT})"]) == []


@in_parts("part", 120, nightly=[1])
def test_no_address_of_no_page_runs(bare: Page, served: str, part: int) -> None:
    """The server sends the same page for a missing address in any folder."""
    for payload in PAYLOADS[::part]:
        text = in_address(payload)
        bare.goto(f"{served}cases/index.html/{text}?{text}#{text}")
        assert bare.url.startswith(f"{served}cases/index.html/")
        assert bare.evaluate(LOOK) == []


# Reports and badges.


@pytest.mark.parametrize("name", WRITERS)
def test_no_report_runs(bare: Page, name: str) -> None:
    page = report(name, PAYLOADS) / "index.html"
    assert "broken" in page.read_text("utf-8")
    bare.goto(page.as_uri())
    assert bare.evaluate(LOOK) == []


BADGE = script("badge")


def test_no_badge_runs(bare: Page, tmp_path: Path) -> None:
    """Each badge is a separate document, in a frame."""
    identified = hexapla.identify(lambda base, _: base, specs=["rfc3986"], cases=[(BASE, "g")])
    frames = tmp_path / "frames.html"
    frames.write_text("".join(f'<iframe src="{n}.svg"></iframe>' for n in range(len(PAYLOADS))))
    for number, payload in enumerate(PAYLOADS):
        spec = identified.best.spec
        document = attrs.evolve(spec.document, label=payload)
        named: Spec = type("Named", (type(spec.standard),), {"document": document})().spec
        best = attrs.evolve(identified.best, spec=named)
        svg = badge_of(attrs.evolve(identified, explanations=(best,)))
        (tmp_path / f"{number}.svg").write_text(svg, "utf-8")
    bare.goto(frames.as_uri())
    badges = bare.frames[1:]
    assert [Path(badge.url).stem for badge in badges] == [str(n) for n in range(len(PAYLOADS))]
    for badge, payload in zip(badges, PAYLOADS, strict=True):
        assert badge.evaluate("document.documentElement.localName") == "svg"
        assert badge.evaluate(BADGE) == [None, 0], payload


# Plug-ins: a standard that has payloads in all its texts.


class _Poisoned(ast.NodeTransformer):
    """Appends a text to each text in a module, and replaces each address by a script's."""

    def __init__(self, text: str) -> None:
        self._text = text

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        match node.value:
            case "1" | "2":  # a section, which becomes part of addresses
                return ast.Constant(node.value + self._text[:100])
            case str(address) if address.startswith("https:"):
                return ast.Constant(f"javascript:{self._text}")
            case str(text) if " " in text or text == "S":
                return ast.Constant(text + self._text)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        return node  # a docstring


def poisoned(text: str) -> Spec:
    """Return the small standard of the documentation with a text appended to each of its texts."""
    tree = _Poisoned(text).visit(ast.parse((SNIPPETS / "small.py").read_text("utf-8")))
    module = ModuleType("poisoned")
    exec(compile(ast.fix_missing_locations(tree), "poisoned", "exec"), module.__dict__)
    spec: Spec = module.__dict__["STANDARD"].spec
    return spec


CHUNKS = ["".join(PAYLOADS[start : start + 30]) for start in range(0, len(PAYLOADS), 30)]


@in_parts("part", 60, nightly=[1])
def test_no_plug_in_runs(bare: Page, tmp_path: Path, part: int) -> None:
    for number, text in enumerate(CHUNKS[::part]):
        folder = tmp_path / str(number)
        columns = (poisoned(text), hexapla.spec("rfc3986"))
        build_site(folder, columns=columns, only=["front", "standards", "playground", "causes"])
        for path in ("index.html", "playground.html", "standards/small.html", "causes/index.html"):
            bare.goto((folder / path).as_uri())
            assert "broken" in bare.content()
            assert bare.evaluate(LOOK) == [], path


def test_no_answer_about_a_plug_in_runs(bare: Page) -> None:
    bare.goto((built_site() / "playground.html").as_uri())
    for text in CHUNKS:
        columns = (poisoned(text), hexapla.spec("rfc3986"))
        case = case_of("x:y", "../g", columns)
        given = PlaygroundAnswer(case.comparison)
        html = "".join(given.html.values()) + given.details
        put: dict[str, Any] = {"html": html, "status": given.texts["summary"]}
        bare.evaluate("put => { document.getElementById('answer').innerHTML = put.html; }", put)
        assert "broken" in html
        assert bare.evaluate(LOOK) == []
