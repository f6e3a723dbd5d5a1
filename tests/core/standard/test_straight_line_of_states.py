"""A straight line passes a state on as the calls would do."""

from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from function_forms import loaded, warmed_up
from hypothesis import given
from hypothesis import strategies as st

from hexapla.standard.calls import Between, Call
from hexapla.standard.straight_line import StraightLine

# Calls with a state, as the phases have them; the last is repeated behind each return.

FIRST = """
class Rule:
    pass
ONE, TWO, SKIPPED = Rule(), Rule(), Rule()
def end(text):
    return "end of " + text
def step(base, reference):
    text, first, second = reference
    if not text:
        return ONE, "nothing"
    if first is None:
        return TWO, (second, base[0])
    if first == second:
        first, second = second, text
        return ONE, (first, second)
    if text == "call":
        return ONE, end(text)
    pair = second, first
    if text == "pair":
        return TWO, pair
    return TWO, (first, second)
def dots(rule, state):
    if rule is ONE:
        return SKIPPED, state
    first, second = state
    if second == ".":
        state = first, ""
    return rule, state
def join(state):
    return None, repr(state)
"""
TEXTS_OF_STATES = st.sampled_from(["", "a", ".", "call", "pair"])
states = st.tuples(TEXTS_OF_STATES, st.one_of(st.none(), TEXTS_OF_STATES), TEXTS_OF_STATES)


def line_of_states(folder: Path, repeated: bool) -> tuple[StraightLine, Callable[..., Any]]:
    """Return the line, and what makes the calls one by one."""
    step = loaded(FIRST, folder)
    dots, join = step.__globals__["dots"], step.__globals__["join"]
    ends = Between("if type(state) is not tuple:\n    return state", {"type": type, "tuple": tuple})
    items = (
        Call(step, ("base", "reference"), ("rule", "state")),
        ends,
        Call(dots, ("rule", "state"), ("rule", "state"), repeated),
        Call(join, ("state",), ("rule", "text")),
    )

    def by_calls(base: object, reference: object) -> object:
        rule, state = step(base, reference)
        return join(dots(rule, state)[1])[1] if type(state) is tuple else state

    return StraightLine("resolved", ("base", "reference"), items, "text"), by_calls


@pytest.fixture(scope="module", params=[True, False], ids=["repeated", "in one place"])
def both_ways(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[FunctionType, Callable[..., Any]]:
    line, by_calls = line_of_states(tmp_path_factory.mktemp("steps"), request.param)
    function = warmed_up(line.function(()), ("b",), ("", "", ""))
    return function, by_calls


@given(base=states, reference=states)
def test_states_are_passed_on_as_calls_pass_them(
    both_ways: tuple[FunctionType, Callable[..., Any]],
    base: tuple[str | None, ...],
    reference: tuple[str | None, ...],
) -> None:
    function, by_calls = both_ways
    assert function(base, reference) == by_calls(base, reference)


def test_no_rule_is_set_where_it_is_known_at_each_return(tmp_path: Path) -> None:
    function = warmed_up(line_of_states(tmp_path, True)[0].function(()), ("b",), ("", "", ""))
    assert not [name for name in function.__code__.co_varnames if name.startswith("rule")]
