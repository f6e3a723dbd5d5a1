"""The algebra, against Python's expressions, against a library of automata, and by enumeration."""

import itertools
import re

import pytest
from automata.fa.dfa import DFA
from hypothesis import given
from hypothesis import strategies as st

from hexapla.grammar.acceptor import START, Acceptor, Event, TaggedNfa
from hexapla.grammar.automaton import Automaton, automaton_of
from hexapla.grammar.expression import (
    EMPTY,
    NOTHING,
    Characters,
    Expression,
    Literal,
    Marked,
    Repetition,
    alternate,
    concatenate,
    pattern,
    repeat,
)

LETTERS = "abc"
letters = st.sets(st.sampled_from(LETTERS), min_size=1).map(
    lambda chosen: Literal(Characters.of("".join(chosen)))
)
expressions = st.recursive(
    st.one_of(letters, st.just(EMPTY), st.just(NOTHING)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(concatenate),
        st.lists(inner, max_size=3).map(alternate),
        st.tuples(inner, st.integers(0, 2), st.none() | st.integers(2, 3)).map(
            lambda found: repeat(*found)
        ),
    ),
    max_leaves=6,
)
WORDS = ["".join(word) for size in range(5) for word in itertools.product("abcd", repeat=size)]


def language(automaton: Automaton) -> set[str]:
    return {word for word in WORDS if automaton.accepts(word)}


@given(expression=expressions)
def test_expression_and_automaton_accept_the_same_texts(expression: Expression) -> None:
    compiled = re.compile(pattern(expression))
    assert language(automaton_of(expression)) == {
        word for word in WORDS if compiled.fullmatch(word)
    }


@given(expression=expressions)
def test_an_acceptor_goes_where_the_automaton_goes(expression: Expression) -> None:
    acceptor, automaton = Acceptor(TaggedNfa(expression)), automaton_of(expression)
    for word in WORDS:
        number = 0
        first, *states = acceptor.states_along(word)
        assert first.live == (number in automaton.live)
        for character, state in zip(word, states, strict=True):
            number = automaton.transitions[number][automaton.class_of[character]]
            assert state.live == (number in automaton.live)
            assert state.accepting == (number in automaton.accepting)
        assert acceptor.accepts(word) == automaton.accepts(word)


@given(first=expressions, second=expressions)
def test_the_algebra_is_that_of_sets(first: Expression, second: Expression) -> None:
    one, other = automaton_of(first), automaton_of(second)
    here, there = language(one), language(other)
    assert language(one & other) == here & there
    assert language(one | other) == here | there
    assert language(one - other) == here - there
    assert language(~one) == set(WORDS) - here


@given(expression=expressions)
def test_no_accepted_text_is_shorter_than_the_shortest(expression: Expression) -> None:
    automaton = automaton_of(expression)
    shortest = automaton.shortest()
    if shortest is None:
        assert language(automaton) == set()
    else:
        assert automaton.accepts(shortest)
        assert not [word for word in language(automaton) if len(word) < len(shortest)]


@given(expression=expressions)
def test_the_automaton_is_as_small_as_the_oracle_s(expression: Expression) -> None:
    automaton = automaton_of(expression)
    names = {members.first: number for number, members in enumerate(automaton.classes)}
    oracle = DFA(
        states=set(range(len(automaton.transitions))),
        input_symbols=set(names),
        transitions={
            state: {name: row[number] for name, number in names.items()}
            for state, row in enumerate(automaton.transitions)
        },
        initial_state=0,
        final_states=set(automaton.accepting),
    )
    assert len(oracle.minify().states) == len(automaton.transitions)
    assert oracle.isempty() == (automaton.shortest() is None)


X = Literal(Characters.of("x"))
LOOP = Repetition(X, 0, None)


def first_steps(expression: Expression, lazy: tuple[str, ...]) -> list[bool]:
    """Return for each state with a choice whether its first free transition leads to a character.

    Only loops have a choice in the expressions here.
    """
    nfa = TaggedNfa(expression, lazy)
    rows = map(nfa.free, states_of(nfa))
    return [bool(nfa.transitions(row[0][1])) for row in rows if len(row) > 1]


def states_of(nfa: TaggedNfa) -> list[int]:
    """Return all states, each behind one that leads to it."""
    states = [START]
    for state in states:
        following = [to for _, to in (*nfa.free(state), *nfa.transitions(state))]
        states += [to for to in dict.fromkeys(following) if to not in states]
    return states


@pytest.mark.parametrize(
    ("expression", "lazy", "greedy"),
    [
        (LOOP, (), True),
        (Marked("a", LOOP), (), True),
        (Marked("a", LOOP), ("a",), False),
        (Marked("a", Marked("b", LOOP)), ("a",), False),
        (Marked("a", LOOP), ("b",), True),
        (LOOP, ("a",), True),
    ],
)
def test_a_loop_goes_on_before_it_ends_but_within_a_lazy_rule(
    expression: Expression, lazy: tuple[str, ...], greedy: bool
) -> None:
    assert first_steps(expression, lazy) == [greedy]


def test_a_marked_rule_begins_and_ends_with_an_event() -> None:
    nfa = TaggedNfa(Marked("a", X))
    events = [
        event for state in states_of(nfa) for event, _ in nfa.free(state) if event is not None
    ]
    assert sorted(events) == [Event("a", begins=False), Event("a", begins=True)]
