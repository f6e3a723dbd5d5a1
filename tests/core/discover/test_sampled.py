"""Samples drawn from the grammars."""

from typing import Any

import pytest
from plain_search import ALPHABET, SPECS

import hexapla
from hexapla.discover.search_space import DiscoveryError, SampledSpace
from hexapla.standard.spec import Spec

Parent: Any = type(hexapla.spec("rfc3986"))


class WithoutGrammar(Parent):  # type: ignore[misc]
    syntax = None


def test_what_is_drawn_is_derived_by_a_grammar() -> None:
    sample = SampledSpace(SPECS, ALPHABET, ("x:",), 1, 300)
    drawn = list(map(sample.reference, range(sample.references)))
    for text in drawn:
        assert any(derived(spec, text) for spec in SPECS), text
    assert max(map(len, drawn)) > 20
    assert len(set(drawn)) > 150


def derived(spec: Spec, text: str) -> bool:
    assert spec.syntax is not None
    return spec.syntax.grammar.automaton(*spec.syntax.productions).accepts(text)


def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    one, other = (
        SampledSpace(SPECS, "a", ("x:",), 1, 600),
        SampledSpace(SPECS, "a", ("x:",), 1, 300),
    )
    assert one.reference(299) == other.reference(299)
    in_units = [one.reference(number) for unit in range(one.units) for number in one.in_unit(unit)]
    assert in_units == list(map(one.reference, range(600)))
    another = SampledSpace(SPECS, "a", ("x:",), 2, 600)
    assert in_units != list(map(another.reference, range(600)))


def test_columns_without_a_grammar_are_refused() -> None:
    with pytest.raises(DiscoveryError, match="none of the columns has a grammar"):
        SampledSpace((WithoutGrammar(),), "a", ("x:",), 0, 1)
