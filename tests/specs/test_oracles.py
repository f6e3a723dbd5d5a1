"""Each standard against a second, naive version of its algorithm, which rewrites strings."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import BASES, bases, dotted_references, grammar_of, references
from oracles import naive_rfc1630, naive_rfc1808, naive_rfc2396, naive_rfc3986

import hexapla
from hexapla_specs.rfc1808.syntax import fits_generic_rl

ORACLES = {
    "rfc1630": naive_rfc1630,
    "rfc1808": naive_rfc1808,
    "rfc2396": naive_rfc2396,
    "rfc3986": naive_rfc3986,
}

# Options other than the default ones are given to the oracle by name.
RESOLVERS: dict[str, Callable[..., tuple[str, str | None, str | None]]] = {
    **{standard: oracle.resolve for standard, oracle in ORACLES.items()},
    "rfc1808[empty-net-loc=null-site]": partial(naive_rfc1808.resolve, null_site=True),
    "rfc1808[base-form=generic-RL]": partial(naive_rfc1808.resolve, generic_rl=True),
    "rfc2396[empty-reference=new-request]": partial(naive_rfc2396.resolve, new_request=True),
    "rfc2396[same-scheme=loophole]": partial(naive_rfc2396.resolve, loophole=True),
    "rfc3986[same-scheme=loophole]": partial(naive_rfc3986.resolve, loophole=True),
    "rfc3986[same-scheme=loophole-identical]": partial(naive_rfc3986.resolve, identical=True),
    "rfc3986[scheme-test=grammar]": partial(naive_rfc3986.resolve, scheme_by_grammar=True),
}


selectors = pytest.mark.parametrize("selector", RESOLVERS)


def outcome_of(standard: str, base: str, reference: str) -> tuple[str, str | None, str | None]:
    resolution = hexapla.spec(standard).resolve(reference, base=base)
    return resolution.outcome.value, resolution.uri, resolution.same_document_fragment


@pytest.mark.parametrize("standard", ORACLES)
@given(text=st.one_of(bases, references))
def test_parsing_agrees_with_the_literal_cutting(standard: str, text: str) -> None:
    assert dict(hexapla.spec(standard).parse(text).parts) == ORACLES[standard].parse(text)


@selectors
@given(base=bases, reference=st.one_of(references, dotted_references))
def test_resolving_agrees_with_the_literal_rewriting(
    selector: str, base: str, reference: str
) -> None:
    assert outcome_of(selector, base, reference) == RESOLVERS[selector](base, reference)


@given(base=st.one_of(bases, st.from_regex(r"[a:/?#;%2\[ ]{0,9}", fullmatch=True)))
def test_generic_rl_is_what_the_grammar_of_rfc1808_derives(base: str) -> None:
    """RFC 1808, 2.2; a fragment isn't part of a URL (2.1)."""
    url, _, _ = base.partition("#")
    assert fits_generic_rl(base) == grammar_of("rfc1808").matches("generic-RL", url)


@selectors
def test_short_references_agree_with_the_literal_rewriting(selector: str) -> None:
    texts = [""]
    for _ in range(3):
        texts += [text + character for text in texts for character in "a:/?#;."]
    for base in BASES:
        for reference in dict.fromkeys(texts):
            assert outcome_of(selector, base, reference) == RESOLVERS[selector](base, reference)
