"""Names, targets and verdicts on one line, every sign visible."""

import pytest

import hexapla
from hexapla.comparison.display import published, relation_text, target_text, verdict_text
from hexapla.grammar.relation import Relation, RelationKind

BASE = "http://a/b/c/d;p?q"


@pytest.mark.parametrize(("standard", "date"), [("rfc1808", "June 1995"), ("whatwg", "since 2012")])
def test_a_date_says_whether_a_standard_is_finished(standard: str, date: str) -> None:
    assert published(hexapla.spec(standard)) == date


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


def test_a_relation_has_a_shortest_text_for_each_side_that_has_one() -> None:
    relation = Relation(RelationKind.SUBSET, None, "?", "")
    assert relation_text(relation) == "proper subset  only the second: ?  both: ∅"
