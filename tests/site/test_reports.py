"""The pages of reports: their texts, and the folders into which they are written."""

from pathlib import Path

import pytest
from browsing import LOOKS, set_look
from command_line import run
from corpora import summarize
from page_checkers import add_axe, axe_violations, needs_axe, needs_nu, nu_errors, shorten
from playwright.sync_api import Page as BrowserPage
from reports import (
    BASE,
    WRITERS,
    differential,
    identification,
    page,
    parse_identification,
    report,
    summary,
)
from site_under_test import Page, assert_has_only_our_scripts, links_to_nowhere
from tables import by_rows_of

import hexapla
from hexapla.comparison.cause_key import sides_of_key
from hexapla_site import corpus_report, identification_report

every_page = pytest.mark.parametrize("name", WRITERS)


@every_page
def test_every_link_resolves_and_hostile_text_is_never_markup(name: str) -> None:
    """Rules link to sections of the standards."""
    assert list(links_to_nowhere(report(name), "index.html")) == []
    assert_has_only_our_scripts(page(name))
    assert not page(name).all("script")
    assert "window.broken" in page(name).words


@needs_axe
@every_page
def test_a_page_is_accessible_and_fits_the_window(name: str, tab: BrowserPage) -> None:
    tab.goto((report(name) / "index.html").as_uri())
    add_axe(tab)
    for scheme, width in LOOKS:
        set_look(tab, scheme, width)
        assert tab.evaluate("window.broken") is None
        assert tab.evaluate("document.documentElement.scrollWidth") == width
    shorten(tab)
    assert axe_violations(tab) == []


@pytest.mark.slow
@needs_nu
@every_page
def test_a_page_is_valid_html(name: str) -> None:
    assert nu_errors(report(name)) == ""


def test_every_count_of_a_corpus_is_on_its_page() -> None:
    text = page("corpus").words
    found = summary()
    assert f"{found.rows} rows, compared under 7 standards" in text
    assert "3 rows couldn’t be read and were set aside" in text
    assert "no rule: 1738" in text
    assert "These counts are incomplete" in text
    for key, examples in found.by_frequency():
        (_, rule), _ = sides_of_key(key, found.specs.specs)
        assert rule.does.replace('"', "") in text.replace('"', "")
        assert f"{key.facet}: {examples.rows} row" in text
    for meeting in found.meetings("target").values():
        assert f"≠ {meeting['differ']}" in text


def test_every_class_of_difference_is_on_the_page() -> None:
    text = page("differential").words
    assert "every string up to length 3 over the alphabet" in text
    assert f"{len(differential().findings)} classes of differences" in text
    assert "wrote" in text
    for item in differential().findings:
        assert any(name.startswith(item.id) for name in page("differential").ids)


def test_everything_identified_is_on_the_page() -> None:
    text = page("identification").words
    found = identification()
    assert f"{found.best.matching} cases match" in text
    assert f"{len(found.unexplained)} differ" in text
    assert f"of which it answered {found.answered}" in text
    for item in found.explanations:
        assert f"{item.matching} of {found.cases}" in text
    for departure in found.departures:
        if not departure.kind.is_counted:
            continue
        assert departure.kind.rule is not None
        assert departure.kind.rule.does.replace('"', "") in text.replace('"', "")
        assert departure.kind.says in text
    troubles = [item for item in found.unexplained if item.answer.trouble is not None]
    assert troubles
    assert text.count("it wrote") == len(troubles)
    assert "my parser" in text
    text, identified = page("parse identification").words, parse_identification()
    assert f"{identified.best.matching} of {identified.cases} URLs" in text
    assert "it wrote" in text


def test_nothing_has_a_page(tmp_path: Path) -> None:
    """A corpus without rows, and a parser that is completely explained."""
    corpus_report.write_report(summarize([], summary().specs), tmp_path / "corpus")
    text = Page(tmp_path / "corpus" / "index.html").words
    assert "0 rows" in text
    assert "all standards agree in every row" in text
    found = hexapla.identify(
        lambda base, reference: f"http://a{reference}", specs=["rfc3986"], cases=[(BASE, "/g")]
    )
    identification_report.write_report(found, ("x",), tmp_path / "identified")
    text = Page(tmp_path / "identified" / "index.html").words
    assert "The parser doesn’t differ in any case that it answered" in text


@by_rows_of("pages")
def test_a_command_writes_the_page_and_destroys_nothing(
    line: str, says: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.txt").write_text("g\n?y\n")
    Path("pair.jsonl").write_text('{"base": "http://a/b", "reference": "?"}')
    files = {Path("mine", "index.html"): "mine", Path("mine", "static", "hexapla.css"): "mine"}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    command, *words = line.split()
    refused = run(command, "--report", "mine", *words)
    told = " ".join(refused.stderr.split())
    assert refused.exit_code == 2
    assert "isn't empty, and Hexapla didn't create it; name an empty or a new folder" in told
    assert {path: path.read_text() for path in Path("mine").rglob("*.*")} == files
    assert not Path("out.jsonl").exists()
    written = []
    for _ in range(2):
        result = run(command, "--report", "page", *words)
        assert result.exit_code == 1, result.output
        written.append(Path("page", "index.html").read_text("utf-8"))
        Path("page", "note.txt").write_text("mine")
    assert all(words in written[0] for words in says)
    assert written[0] == written[1]
    assert Path("page", "note.txt").read_text() == "mine"
