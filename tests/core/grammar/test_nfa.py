"""The one nondeterministic automaton: its events, its order of preference, and how it is used."""

import pytest

from hexapla.grammar.characters import Characters
from hexapla.grammar.expression import (
    Expression,
    Literal,
    Marked,
    Repetition,
)
from hexapla.grammar.nfa import Event, tagged_nfa

X = Literal(Characters.of("x"))
LOOP = Repetition(X, 0, None)


def first_steps(expression: Expression, lazy: tuple[str, ...]) -> list[bool]:
    """Return for each state with a choice whether its first free transition leads to a character.

    Only loops have a choice in the expressions here.
    """
    nfa = tagged_nfa(expression, lazy)
    return [bool(nfa.transitions[row[0][1]]) for row in nfa.free if len(row) > 1]


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
    nfa = tagged_nfa(Marked("a", X))
    events = [event for row in nfa.free for event, _ in row if event is not None]
    assert sorted(events) == [Event("a", begins=False), Event("a", begins=True)]
