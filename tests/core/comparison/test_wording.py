"""Comparisons in words: one line for the results, a sentence for a cause, every sign visible."""

import pytest
from hypothesis import given
from inputs import any_text, bases

import hexapla
from hexapla.comparison.wording import (
    WHEN,
    apparatus,
    explain,
    label_of,
    published,
    show,
    siglum_of,
    target_text,
    verdict_text,
)

BASE = "http://a/b/c/d;p?q"


def test_a_column_is_named_with_the_choices_that_differ_from_the_defaults() -> None:
    assert label_of(hexapla.spec("rfc2396")) == "RFC 2396"
    assert label_of(hexapla.spec("rfc2396[excess-dots=remove]")) == "RFC 2396[excess-dots=remove]"
    assert siglum_of(hexapla.spec("rfc2396[excess-dots=retain]")) == "2396"


@pytest.mark.parametrize(("standard", "date"), [("rfc1808", "June 1995"), ("whatwg", "since 2012")])
def test_a_date_says_whether_a_standard_is_finished(standard: str, date: str) -> None:
    assert published(hexapla.spec(standard)) == date


def test_a_comparison_is_one_line() -> None:
    line = "../../../g ]  http://a/../g  1808 2396  ·  http://g  1630"
    assert apparatus(hexapla.compare("../../../g", base=BASE)) == line
    assert apparatus(hexapla.compare("", base="x:a"), None).startswith("∅ ]  ")


@given(base=bases, reference=any_text)
def test_a_line_shows_every_sign(base: str, reference: str) -> None:
    line = apparatus(hexapla.compare(reference, base=base))
    assert line.isprintable()
    assert line.startswith(f"{show(reference)} ]")


def test_an_outcome_without_a_uri_is_told_with_its_fragment() -> None:
    target = hexapla.spec("rfc2396").resolve(BASE, "#a\x1b").target
    assert target_text(target) == "(current document)#a␛"
    assert target_text("") == "∅"


@pytest.mark.parametrize(
    ("standard", "text", "told"),
    [("rfc2396", "g", "yes"), ("rfc2396", "?y", "no, at 0"), ("rfc1738", "g", "–")],
)
def test_a_verdict_has_its_offset(standard: str, text: str, told: str) -> None:
    assert verdict_text(hexapla.spec(standard).validate(text)) == told


def test_causes_of_the_same_rules_share_an_explanation() -> None:
    comparison = hexapla.compare("../../../g", base=BASE)
    assert comparison.target is not None
    (explanation,) = explain(comparison.target.causes)
    assert explanation.when == "when dots are removed"
    sentence = explanation.sentence(lambda selector: f"<{selector}>", lambda text: f"[{text}]")
    for words in ("when dots are removed", "<rfc1630>", "<rfc1808>", "<rfc2396>", "[a]"):
        assert words in sentence
    rules = {rule for clause in explanation.clauses for _, rule in clause.members}
    assert all(rule.does in sentence for rule in rules)
    assert len(explanation.clauses) == 2


def test_every_phase_has_its_words() -> None:
    assert set(WHEN) == set(hexapla.Phase)
