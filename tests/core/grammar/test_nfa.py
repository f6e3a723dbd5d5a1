"""The one nondeterministic automaton: its events, its order of preference, and how it is used."""

import pytest

from hexapla.grammar.automaton import determinize
from hexapla.grammar.characters import Characters
from hexapla.grammar.expression import (
    EMPTY,
    NOTHING,
    Concatenation,
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


def test_marks_make_no_difference_to_what_is_accepted() -> None:
    marked = Concatenation((Marked("a", LOOP), Marked("b", X)))
    bare = Concatenation((LOOP, X))
    assert determinize(tagged_nfa(marked)).minimize() == determinize(tagged_nfa(bare)).minimize()
    lazy = determinize(tagged_nfa(marked, ["a"]))
    assert lazy.minimize() == determinize(tagged_nfa(bare)).minimize()


def test_nothing_leads_nowhere_and_the_empty_text_needs_no_character() -> None:
    assert determinize(tagged_nfa(NOTHING)).accepting == frozenset()
    assert determinize(tagged_nfa(EMPTY)).accepts("")


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 1), (1, 1), (2, 4), (3, None)])
def test_a_repetition_accepts_its_counts(least: int, most: int | None) -> None:
    automaton = determinize(tagged_nfa(Repetition(X, least, most)))
    accepted = [count for count in range(7) if automaton.accepts("x" * count)]
    assert accepted == list(range(least, 7 if most is None else most + 1))
