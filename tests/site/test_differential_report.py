"""The page of differences between programs: what it says, and that hostile text stays text."""

import functools
import tempfile
from pathlib import Path

import pytest
from command_line import run
from differentials_parsers import of_python, with_slashes
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
from hexapla.differentials.differential import Differential
from hexapla.implementations.asking import NoAnswerError
from hexapla_site.differential_report import write_report


def hostile(url: str) -> dict[str, str | None]:
    """Answer to what is hostile in the same way, or not at all."""
    if url in HOSTILE:
        if HOSTILE.index(url) % 2:
            raise NoAnswerError(f"wrote {url}")
        return {"host": url}
    return dict(with_slashes(url))


@functools.cache
def differential() -> Differential:
    names = ("Python", HOSTILE[0])
    return hexapla.differential(
        *(of_python, hostile), names=names, on="all", max_length=3, count=200, against=HOSTILE
    )


@functools.cache
def report() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="hexapla-report-"))
    write_report(differential(), {"Python": "3", HOSTILE[0]: None}, directory)
    return directory


def page() -> Page:
    return Page(report() / "index.html")


def test_every_link_of_the_page_resolves() -> None:
    assert links_to_nowhere(page(), report()) == []


def test_ids_are_unique_and_tags_nest() -> None:
    assert_is_well_formed(page())


def test_every_class_is_on_the_page() -> None:
    text = " ".join("".join(page().text).split())
    assert "every string up to length 3 over the alphabet" in text
    assert f"{len(differential().findings)} classes of differences" in text
    assert "wrote" in text
    for item in differential().findings:
        assert any(name.startswith(item.id) for name in page().ids)


def test_hostile_text_is_never_markup() -> None:
    assert_has_no_foreign_markup(page())
    assert "window.broken" in "".join(page().text)


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    directory = tmp_path / "page"
    few = ("--alphabet", "a\\", "--max-length", "2", "--count", "0", "--report", str(directory))
    result = run("differential", *few, "spec:rfc3986", "spec:whatwg")
    assert result.exit_code == 1, result.output
    text = (directory / "index.html").read_text("utf-8")
    assert "rfc3986 and whatwg: host" in text


@pytest.mark.browser
@needs_axe
def test_the_page_is_accessible_and_fits_the_window(tab: BrowserPage) -> None:
    assert_fits_and_is_accessible(tab, report() / "index.html")


@pytest.mark.slow
@needs_nu
def test_the_page_is_valid_html() -> None:
    assert nu_errors(report()) == ""
