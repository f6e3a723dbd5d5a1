"""The pages of reports: what each of them says."""

from pathlib import Path

import pytest
from command_line import run
from corpora import summarize
from reports import BASE, differential, identification, page, parse_identification, summary, text_of
from site_under_test import Page
from tables import by_rows_of

import hexapla
from hexapla.comparison.cause_key import sides_of_key
from hexapla_site import corpus_report, identification_report


def test_every_count_of_a_corpus_is_on_its_page() -> None:
    text = text_of("corpus")
    found = summary()
    assert f"{found.rows} rows, compared in 7 columns" in text
    assert "3 rows held no pair and were set aside" in text
    assert "no rule: 1738" in text
    assert "These counts are not of all that was to be read" in text
    for key, examples in found.by_frequency():
        (_, rule), _ = sides_of_key(key, found.specs.specs)
        assert rule.does.replace('"', "") in text.replace('"', "")
        assert f"{key.facet}: {examples.rows} row" in text
    for meeting in found.meetings("target"):
        assert f"≠ {meeting.differ}" in text


def test_a_corpus_without_rows_has_a_page(tmp_path: Path) -> None:
    corpus_report.write_report(summarize([], summary().specs), tmp_path)
    text = "".join(Page(tmp_path / "index.html").text)
    assert "0 rows" in text
    assert "all columns agree on every pair" in text


def test_every_class_of_difference_is_on_the_page() -> None:
    text = text_of("differential")
    assert "every string up to length 3 over the alphabet" in text
    assert f"{len(differential().findings)} classes of differences" in text
    assert "wrote" in text
    for item in differential().findings:
        assert any(name.startswith(item.id) for name in page("differential").ids)


def test_everything_identified_is_on_the_page() -> None:
    text = text_of("identification")
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


def test_how_urls_are_taken_apart_is_on_the_page() -> None:
    text, identified = text_of("parse identification"), parse_identification()
    assert f"{identified.best.agreeing} of {identified.compared} components" in text
    assert "it wrote" in text


def test_a_parser_that_is_explained_entirely_has_a_page(tmp_path: Path) -> None:
    found = hexapla.identify(
        lambda base, reference: f"http://a{reference}", specs=["rfc3986"], cases=[(BASE, "/g")]
    )
    identification_report.write_report(found, ("x",), tmp_path)
    assert "Nowhere in the cases that it answered" in (tmp_path / "index.html").read_text("utf-8")


PAIR = '{"base": "http://a/b", "reference": "?"}'


@by_rows_of("pages")
def test_a_command_writes_the_page(
    line: str, says: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.txt").write_text("g\n?y\n")
    Path("pair.jsonl").write_text(PAIR)
    command, *words = line.split()
    result = run(command, "--report", "page", *words)
    assert result.exit_code == 1, result.output
    text = Path("page", "index.html").read_text("utf-8")
    assert all(words in text for words in says)
