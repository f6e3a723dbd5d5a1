"""Transforms: differences between programs that read the same characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

from hexapla.divergence.transforms import Change, change_between, transforms_to_host
from hexapla.operations.authority import COMPONENT_NAMES, connected_to

Names = tuple[list[str], list[str]]


def names_of(change: Change | None) -> tuple[list[str], list[str]] | None:
    return None if change is None else (sorted(change.own), sorted(change.lacking))


@by_rows_of("transforms", "between")
def test_the_fewest_transforms_are_found(
    component: str, expected: str | None, given_: str | None, scheme: str, names: Names | None
) -> None:
    change = change_between(component, expected, given_, scheme)
    assert names_of(change) == (None if names is None else tuple(names))


@given(
    st.sampled_from(COMPONENT_NAMES), st.none() | st.text(), st.none() | st.text(), st.just("http")
)
def test_any_texts_are_compared(
    component: str, expected: str | None, given_: str | None, scheme: str
) -> None:
    change = change_between(component, expected, given_, scheme)
    assert (change == Change((), ())) == (expected == given_)


@given(st.text(), st.text())
def test_any_text_may_become_any_host(text: str, host: str) -> None:
    transforms_to_host(text, host)
    assert transforms_to_host(text, connected_to(text)) == ()


@pytest.mark.parametrize("unit", ["/..", "%61", "\u00fc", "1", "A.", "\\", "/a/../"])
def test_long_texts_are_compared(unit: str) -> None:
    assert change_between("path", unit * 20_000, "x", "http") is None
    assert change_between("host", unit * 20_000, "x", "http") is None
