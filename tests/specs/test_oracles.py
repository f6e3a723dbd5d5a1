"""Each standard against a second, naive version of its algorithm, which rewrites strings."""

import pytest
from hypothesis import given
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
standards = pytest.mark.parametrize("standard", ORACLES)


def outcome_of(standard: str, base: str, reference: str) -> tuple[str, str | None, str | None]:
    resolution = hexapla.spec(standard).resolve(base, reference)
    return resolution.outcome.value, resolution.uri, resolution.fragment


@standards
@given(base=bases, reference=st.one_of(references, dotted_references))
def test_resolving_agrees_with_the_literal_rewriting(
    standard: str, base: str, reference: str
) -> None:
    assert outcome_of(standard, base, reference) == ORACLES[standard].resolve(base, reference)


@standards
@given(text=st.one_of(bases, references))
def test_parsing_agrees_with_the_literal_cutting(standard: str, text: str) -> None:
    assert dict(hexapla.spec(standard).parse(text).parts) == ORACLES[standard].parse(text)


@standards
def test_short_references_agree_with_the_literal_rewriting(standard: str) -> None:
    alphabet = "a:/?#;."
    texts = [""]
    for _ in range(3):
        texts += [text + character for text in texts for character in alphabet]
    for base in BASES:
        for reference in dict.fromkeys(texts):
            assert outcome_of(standard, base, reference) == ORACLES[standard].resolve(
                base, reference
            )
