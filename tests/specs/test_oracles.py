"""Each memo against a second, naive version of its algorithm that rewrites strings literally."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import BASES, bases, dotted_references, references
from oracles import naive_rfc1630, naive_rfc1808, naive_rfc2396, naive_rfc3986

import hexapla

ORACLES = {
    "rfc1630": naive_rfc1630,
    "rfc1808": naive_rfc1808,
    "rfc2396": naive_rfc2396,
    "rfc3986": naive_rfc3986,
}
memos = pytest.mark.parametrize("memo", ORACLES)


def outcome_of(memo: str, base: str, reference: str) -> tuple[str, str | None, str | None]:
    resolution = hexapla.spec(memo).resolve(base, reference)
    return resolution.outcome.value, resolution.uri, resolution.fragment


@memos
@settings(max_examples=1500, deadline=None)
@given(base=bases, reference=st.one_of(references, dotted_references))
def test_resolving_agrees_with_the_literal_rewriting(memo: str, base: str, reference: str) -> None:
    assert outcome_of(memo, base, reference) == ORACLES[memo].resolve(base, reference)


@memos
@settings(max_examples=1500, deadline=None)
@given(text=st.one_of(bases, references))
def test_parsing_agrees_with_the_literal_cutting(memo: str, text: str) -> None:
    assert dict(hexapla.spec(memo).parse(text).parts) == ORACLES[memo].parse(text)


@memos
def test_short_references_agree_with_the_literal_rewriting(memo: str) -> None:
    alphabet = "a:/?#;."
    texts = [""]
    for _ in range(3):
        texts += [text + character for text in texts for character in alphabet]
    for base in BASES:
        for reference in dict.fromkeys(texts):
            assert outcome_of(memo, base, reference) == ORACLES[memo].resolve(base, reference)
