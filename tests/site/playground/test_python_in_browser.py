"""Python in a real browser: it starts in time, and gives the same answers as here."""

import gzip
import itertools
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from browsing import NewContext, script, serving, wait_for_answer
from playwright.sync_api import Page
from tables import in_parts

from hexapla_site.build import build_site
from hexapla_site.playground.answer import answer
from hexapla_site.playground.bundle import PYODIDE_FILES

PYODIDE = Path(__file__).parents[3] / "site" / "node_modules" / "pyodide"

if not all((PYODIDE / name).exists() for name in PYODIDE_FILES):
    if os.environ.get("PYODIDE_REQUIRED"):
        raise RuntimeError("no Python for the browser: run npm ci in site/")
    pytestmark = [pytest.mark.skip("no Python for the browser here; to have it: npm ci in site/")]
else:
    pytestmark = [pytest.mark.slow]

BASE = "http://a/b/c/d;p?q"
ALL = ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"]
MOST_SECONDS = 4  # to the first answer, on two quiet cores
MOST_OCTETS = 9_000_000
PATIENCE = 5  # how many times as long it may take here, where other tests run


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served") / "site"
    build_site(folder, pyodide=PYODIDE, only=["front", "playground"])
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The folder of the site, below the server's root: its pages find no server that answers."""
    with serving(site.parent) as root:
        yield f"{root}{site.name}/"


REFERENCES = ["", "g", "?y", "#s", ";x", "//g", "///g", "../../../g", "g;x=1/../y", "http:g"]
REFERENCES += ["mailto:a@b", "/./g", "a b", "%4", "é\u202e", "1:g", "g?", ".", "..", "\U0001f600"]
REFERENCES += ["http://example.com%2F@evil.com"]
BASES = [BASE, "http://a", "fred:///s//a/b/c", "mailto:x@y", "", "a/b", "x:", "http://a/#f"]
# There the URL Standard's column is the browser's own parser. On Linux, Chromium knows no drive
# letters, so that "file:///C:/x" has another parent there than in the standard.
BASES += ["http://u:p@h:80/", "file:///d/x"]
COLUMNS: list[list[str]] = [[], ALL, ["rfc2396[excess-dots=remove]", "rfc3986"]]
QUESTIONS = [
    json.dumps({"reference": reference, "base": base, "specs": specs})
    for (reference, base), specs in zip(
        itertools.product(REFERENCES, BASES), itertools.cycle(COLUMNS), strict=False
    )
]

ASK_ALL = script("ask-all")


@in_parts("part", 3, nightly=[1])
def test_a_browser_gives_the_same_answers(new_context: NewContext, address: str, part: int) -> None:
    context = new_context()
    page = context.new_page()
    page.expose_function("cutOff", lambda: context.set_offline(True))
    page.goto(f"{address}playground.html")
    settings = json.loads(page.text_content("#settings") or "")
    assert len(QUESTIONS) == 210
    questions = QUESTIONS[::part]
    asked = {"questions": questions, "settings": settings}
    for question, given in zip(questions, page.evaluate(ASK_ALL, asked), strict=True):
        assert given == json.loads(answer(question)), question


@pytest.fixture
def fresh(new_context: NewContext) -> Page:
    """A page of a browser that has loaded nothing yet."""
    return new_context().new_page()


def test_the_first_answer_comes_in_time(fresh: Page, address: str) -> None:
    begin = time.perf_counter()
    fresh.goto(f"{address}playground.html#ref=unknown&base={quote(BASE, safe='')}")
    wait_for_answer(fresh, "http://a/b/c/unknown")
    assert time.perf_counter() - begin < PATIENCE * MOST_SECONDS


@pytest.mark.nightly
def test_the_front_page_starts_python_when_a_field_has_the_focus(fresh: Page, address: str) -> None:
    asked: list[str] = []
    fresh.on("request", lambda request: asked.append(request.url))
    fresh.goto(f"{address}index.html")
    assert not [url for url in asked if "pyodide" in url]
    fresh.fill("#reference", "unknown")
    wait_for_answer(fresh, "/unknown")
    assert all(url.startswith(address) for url in asked if not url.startswith(("data:", "blob:")))


WATCH = script("watch")


@pytest.mark.nightly
def test_progress_counts_octets_up_to_the_last_and_then_is_open(fresh: Page, address: str) -> None:
    fresh.goto(f"{address}index.html")
    fresh.evaluate(WATCH)
    fresh.fill("#reference", "unknown")
    wait_for_answer(fresh, "/unknown")
    seen = fresh.evaluate("window.seen")
    counted = [value for value in seen if value is not None]
    assert counted == sorted(counted)
    assert None not in seen[: len(counted)]
    assert not fresh.is_visible("#loading")


def test_what_a_start_loads_is_small_where_a_server_compresses_it(site: Path) -> None:
    root = site / "static"
    loaded = [*(root / "pyodide").iterdir(), root / "hexapla.zip", root / "known-answers.js"]
    assert sum(len(gzip.compress(path.read_bytes())) for path in loaded) <= MOST_OCTETS


def test_a_recorded_url_is_answered_at_once_and_keeps_the_parsers(
    fresh: Page, address: str
) -> None:
    fresh.goto(f"{address}index.html")
    fresh.fill("#reference", "http://a\\@b/")
    wait_for_answer(fresh, "GHSA-v359-jj2v-j536")
    fresh.fill("#base", "http://another.example/")
    wait_for_answer(fresh, "Where does the link lead?")
    assert "GHSA-v359-jj2v-j536" in fresh.inner_text(".which-host")
