"""The references of an exhaustive search, their order, and what is said of them."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_search import SPECS

from hexapla.discover.inputs import SearchInput
from hexapla.discover.search_space import BASES, DiscoveryError, ExhaustiveSpace


@given(st.integers(1, 4), st.integers(0, 4))
def test_every_reference_of_the_space_comes_once(size: int, max_length: int) -> None:
    space = ExhaustiveSpace(SPECS, "zyxw"[:size], ("",), max_length)
    plain = [
        "".join(characters)
        for length in range(max_length + 1)
        for characters in itertools.product(space.alphabet, repeat=length)
    ]
    in_units = [
        space.reference(number) for unit in range(space.units) for number in space.in_unit(unit)
    ]
    assert in_units == plain
    assert space.references == len(plain)
    assert sorted(plain, key=lambda text: space.order(SearchInput(text, ""))) == plain


def test_the_statement_has_the_figures_of_the_space() -> None:
    assert ExhaustiveSpace(SPECS, "a:/?#;.%@", tuple(BASES), 6).statement == (
        "every string up to length 6 over the alphabet 'a:/?#;.%@' of 9: 597,871 references, alone "
        "and against each base of a set of 7: 4,185,097 pairs"
    )


def test_a_space_that_makes_no_sense_is_refused() -> None:
    for alphabet, bases, length in (("aa", ("x:",), 1), ("a", ("x:", "x:"), 1), ("a", (), -1)):
        with pytest.raises(DiscoveryError):
            ExhaustiveSpace(SPECS, alphabet, bases, length)
