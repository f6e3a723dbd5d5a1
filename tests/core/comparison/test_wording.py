"""Comparisons in words: one line for the results, a sentence for a cause, every sign visible."""

import pytest
from hypothesis import given
from inputs import any_text, bases

import hexapla
from hexapla.comparison.naming import label_of, published, siglum_of
from hexapla.comparison.one_line import show, target_text, verdict_text
from hexapla.comparison.wording import apparatus

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
    assert apparatus("../../../g", hexapla.compare("../../../g", base=BASE).target) == line
    assert apparatus("", hexapla.compare("", base="x:a").target).startswith("∅ ]  ")


@given(base=bases, reference=any_text)
def test_a_line_shows_every_sign(base: str, reference: str) -> None:
    line = apparatus(reference, hexapla.compare(reference, base=base).target)
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
