"""Standards side by side: groups of equal answers, one input or many, and what is no input."""

import itertools
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from inputs import any_text, bases, references

import hexapla
from hexapla.standard.spec import Spec

BASE = "http://a/b/c/d;p?q"
THREE = ("rfc1630", "rfc1808", "rfc2396")


def test_the_startling_case_reads_as_in_the_readme() -> None:
    comparison = hexapla.compare("../../../g", base=BASE, specs=THREE)
    assert [str(resolution) for resolution in comparison.resolutions] == [
        "http://g",
        "http://a/../g",
        "http://a/../g",
    ]
    assert [group.specs for group in comparison.target.groups] == [
        ("rfc1808", "rfc2396"),
        ("rfc1630",),
    ]
    first, second = comparison.target.causes
    assert first.phase is second.phase is hexapla.Phase.DOTS
    cut = first.deciding.cut
    assert cut is not None
    assert (cut.characters, cut.left.name, cut.right.name) == ("//a", "path", "net_loc")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"reference": "g", "specs": []}, ValueError),
        ({"reference": "g", "specs": ["rfc1809"]}, LookupError),
        ({"reference": "g", "readings": "some"}, ValueError),
    ],
)
def test_a_wrong_argument_is_one_error(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        hexapla.compare(**arguments)


@pytest.mark.parametrize("readings", ["default", "all"])
@given(bases, references)
@example(base="http://;#", reference=".:")  # of which RFC 1738 has no path
def test_a_base_split_once_compares_the_same(readings: str, base: str, reference: str) -> None:
    columns = hexapla.columns(base, readings=readings)
    for text in (reference, base):
        assert columns.compare(text) == hexapla.compare(text, base=base, readings=readings)
        assert (
            columns.compare(text).to_dict()
            == hexapla.compare(text, base=base, readings=readings).to_dict()
        )


many_pairs = st.lists(
    st.tuples(st.one_of(bases, any_text), st.one_of(references, any_text)), max_size=5
)


@given(many_pairs, st.sampled_from(("default", "all")))
@settings(max_examples=settings().max_examples // 2)
def test_many_at_once_compare_as_one_by_one(pairs: list[tuple[str, str]], readings: str) -> None:
    specs: list[str | Spec] = [*hexapla.specs(), "rfc2396[excess-dots=remove]"]
    one_by_one = [
        hexapla.compare(text, base=base, specs=specs, readings=readings) for base, text in pairs
    ]
    at_once = list(hexapla.compare_all(pairs, specs, readings))
    assert at_once == one_by_one
    for found, expected in zip(at_once, one_by_one, strict=True):
        assert found.to_dict() == expected.to_dict()


def test_an_endless_stream_of_pairs_is_compared_as_it_comes() -> None:
    endless = ((BASE, f"g{number}") for number in itertools.count())
    first = list(itertools.islice(hexapla.compare_all(endless), 2000))
    assert [item.reference for item in first] == [f"g{number}" for number in range(2000)]
    assert list(hexapla.compare_all([])) == []


def test_many_at_once_take_only_specs() -> None:
    """As `compare` does, and before any pair is asked for."""
    with pytest.raises(ValueError, match="readings"):
        hexapla.compare_all([], readings="some")
    with pytest.raises(ValueError, match="readings"):
        hexapla.columns(BASE, readings="some")
    with pytest.raises(hexapla.SelectorError):
        hexapla.compare_all([], ["rfc9999"])
    with pytest.raises(TypeError, match="each of specs must be a str or Spec, not list"):
        hexapla.compare("g", base=BASE, specs=iter([["rfc1808"]]))  # type: ignore[arg-type]


def test_selectors_may_come_from_an_iterator() -> None:
    selectors = ["rfc2396", "rfc1808"]
    assert hexapla.compare("g", base=BASE, specs=iter(selectors)) == hexapla.compare(
        "g", base=BASE, specs=selectors
    )
