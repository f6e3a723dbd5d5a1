"""Acceptors and relations, checked against Python's `re` by enumeration."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla.grammar.acceptor import START, Acceptor, Event, TaggedNfa
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
from hexapla.grammar.relation import relation_of

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


def language(expression: Expression) -> set[str]:
    """Return the words that an expression matches, according to `re`."""
    compiled = re.compile(pattern(expression))
    return {word for word in WORDS if compiled.fullmatch(word)}


@given(expression=expressions)
def test_an_acceptor_accepts_what_the_expression_derives(expression: Expression) -> None:
    derived = language(expression)
    acceptor = Acceptor(TaggedNfa(expression))
    assert {word for word in WORDS if acceptor.accepts(word)} == derived
    for word in WORDS:
        states = [*acceptor.states_along(word)]
        alive = len(states) > len(word)
        assert (alive and states[-1].accepting) == (word in derived)
        assert alive or not any(longer.startswith(word) for longer in derived)


@given(first=expressions, second=expressions)
def test_languages_relate_as_sets_do(first: Expression, second: Expression) -> None:
    relation = relation_of(*(Acceptor(TaggedNfa(each)) for each in (first, second)))
    here, there = language(first), language(second)
    for shortest, words in (
        (relation.only_first, here - there),
        (relation.only_second, there - here),
        (relation.both, here & there),
    ):
        if shortest is None or len(shortest) < 5:
            assert shortest == min(words, key=lambda word: (len(word), word), default=None)


X = Literal(Characters.of("x"))
LOOP = Repetition(X, 0, None)


def first_steps(expression: Expression, lazy: tuple[str, ...]) -> list[bool]:
    """Return whether the first free transition of each state with a choice leads to a character.

    In these expressions, only loops have a choice.
    """
    nfa = TaggedNfa(expression, lazy)
    rows = map(nfa.free, states_of(nfa))
    return [bool(nfa.transitions(row[0][1])) for row in rows if len(row) > 1]


def states_of(nfa: TaggedNfa) -> list[int]:
    """Return all states, each after one that leads to it."""
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
