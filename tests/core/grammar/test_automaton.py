"""Automata as data, compared with expressions that `re` matches."""

import itertools
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla.grammar.automaton import Automaton
from hexapla.grammar.expression import (
    EMPTY,
    NOTHING,
    Characters,
    Expression,
    Literal,
    alternate,
    concatenate,
    pattern,
    repeat,
)

TEXTS = ["".join(text) for size in range(5) for text in itertools.product("abc", repeat=size)]
"""All short texts over three characters."""

EXPRESSIONS = st.recursive(
    st.sampled_from("abc").map(lambda sign: Literal(Characters.of(sign)))
    | st.just(Literal(Characters.of("ab")))
    | st.just(EMPTY),
    lambda inside: st.one_of(
        st.lists(inside, min_size=1, max_size=3).map(concatenate),
        st.lists(inside, min_size=1, max_size=3).map(alternate),
        inside.map(repeat),
    ),
    max_leaves=6,
)


def language(automaton: Automaton) -> set[str]:
    return {text for text in TEXTS if automaton.accepts(text)}


def matched(expression: Expression) -> set[str]:
    compiled = re.compile(pattern(expression))
    return {text for text in TEXTS if compiled.fullmatch(text)}


@given(EXPRESSIONS)
def test_it_accepts_what_is_derived(expression: Expression) -> None:
    assert language(Automaton.of(expression)) == matched(expression)


@given(EXPRESSIONS, EXPRESSIONS)
def test_operations_are_those_of_sets(one: Expression, two: Expression) -> None:
    first, second = Automaton.of(one), Automaton.of(two)
    assert language(first | second) == matched(one) | matched(two)
    assert language(first & second) == matched(one) & matched(two)
    assert language(first - second) == matched(one) - matched(two)
    assert first.contains(second) == (second - first).is_empty


@given(EXPRESSIONS, EXPRESSIONS)
def test_a_sum_accepts_one_behind_another(one: Expression, two: Expression) -> None:
    first, second = Automaton.of(one), Automaton.of(two)
    assert first + second == Automaton.of(concatenate((one, two)))
    assert first.optional() == Automaton.of(alternate((one, EMPTY)))


def test_of_text_accepts_one_text_alone() -> None:
    assert language(Automaton.of_text("ab")) == {"ab"}
    assert language(Automaton.of_text("")) == {""}
    assert (Automaton.of_text("a") + Automaton.of_nothing()).is_empty


@given(EXPRESSIONS)
def test_equal_languages_have_one_automaton(expression: Expression) -> None:
    """The smallest automaton doesn't depend on the expression for the language."""
    doubled = alternate((expression, concatenate((expression, EMPTY)), NOTHING))
    assert Automaton.of(doubled) == Automaton.of(expression)


@given(EXPRESSIONS)
def test_its_states_are_reached_and_go_on(expression: Expression) -> None:
    automaton = Automaton.of(expression)
    for state, text in enumerate(automaton.access):
        assert automaton.state_after(text) == state
        assert automaton.accepts(text + automaton.completions[state])


@given(EXPRESSIONS)
def test_it_is_read_from_its_json(expression: Expression) -> None:
    automaton = Automaton.of(expression)
    assert Automaton.from_dict(json.loads(json.dumps(automaton.to_dict()))) == automaton


def test_of_nothing_accepts_nothing() -> None:
    assert language(Automaton.of(NOTHING)) == set()
    assert Automaton.of(NOTHING) == Automaton.of_nothing()
    assert Automaton.of_nothing().is_empty


def test_a_character_in_no_set_leads_nowhere() -> None:
    automaton = Automaton.of(repeat(Literal(Characters.of("a"))))
    assert automaton.accepts("aa")
    assert not automaton.accepts("a\U0010ffff")


@pytest.mark.parametrize("form", [{}, {"alphabet": [], "rows": []}], ids=["empty", "incomplete"])
def test_another_form_is_refused(form: dict[str, list[object]]) -> None:
    with pytest.raises(KeyError):
        Automaton.from_dict(form)


@pytest.mark.parametrize(
    ("rows", "accepting", "message"),
    [
        ([], [], "needs at least one state"),
        ([[0, 0]], [0], "the row of state 0 has 2 entries instead of 1"),
        ([[1]], [0], "no state 1"),
        ([[-2]], [0], "no state -2"),
        ([[0]], [-1], "no state -1"),
    ],
)
def test_states_that_do_not_exist_are_refused(
    rows: list[list[int]], accepting: list[int], message: str
) -> None:
    form: dict[str, list[object]] = {
        "alphabet": [[[97, 97]]],
        "rows": [*rows],
        "accepting": [*accepting],
    }
    with pytest.raises(ValueError, match=message):
        Automaton.from_dict(form)
