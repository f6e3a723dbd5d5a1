"""Columns put together by equal values."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from hexapla.comparison.facet import differing, groups_of, named_groups

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


@given(values)
def test_the_largest_group_comes_first_and_then_the_earliest(given: list[str | None]) -> None:
    groups = groups_of(given)
    assert list(groups) == sorted(groups, key=lambda group: (-len(group), group[0]))


@given(values)
def test_two_columns_differ_where_they_are_in_two_groups(given: list[str | None]) -> None:
    group_of = {index: group for group in groups_of(given) for index in group}
    pairs = [(left, right) for left in group_of for right in group_of if left < right]
    assert sorted(differing(given)) == sorted(
        (left, right) for left, right in pairs if group_of[left] != group_of[right]
    )


def test_groups_have_names_and_values_need_no_hash() -> None:
    given: Sequence[object] = [{"a": 1}, None, {"a": 2}, {"a": 2}]
    assert named_groups(["p", "q", "r", "s"], given) == (("r", "s"), ("p",))
    assert groups_of([]) == groups_of([None]) == ()
