"""The references of a search, exhaustive or drawn from the grammars, and what is said of them."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_search import ALPHABET, SPECS

import hexapla
from hexapla.differentials.inputs import Inputs
from hexapla.discover.inputs import SearchInput
from hexapla.discover.search_space import (
    BASES,
    DiscoveryError,
    ExhaustiveSpace,
    SampledSpace,
    telling_bases,
    telling_pieces,
)
from hexapla.standard.spec import Spec


def texts_of(pieces: Iterable[str], most: int) -> Iterator[str]:
    for length in range(most + 1):
        yield from map("".join, itertools.product(tuple(pieces), repeat=length))


@given(st.integers(1, 4), st.integers(0, 4))
def test_every_reference_of_the_space_comes_once(size: int, max_length: int) -> None:
    space = ExhaustiveSpace(SPECS, "zyxw"[:size], ("",), max_length)
    plain = list(texts_of(space.alphabet, max_length))
    in_units = [
        space.reference(number) for unit in range(space.units) for number in space.in_unit(unit)
    ]
    assert in_units == plain
    assert space.references == len(plain)
    assert sorted(plain, key=lambda text: space.order(SearchInput(text, ""))) == plain


@given(st.permutations(("a", "b", "ab", "bc", "abc", "cd")), st.integers(0, 3))
def test_a_reference_that_pieces_spell_in_several_ways_comes_once(
    pieces: list[str], most: int
) -> None:
    space = ExhaustiveSpace(SPECS, pieces, ("",), most)
    texts = [
        space.reference(number)
        for number in range(space.references)
        if not space.is_repeated(number)
    ]
    assert sorted(texts) == sorted(set(texts_of(pieces, most)))
    sizes = [space.order(SearchInput(text, "")) for text in texts]
    assert len(set(sizes)) == len(sizes)
    assert [size[0] for size in sizes] == sorted(size[0] for size in sizes)


def test_what_specs_differ_by_is_tried_by_default() -> None:
    specs = tuple(map(hexapla.spec, ("rfc1808", "rfc3986", "whatwg")))
    pieces = telling_pieces(specs)
    assert {*"a:/?#;.%", "\\", "\t", "%2e", "http:", "file:"} <= set(pieces)
    assert pieces[:8] == tuple("a:/?#;.%")
    assert telling_bases(specs).items() >= {**BASES, **specs[-1].standard.telling_bases}.items()
    assert telling_bases(specs[:1]) == BASES


def test_the_statement_has_the_figures_of_the_space() -> None:
    assert ExhaustiveSpace(SPECS, "a:/?#;.%@", tuple(BASES), 6).statement == (
        "every string up to length 6 over the alphabet 'a:/?#;.%@' of 9: 597,871 references, alone "
        "and against each base of a set of 7: 4,185,097 pairs"
    )


def test_a_space_that_makes_no_sense_is_refused() -> None:
    for alphabet, bases, length in (
        ("aa", ("x:",), 1),
        (("a", ""), (), 1),
        ("a", ("x:", "x:"), 1),
        ("a", (), -1),
    ):
        with pytest.raises(DiscoveryError):
            ExhaustiveSpace(SPECS, alphabet, bases, length)


def test_what_is_drawn_is_derived_by_a_grammar() -> None:
    sample = SampledSpace(SPECS, ALPHABET, ("x:",), 1, 300)
    drawn = list(map(sample.reference, range(sample.references)))
    for text in drawn:
        assert any(derived(spec, text) for spec in SPECS), text
    assert max(map(len, drawn)) > 20
    assert len(set(drawn)) > 150


def derived(spec: Spec, text: str) -> bool:
    assert spec.standard.syntax is not None
    return spec.standard.syntax.grammar.acceptor(*spec.standard.syntax.productions).accepts(text)


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    one, shorter, another = (
        SampledSpace(SPECS, "a", ("x:",), seed, count)
        for seed, count in ((1, 600), (1, 300), (2, 600))
    )
    in_units = [one.reference(number) for unit in range(one.units) for number in one.in_unit(unit)]
    assert in_units == list(map(one.reference, range(600)))
    assert in_units[:300] == list(map(shorter.reference, range(300)))
    assert in_units != list(map(another.reference, range(600)))


def test_columns_without_a_grammar_are_refused_and_urls_drawn_from_pieces_alone() -> None:
    parent: Any = type(hexapla.spec("rfc3986").standard)
    spec = type("WithoutGrammar", (parent,), {"syntax": None})().spec
    with pytest.raises(DiscoveryError, match="none of the standards has a grammar"):
        SampledSpace((spec,), "a", ("x:",), 0, 1)
    assert len(set(map(Inputs((spec,)).drawn, range(50)))) > 40
