"""Standards side by side: groups of equal answers, under any reading, one input or many."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from inputs import BASE, any_text, bases, references
from tables import by_rows_of

import hexapla
from hexapla.comparison.facet import differing, groups_of, named_groups
from hexapla.standard.spec import Spec


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


many_pairs = st.lists(
    st.tuples(st.one_of(bases, any_text), st.one_of(references, any_text)), max_size=5
)


@given(many_pairs, st.sampled_from(("default", "all")))
@example([("http://;#", ".:")], "all")  # in RFC 1738, this has no path
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
    """Like `compare`, and a wrong argument is an error before the first pair is read."""
    with pytest.raises(ValueError, match="readings"):
        hexapla.compare_all([], readings="some")
    with pytest.raises(hexapla.SelectorError):
        hexapla.compare_all([], ["rfc9999"])
    with pytest.raises(TypeError, match="each of specs must be a str or Spec, not list"):
        hexapla.compare("g", base=BASE, specs=iter([["rfc1808"]]))  # type: ignore[arg-type]


def test_selectors_may_come_from_an_iterator() -> None:
    selectors = ["rfc2396", "rfc1808"]
    assert hexapla.compare("g", base=BASE, specs=iter(selectors)) == hexapla.compare(
        "g", base=BASE, specs=selectors
    )


@by_rows_of("comparison")
def test_the_readings_agree_as_told(base: str, reference: str, agreement: str) -> None:
    specs = ["rfc1630", "rfc1808", "rfc2396"]
    comparison = hexapla.compare(reference, base=base, specs=specs, readings="all")
    form = comparison.target.to_dict()
    assert form["agreement"] == agreement
    assert form["variants"] == {
        selector: [variant.to_dict() for variant in variants]
        for selector, variants in comparison.target.variants or ()
    }


@by_rows_of("comparison")
def test_every_variant_of_the_consulted_choices_is_there(
    selector: str, targets: dict[str, str]
) -> None:
    comparison = hexapla.compare("../../../g", base=BASE, specs=[selector], readings="all")
    assert comparison.target.variants is not None
    ((named, variants),) = comparison.target.variants
    assert named == selector
    assert {", ".join(map(str, item.choices)): item.text for item in variants} == targets


values = st.lists(st.none() | st.sampled_from("abc"), max_size=7)


@given(values)
def test_each_column_that_speaks_is_in_one_group_of_equal_values(given: list[str | None]) -> None:
    groups = groups_of(given)
    members = [index for group in groups for index in group]
    assert sorted(members) == [index for index, value in enumerate(given) if value is not None]
    for group in groups:
        assert len({given[index] for index in group}) == 1
        assert list(group) == sorted(group)
    assert len({given[group[0]] for group in groups}) == len(groups)
    largest_first = sorted(groups, key=lambda group: (-len(group), group[0]))
    assert list(groups) == largest_first


@given(values)
def test_two_columns_differ_where_they_are_in_two_groups(given: list[str | None]) -> None:
    group_of = {index: group for group in groups_of(given) for index in group}
    pairs = [(left, right) for left in group_of for right in group_of if left < right]
    assert sorted(differing(given)) == sorted(
        (left, right) for left, right in pairs if group_of[left] != group_of[right]
    )


def test_equal_groups_are_one_in_a_set() -> None:
    one, other = (hexapla.compare("?y", base="http://a/b/c").target.groups for _ in range(2))
    assert len({*one, *other}) == len(one)


def test_groups_have_names_and_values_need_no_hash() -> None:
    given: Sequence[object] = [{"a": 1}, None, {"a": 2}, {"a": 2}]
    assert named_groups(["p", "q", "r", "s"], given) == (("r", "s"), ("p",))
    assert groups_of([]) == groups_of([None]) == ()


@by_rows_of("comparison")
def test_an_agreement_shows_the_readings_that_change_it(
    base: str, reference: str, specs: list[str], expected: list[str]
) -> None:
    target = hexapla.compare(reference, base=base, specs=specs).target
    assert target.agrees
    effects = [f"{item.reading}={item.other}: {item.then}" for item in target.readings]
    assert effects == expected
