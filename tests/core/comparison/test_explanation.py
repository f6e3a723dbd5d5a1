"""A comparison told as a small table: as text of 80 columns, on one line, and as HTML."""

import statistics
from random import Random

import pytest
from hypothesis import given
from inputs import ALPHABET, BASE, BASES, any_text, bases, references

import hexapla
from hexapla.comparison.explanation import explanation
from hexapla.comparison.shown import summary_line
from hexapla.grammar import Relation, RelationKind
from hexapla.standard.display import published, relation_text, show, target_text, verdict_text

RFCS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986")


@given(base=bases, reference=references)
def test_lines_have_at_most_80_characters(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    for line in explanation(comparison).splitlines():
        indented = len(line) - len(line.lstrip())
        assert len(line) <= 80 or max(map(len, line.split())) + indented > 40


@given(base=bases, reference=any_text)
def test_every_sign_of_a_line_and_of_an_explanation_can_be_seen(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    line = summary_line(reference, comparison.target)
    assert line.startswith(f"{show(reference)} ]")
    assert all(each.isprintable() for each in (line, *explanation(comparison).splitlines()))
    assert "<script" not in comparison._repr_html_()


def test_an_explanation_is_short_and_says_nothing_twice() -> None:
    """Over 300 random disagreements of six columns, words between spaces."""
    random, lengths = Random(27), list[int]()
    while len(lengths) < 300:
        base = random.choice(BASES)
        reference = "".join(random.choices(ALPHABET, k=random.randint(1, 10)))
        comparison = hexapla.compare(reference, base=base)
        if comparison.target.agrees:
            continue
        told = explanation(comparison)
        lengths.append(len(told.split()))
        for branch in comparison.target.branches:
            said = [(row.phase, side) for row in branch.rows for side in row.sides]
            assert len(said) == len(set(said))
        pairs = [(branch.group, branch.against) for branch in comparison.target.branches]
        assert len(pairs) == len(set(pairs))
    assert statistics.median(lengths) <= 135
    assert max(lengths) <= 310


def test_html_strikes_out_what_a_rule_took_out() -> None:
    comparison = hexapla.compare("../.=", base="mailto:u@h", specs=["rfc1630", "rfc3986"])
    assert "<del>../</del>" in comparison._repr_html_()


def test_a_long_text_is_told_without_branches() -> None:
    target = hexapla.compare("../" * 8_000, base=BASE, specs=RFCS).target
    assert not target.agrees
    assert not target.branches
    assert not target.readings
    assert not target.causes
    assert target.unexplained is not None
    every = hexapla.compare("../" * 8_000, base=BASE, specs=RFCS, readings="all")
    assert every.target.variants is every.parts.variants is None
    assert every.target.agreement is None
    assert every.valid.variants


@pytest.mark.parametrize(("standard", "date"), [("rfc1808", "June 1995"), ("whatwg", "since 2012")])
def test_a_date_says_whether_a_standard_is_finished(standard: str, date: str) -> None:
    assert published(hexapla.spec(standard)) == date


def test_an_outcome_without_a_uri_is_told_with_its_fragment() -> None:
    target = hexapla.spec("rfc2396").resolve("#a\x1b", base=BASE).target
    assert target_text(target) == "(current document)#a␛"
    assert target_text("") == "∅"


@pytest.mark.parametrize(
    ("standard", "text", "told"),
    [("rfc2396", "g", "yes"), ("rfc2396", "?y", "no, at 0"), ("rfc1738", "g", "–")],
)
def test_a_verdict_has_its_offset(standard: str, text: str, told: str) -> None:
    assert verdict_text(hexapla.spec(standard).validate(text)) == told


def test_a_relation_has_a_shortest_text_for_each_side_that_has_one() -> None:
    relation = Relation(RelationKind.SUBSET, None, "?", "")
    assert relation_text(relation) == "proper subset  only the second: ?  both: ∅"
