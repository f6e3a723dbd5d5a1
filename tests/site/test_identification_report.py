"""The page of a parser: what it says, that it needs nothing beside it, and hostile answers."""

import functools
import tempfile
from pathlib import Path

import pytest
from command_line import run
from page_checkers import assert_fits_and_is_accessible, needs_axe, needs_nu, nu_errors
from playwright.sync_api import Page as BrowserPage
from site_under_test import (
    HOSTILE,
    Page,
    assert_has_no_foreign_markup,
    assert_is_well_formed,
    links_to_nowhere,
)

import hexapla
from hexapla.implementations.asking import NoAnswerError
from hexapla.implementations.identification import Identification
from hexapla_site.identification_report import write_report

BASE = "http://a/b/c/d;p?q"
FAITHFUL = ("g", "./g", "../g", "#s", "g;x=1/../y", "")
ODD = ("?y", ";x")


def hostile(base: str, reference: str) -> str | None:
    """Follow RFC 2396, and answer to what is hostile in the same way, or in none."""
    if reference in HOSTILE:
        place = HOSTILE.index(reference)
        if place % 3 == 0:
            raise NoAnswerError(f"wrote {reference}")
        if place % 3 == 1:
            raise ValueError(reference)
        return reference + base
    if reference in ODD:
        return "x:" + "long" * 60 + reference
    return hexapla.spec("rfc2396").resolve(base, reference).uri or base


@functools.cache
def identification() -> Identification:
    return hexapla.identify(hostile, cases=[(BASE, text) for text in (*FAITHFUL, *ODD, *HOSTILE)])


@functools.cache
def report() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="hexapla-report-"))
    write_report(identification(), ("my parser", HOSTILE[0], "-x"), directory)
    return directory


def page() -> Page:
    return Page(report() / "index.html")


def test_every_link_of_the_page_resolves() -> None:
    """Nor does it ask another origin for anything; rules are cited in the standards."""
    assert links_to_nowhere(page(), report()) == []


def test_ids_are_unique_and_tags_nest() -> None:
    assert_is_well_formed(page())


def test_everything_identified_is_on_the_page() -> None:
    text = " ".join("".join(page().text).split())
    found = identification()
    assert f"{found.best.agreeing} match, {len(found.unexplained)} differ" in text
    assert f"of which it answered {found.answered}" in text
    for item in found.explanations:
        assert f"{item.agreeing} of {found.cases}" in text
    for departure in found.departures:
        assert departure.kind.rule is not None
        assert departure.kind.rule.does.replace('"', "") in text.replace('"', "")
        assert departure.kind.says in text
    troubles = [item for item in found.unexplained if item.answer.trouble is not None]
    assert troubles
    assert text.count("it wrote") == len(troubles)
    assert "my parser" in text


def test_hostile_text_is_never_markup() -> None:
    assert_has_no_foreign_markup(page())
    assert "window.broken" in "".join(page().text)


def test_a_parser_that_is_explained_entirely_has_a_page(tmp_path: Path) -> None:
    found = hexapla.identify(lambda base, reference: f"http://a{reference}", cases=[(BASE, "/g")])
    write_report(found, ("x",), tmp_path)
    assert "Nowhere in the cases that it answered" in (tmp_path / "index.html").read_text("utf-8")


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"base": "http://a/b", "reference": "?"}\n', encoding="utf-8")
    directory = tmp_path / "page"
    options = ("--against", str(pairs), "--spec", "rfc3986", "--report", str(directory))
    result = run("identify", *options, "python:urllib.parse:urljoin")
    assert result.exit_code == 1, result.output
    text = (directory / "index.html").read_text("utf-8")
    assert "python:urllib.parse:urljoin" in text
    assert "0 match, 1 differ" in text


def hostile_parse(url: str) -> dict[str, str | None]:
    """Read a host in what is hostile, or refuse it, or give no answer."""
    if url in HOSTILE:
        place = HOSTILE.index(url)
        if place % 3 == 0:
            raise NoAnswerError(f"wrote {url}")
        if place % 3 == 1:
            raise ValueError(url)
    return {"host": url, "path": ""}


def test_how_urls_are_taken_apart_has_a_page(tmp_path: Path) -> None:
    cases = ("//a", "http://A", *HOSTILE)
    identified = hexapla.identify(parse=hostile_parse, cases=cases)
    write_report(identified, ("my parser", HOSTILE[0]), tmp_path)
    written = Page(tmp_path / "index.html")
    assert links_to_nowhere(written, tmp_path) == []
    assert_is_well_formed(written)
    assert_has_no_foreign_markup(written)
    text = " ".join("".join(written.text).split())
    assert f"{identified.best.agreeing} of {identified.compared} components" in text
    assert "it wrote" in text


@pytest.mark.browser
@needs_axe
def test_the_page_is_accessible_and_fits_the_window(tab: BrowserPage) -> None:
    assert_fits_and_is_accessible(tab, report() / "index.html")


@pytest.mark.slow
@needs_nu
def test_the_page_is_valid_html() -> None:
    assert nu_errors(report()) == ""
