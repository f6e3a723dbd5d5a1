"""The references of a search: all up to a length, or random ones drawn from the grammars."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_search import ALPHABET, SPECS

import hexapla
from hexapla.differentials.inputs import Inputs
from hexapla.discover.discovery import run
from hexapla.discover.framed import FramedReferences
from hexapla.discover.inputs import SearchInput
from hexapla.discover.search_space import (
    BASES,
    DiscoveryError,
    ExhaustiveSpace,
    SampledSpace,
    telling_bases,
    telling_frames,
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
        "every string up to length 6 over the alphabet 'a:/?#;.%@' (9 characters): 597,871 "
        "references, alone and against 7 bases (4,185,097 pairs)"
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


PIECES = st.lists(st.sampled_from(("a", "b", "ab", "/")), min_size=1, max_size=3, unique=True)
FRAMES = st.builds(
    FramedReferences,
    st.sampled_from(("", "a", "/")),
    PIECES.map(tuple),
    st.integers(0, 3),
    st.sampled_from(("", "b", "/")),
)


@given(FRAMES)
def test_a_frame_has_every_reference_between_its_texts(frame: FramedReferences) -> None:
    plain = list(texts_of(frame.pieces, frame.max_length))
    numbers = range(frame.references)
    assert [frame.reference(number) for number in numbers] == [
        frame.before + text + frame.after for text in plain
    ]
    once = [frame.reference(number) for number in numbers if not frame.is_repeated(number)]
    assert sorted(once) == sorted({frame.before + text + frame.after for text in plain})
    assert all(frame.has(text) for text in once)
    for text in texts_of("ab/", 3):
        assert frame.has(text) is (text in once)


@given(st.lists(FRAMES, max_size=3))
def test_a_reference_in_several_frames_comes_once(frames: list[FramedReferences]) -> None:
    space = ExhaustiveSpace(SPECS, ("a", "/"), ("",), 2, frames=tuple(frames))
    references = [space.reference(number) for number in range(space.references)]
    once = [text for number, text in enumerate(references) if not space.is_repeated(number)]
    assert len(once) == len(set(once))
    assert set(once) == set(references)
    assert once[:7] == list(texts_of("a/", 2))


def test_the_url_standard_has_frames_that_a_search_tries() -> None:
    specs = tuple(map(hexapla.spec, ("rfc3986", "whatwg")))
    frames = telling_frames(specs)
    assert {frame.before for frame in frames} >= {"//", "//[", "a:"}
    assert not telling_frames(specs[:1])
    for bad in (FramedReferences("", ("a", "a"), 1), FramedReferences("", ("a",), -1)):
        with pytest.raises(DiscoveryError):
            ExhaustiveSpace(SPECS, "a", ("x:",), 1, frames=(bad,))


def test_frames_have_what_a_date_encodes_anew() -> None:
    """Since March 2025, the path percent-encode set contains U+005E (^)."""
    before, now = map(hexapla.spec, ("whatwg[as-of=2022-03]", "whatwg"))
    frames = tuple(frame for frame in telling_frames([now]) if "^" in frame.pieces)
    space = ExhaustiveSpace((before, now), "", ("x:/a",), 0, frames=frames)
    found = run(space, workers=1)
    assert "a^" in {finding.smallest.reference for finding in found.classes.values()}


def test_the_plainest_example_comes_before_a_shorter_one() -> None:
    space = ExhaustiveSpace(SPECS, "a/", ("x:",), 1, plain=True)
    plain, unreadable, several = (
        SearchInput("aaa", "x:", 1),
        SearchInput("\t", "x:", 1),
        SearchInput("a", "x:", 2),
    )
    assert sorted((several, unreadable, plain), key=space.order) == [plain, unreadable, several]
    smallest = attrs.evolve(space, plain=False)
    assert min((several, plain), key=smallest.order) == several
