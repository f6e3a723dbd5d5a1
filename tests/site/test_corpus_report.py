"""The page of a corpus: what it says, that it needs nothing beside it, and hostile references."""

import functools
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from judges import axe_violations, bring_axe, needs_axe, needs_nu, nu_errors
from playwright.sync_api import Browser
from site_under_test import HOSTILE, Page, links_to_nowhere

import hexapla
from hexapla.cli.group import main
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.pair import Pair
from hexapla.corpus.rows import compare_pairs
from hexapla.corpus.summary import Summary, summarise
from hexapla_site.corpus_report import write_report

BASE = "http://a/b/c/d;p?q"
REFERENCES = (
    "g",
    "?y",
    "?y",
    ";x",
    "",
    "../../../g",
    "//a?b",
    "#s",
    "g;x=1/../y",
    "x" * 300 + "?#",
)


@functools.cache
def summary() -> Summary:
    columns = NamedColumns((*hexapla.specs(), hexapla.spec("rfc2396[excess-dots=remove]")))
    hostile = [(BASE, f"{text}?y") for text in HOSTILE] + [
        (f"http://a/{text}", "") for text in HOSTILE
    ]
    pairs = [(BASE, text) for text in REFERENCES] + hostile
    rows = compare_pairs((Pair("x", 1, base, text) for base, text in pairs), columns)
    found = summarise(rows, columns)
    found.bad, found.complete = 3, False
    return found


@functools.cache
def report() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="hexapla-report-"))
    write_report(summary(), directory)
    return directory


def page() -> Page:
    return Page(report() / "index.html")


def test_the_page_links_to_what_is_not_there() -> None:
    """Nor does it ask another origin for anything; rules are cited in the memos."""
    assert links_to_nowhere(page(), report()) == []
    style = (report() / "static" / "hexapla.css").read_text("utf-8")
    fonts = [part.split('"')[0] for part in style.split('url("')[1:]]
    assert fonts
    assert all((report() / "static" / font).is_file() for font in fonts)


def test_the_page_has_an_id_twice_or_tags_misnested() -> None:
    assert len(page().ids) == len(set(page().ids))
    assert not page().misnested
    assert not page().open


def test_a_count_is_not_on_the_page() -> None:
    text = " ".join("".join(page().text).split())
    found = summary()
    assert f"{found.rows} rows, compared in 7 columns" in text
    assert "3 rows held no pair and were set aside" in text
    assert "These counts are not of all that was to be read" in text
    for key, examples in found.by_frequency():
        rule, _ = found.rules_of(key)
        assert rule.does.replace('"', "") in text.replace('"', "")
        assert f"{key.facet}: {examples.rows} row" in text
    for meeting in found.meetings("target"):
        assert f"≠ {meeting.differ}" in text


def test_a_corpus_without_rows_raises(tmp_path: Path) -> None:
    write_report(Summary(summary().columns), tmp_path)
    text = "".join(Page(tmp_path / "index.html").text)
    assert "0 rows" in text
    assert "all columns agree on every pair" in text


def test_the_command_writes_no_page(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text("g\n?y\n")
    arguments = ["corpus", str(source), "--base", BASE, "-o", str(tmp_path / "out.jsonl")]
    result = CliRunner().invoke(
        main, [*arguments, "--workers", "1", "--report", str(tmp_path / "page")]
    )
    assert result.exit_code == 1, result.output
    assert "2 rows, compared in 3 columns" in (tmp_path / "page" / "index.html").read_text("utf-8")


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1280])
def test_a_hostile_reference_runs_or_the_page_scrolls_sideways(
    browser: Browser, width: int
) -> None:
    opened = browser.new_page(viewport={"width": width, "height": 900})
    opened.goto((report() / "index.html").as_uri())
    assert opened.evaluate("window.broken") is None
    assert opened.evaluate("document.documentElement.scrollWidth") == width
    opened.close()


@pytest.mark.browser
@needs_axe
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_the_page_keeps_somebody_out(browser: Browser, scheme: str, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    opened = context.new_page()
    opened.goto((report() / "index.html").as_uri())
    bring_axe(opened)
    assert axe_violations(opened) == []
    context.close()


@needs_nu
def test_the_page_is_no_html() -> None:
    assert nu_errors(report()) == ""
