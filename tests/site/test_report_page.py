"""The pages of reports: what all have in common, and the folders that they are written into."""

from pathlib import Path

import pytest
from command_line import run
from page_checkers import assert_fits_and_is_accessible, needs_axe, needs_nu, nu_errors
from playwright.sync_api import Page as BrowserPage
from reports import WRITERS, page, report, text_of
from site_under_test import assert_has_only_our_scripts, links_to_nowhere

COMMANDS = {
    "corpus": ("{pairs}", "--base", "http://a/b", "-o", "{out}", "--workers", "1", "-q"),
    "identify": ("--against", "{pairs}", "--spec", "rfc3986", "python:urllib.parse:urljoin"),
    "differential": (
        *("--alphabet", "a", "--max-length", "1", "--count", "0"),
        *("spec:rfc3986", "spec:whatwg"),
    ),
}


def report_of(command: str, folder: Path, place: Path) -> tuple[int, str]:
    """Run a command that writes a report into a folder, and all else elsewhere."""
    pairs, out = place / "in.jsonl", place / "out.jsonl"
    pairs.write_text('{"base": "http://a/b", "reference": "?"}\n', encoding="utf-8")
    arguments = (each.format(pairs=pairs, out=out) for each in COMMANDS[command])
    result = run(command, "--report", str(folder), *arguments)
    return result.exit_code, " ".join(result.stderr.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_report_destroys_nothing(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "static").mkdir(parents=True)
    files = {"index.html": "mine", "static/hexapla.css": "mine"}
    for name, text in files.items():
        (folder / name).write_text(text)
    code, text = report_of(command, folder, tmp_path)
    assert code == 2
    assert "is not empty, and Hexapla did not make it; name an empty or a new folder" in text
    assert {name: (folder / name).read_text() for name in files} == files
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_report_replaces_a_report(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    assert report_of(command, folder, tmp_path)[0] in (0, 1)
    (folder / "note.txt").write_text("mine")
    written = (folder / "index.html").read_bytes()
    assert report_of(command, folder, tmp_path)[0] in (0, 1)
    assert (folder / "index.html").read_bytes() == written
    assert (folder / "note.txt").read_text() == "mine"


every_page = pytest.mark.parametrize("name", WRITERS)


@every_page
def test_every_link_resolves_and_hostile_text_is_never_markup(name: str) -> None:
    """Nor does a page ask another origin for anything; rules are cited in the standards."""
    assert list(links_to_nowhere(report(name), "index.html")) == []
    assert_has_only_our_scripts(page(name))
    assert not page(name).all("script")
    assert "window.broken" in text_of(name)
    for style in ("hexapla.css", "fonts.css"):
        text = (report(name) / "static" / style).read_text("utf-8")
        assert text.count("url(") == text.count('url("data:font/woff2;')


@pytest.mark.browser
@needs_axe
@every_page
def test_a_page_is_accessible_and_fits_the_window(name: str, tab: BrowserPage) -> None:
    assert_fits_and_is_accessible(tab, report(name) / "index.html")


@pytest.mark.slow
@needs_nu
@every_page
def test_a_page_is_valid_html(name: str) -> None:
    assert nu_errors(report(name)) == ""
