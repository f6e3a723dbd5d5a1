"""BehaviourCache: the result for one pair holds for all that differ from it only in words."""

from collections.abc import Sequence

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import STANDARDS, any_text, bases, chosen_specs, references

import hexapla
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.corpus.behaviour_cache import BehaviourCache, behaviour_of
from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla.text.words import LONGEST

THREE = tuple(map(hexapla.spec, ("rfc1630", "rfc1808", "rfc2396")))

pieces = st.lists(
    st.sampled_from(
        [
            *("a", "b", "ab", "abc", "x.y", "w0", "http", "%41", "%4", "é", "~", "1", "/", "//"),
            *("?", "#", ";", ":", ".", "..", "../", "/../", "@"),
        ]
    ),
    max_size=10,
).map("".join)


def check(specs: Sequence[Spec], base: str, reference: str) -> None:
    """Check that the cache gives the same result for a pair as the pair's own comparison."""
    found = BehaviourCache(tuple(specs)).of(base, reference)
    own = behaviour_of(ResolvedComparison(tuple(specs), False, reference, base=base))
    assert attrs.astuple(found, recurse=False) == attrs.astuple(own, recurse=False)


@given(
    base=st.one_of(bases, pieces.map("http://h/".__add__), any_text),
    reference=st.one_of(references, pieces, any_text),
    specs=st.lists(chosen_specs(STANDARDS), min_size=2, max_size=3, unique_by=lambda spec: spec.id),
)
def test_a_kind_is_what_the_comparison_of_the_pair_itself_says(
    base: str, reference: str, specs: list[Spec]
) -> None:
    check(specs, base, reference)


def test_pairs_that_differ_in_words_alone_are_of_one_kind() -> None:
    kinds = BehaviourCache(THREE)
    one = kinds.of("http://www.a.example/x/y.html", "../../../g%41?q=1#s")
    assert kinds.of("http://h/one/two", "../../../three?four#five") is one
    assert kinds.of("http://h/one/two", "../../../two?four#five") is not one
    assert kinds.of("http://h/one/two/", "../../../three?four#five") is not one


@pytest.mark.parametrize(
    ("base", "reference"),
    [
        ("http://a/b?", "g"),
        ("http://a", "b"),
        ("http://ab", "b"),
        ("x:a", "x:ab"),
        ("http://h/http/x", "http:g"),
        ("http://w1/a/b", "w1:../c"),
        ("http://h/ab/abc;d/e", ";abd"),
        ("http://h/a%/b", "../%4/g"),
        ("http://h/" + "a/" * LONGEST, "../g"),
        ("http://h/" + "a/" * 201, "?y"),
    ],
)
def test_what_can_share_no_kind_is_compared_by_itself(base: str, reference: str) -> None:
    check(THREE, base, reference)


def test_no_kind_is_shared_where_a_standard_tells_words_apart() -> None:
    kinds = BehaviourCache((hexapla.spec("rfc3986"), hexapla.spec("whatwg")))
    assert kinds.of("http://h/a", "//0x7f.1/b").target == (("rfc3986",), ("whatwg",))
    assert kinds.of("http://h/a", "//host.example/b").target == (("rfc3986", "whatwg"),)


SIX = tuple(map(hexapla.spec, ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")))
segments = st.lists(
    st.sampled_from(
        [
            *("a", "b", "a.b", "A", "w0", ".", "..", "/", "/", "//", "?", "#", ";", "@", "~", "1"),
            *("(", "é", "éa", "é.b", "%C3%A9", "w0é"),
        ]
    ),
    max_size=10,
).map("".join)


@given(path=segments, reference=segments)
def test_where_the_url_standard_tells_no_words_apart_a_kind_is_shared(
    path: str, reference: str
) -> None:
    check(SIX, f"https://docs.example/{path.translate(str.maketrans('?#', 'cd'))}", reference)


@pytest.mark.parametrize(
    "reference", ["a b", "%2e/b", "//é", "a\\b", "x:y", "//H/b", "'", "a\tb", "//a.1/"]
)
def test_where_it_may_tell_words_apart_none_is_shared(reference: str) -> None:
    kinds, base = BehaviourCache(SIX), "https://docs.example/a/b"
    check(SIX, base, reference)
    assert kinds.of(base, reference) is not kinds.of(base, reference)
    assert kinds.of(base, "#c") is kinds.of("https://docs.example/d/e", "#f")


def test_a_base_to_be_normalized_shares_no_kind() -> None:
    """RFC 3986, 5.2.1: the consulted readings depend on the words of the base."""
    specs = tuple(map(hexapla.spec, ("rfc2396", "rfc3986")))
    for base in (
        "http://h/a/%41",
        "http://H/a/b",
        "HTTP://h/a/b",
        "http://h/a%c3/b",
        "http://h/b c",
    ):
        check(specs, base, "?y")
    kinds = BehaviourCache(specs)
    assert kinds.of("http://h/a/%41", "?y").choices != kinds.of("http://h/a/%C3", "?y").choices


def test_characters_that_are_encoded_are_told_from_words() -> None:
    kinds, base = BehaviourCache(SIX), "https://docs.example/a/b"
    assert kinds.of(base, "é") is kinds.of("https://docs.example/d/e", "é")
    assert kinds.of(base, "é").target != kinds.of(base, "e").target
    assert kinds.of(base, "données/c?é=ü") is kinds.of(base, "è/d?fà")


@given(base=bases, reference=references)
def test_columns_that_share_a_target_have_one_source(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base, specs=THREE)
    targets = comparison.target.targets
    for column, source in enumerate(BehaviourCache(THREE).of(base, reference).sources):
        assert targets[column] == targets[source]
        if has_rule(targets[column]):
            assert source == targets.index(targets[column])
