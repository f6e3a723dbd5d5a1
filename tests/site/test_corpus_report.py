"""The page of a corpus: what it says, that it needs nothing beside it, and hostile references."""

import functools
import tempfile
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner
from corpora import summarize
from page_checkers import assert_fits_and_is_accessible, needs_axe, needs_nu, nu_errors
from playwright.sync_api import Page as BrowserPage
from site_under_test import (
    HOSTILE,
    Page,
    assert_is_well_formed,
    links_to_nowhere,
)

import hexapla
from hexapla.cli.group import main
from hexapla.corpus.rows import compare_pairs
from hexapla.corpus.source import Pair
from hexapla.corpus.specs import ComparedSpecs
from hexapla.corpus.summary import Summary
from hexapla_site.corpus_report import write_report

BASE = "http://a/b/c/d;p?q"
ENCODABLE = [text for text in HOSTILE if "\ud800" not in text]  # which rows have none of
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
    columns = ComparedSpecs((*hexapla.specs(), hexapla.spec("rfc2396[excess-dots=remove]")))
    hostile = [(BASE, f"{text}?y") for text in ENCODABLE] + [
        (f"http://a/{text}", "") for text in ENCODABLE
    ]
    pairs = [(BASE, text) for text in REFERENCES] + hostile
    rows = compare_pairs((Pair("x", 1, base, text) for base, text in pairs), columns)
    found = summarize(rows, columns)
    return attrs.evolve(found, bad=3, complete=False)


@functools.cache
def report() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="hexapla-report-"))
    write_report(summary(), directory)
    return directory


def page() -> Page:
    return Page(report() / "index.html")


def test_every_link_of_the_page_resolves() -> None:
    """Nor does it ask another origin for anything; rules are cited in the standards."""
    assert links_to_nowhere(page(), report()) == []
    for name in ("hexapla.css", "fonts.css"):
        style = (report() / "static" / name).read_text("utf-8")
        assert style.count("url(") == style.count('url("data:font/woff2;')


def test_ids_are_unique_and_tags_nest() -> None:
    assert_is_well_formed(page())


def test_every_count_is_on_the_page() -> None:
    text = " ".join("".join(page().text).split())
    found = summary()
    assert f"{found.rows} rows, compared in 7 columns" in text
    assert "3 rows held no pair and were set aside" in text
    assert "no rule: 1738" in text
    assert "These counts are not of all that was to be read" in text
    for key, examples in found.by_frequency():
        rule, _ = found.rules_of(key)
        assert rule.does.replace('"', "") in text.replace('"', "")
        assert f"{key.facet}: {examples.rows} row" in text
    for meeting in found.meetings("target"):
        assert f"≠ {meeting.differ}" in text


def test_a_corpus_without_rows_has_a_page(tmp_path: Path) -> None:
    write_report(summarize([], summary().specs), tmp_path)
    text = "".join(Page(tmp_path / "index.html").text)
    assert "0 rows" in text
    assert "all columns agree on every pair" in text


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text("g\n?y\n")
    arguments = ["corpus", str(source), "--base", BASE, "-o", str(tmp_path / "out.jsonl")]
    result = CliRunner().invoke(
        main, [*arguments, "--workers", "1", "--report", str(tmp_path / "page")]
    )
    assert result.exit_code == 1, result.output
    assert "2 rows, compared in 3 columns" in (tmp_path / "page" / "index.html").read_text("utf-8")


@pytest.mark.browser
@needs_axe
def test_the_page_is_accessible_and_fits_the_window(tab: BrowserPage) -> None:
    assert_fits_and_is_accessible(tab, report() / "index.html")


@pytest.mark.slow
@needs_nu
def test_the_page_is_valid_html() -> None:
    assert nu_errors(report()) == ""
