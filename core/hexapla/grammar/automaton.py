"""Deterministic automata over classes of characters, and the algebra of what they accept."""

import functools
import itertools
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import TypeVar

import attrs

from hexapla.grammar.acceptor import Acceptor, TaggedNfa
from hexapla.grammar.expression import Characters, ClassOf, Expression, classes
from hexapla.text.signs import EMPTY, visible
from hexapla.text.table import escaped, html_of, html_table
from hexapla.values.value import Value


@attrs.frozen(repr=False, slots=False)
class Automaton:
    """A complete deterministic automaton; it starts in state 0, from which all can be reached.

    Each character is in exactly one of `classes`; `transitions` has a row for each state, with the
    next state for each class.
    """

    classes: tuple[Characters, ...]
    transitions: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    def __repr__(self) -> str:
        return f"<Automaton {len(self.transitions)} states, {len(self.classes)} classes>"

    # What it accepts.

    def accepts(self, text: str) -> bool:
        """Return whether it accepts a text, in time linear in its length."""
        state = 0
        transitions = self.transitions
        for number in map(self.class_of.__getitem__, text):
            state = transitions[state][number]
        return state in self.accepting

    @functools.cached_property
    def class_of(self) -> Mapping[str, int]:
        """The number of the class that a character is in."""
        return ClassOf(self.classes)

    @functools.cached_property
    def live(self) -> frozenset[int]:
        """The states from which an accepting one can be reached."""
        before: list[list[int]] = [[] for _ in self.transitions]
        for state, row in enumerate(self.transitions):
            for following in row:
                before[following].append(state)
        live = set(self.accepting)
        todo = list(live)
        while todo:
            for state in before[todo.pop()]:
                if state not in live:
                    live.add(state)
                    todo.append(state)
        return frozenset(live)

    def shortest(self) -> str | None:
        """Return a shortest text that it accepts, None where there is none.

        Among those of the same length it is the one whose classes come first.
        """
        # The classes in the order of the characters that stand for them.
        order = sorted(range(len(self.classes)), key=lambda number: self.classes[number].rank)
        came_from: dict[int, tuple[int, int] | None] = {0: None}
        todo = deque([0])
        while todo:
            state = todo.popleft()
            if state in self.accepting:
                characters = []
                while (step := came_from[state]) is not None:
                    state, number = step
                    characters.append(self.classes[number].first)
                return "".join(reversed(characters))
            for number in order:
                following = self.transitions[state][number]
                if following not in came_from:
                    came_from[following] = (state, number)
                    todo.append(following)
        return None

    def alphabet(self) -> Characters:
        """Return the characters that occur in any text it accepts."""
        occurring = {
            number
            for state in self.live
            for number, following in enumerate(self.transitions[state])
            if following in self.live
        }
        ranges = (self.classes[number].ranges for number in occurring)
        return Characters.spanning(itertools.chain.from_iterable(ranges))

    # The algebra.

    def __invert__(self) -> "Automaton":
        states = frozenset(range(len(self.transitions)))
        return attrs.evolve(self, accepting=states - self.accepting)

    def __and__(self, other: "Automaton") -> "Automaton":
        return product(self, other, lambda here, there: here and there)

    def __or__(self, other: "Automaton") -> "Automaton":
        return product(self, other, lambda here, there: here or there)

    def __sub__(self, other: "Automaton") -> "Automaton":
        return product(self, other, lambda here, there: here and not there)

    def minimize(self) -> "Automaton":
        """Return the smallest automaton that accepts the same.

        States are parted as long as a class leads from them into different parts (Moore); they are
        numbered in the order of reaching them.
        """
        part = [int(state in self.accepting) for state in range(len(self.transitions))]
        count = len(set(part))
        signature_of = [itemgetter(state, *row) for state, row in enumerate(self.transitions)]
        while True:
            signatures: dict[tuple[int, ...], int] = {}
            part = [signatures.setdefault(each(part), len(signatures)) for each in signature_of]
            if len(signatures) == count:
                return self._merged(part)
            count = len(signatures)

    def _merged(self, part: Sequence[int]) -> "Automaton":
        """Return the automaton that has one state for all states of a part."""
        member = {number: state for state, number in enumerate(part)}
        return _crawl(
            self.classes,
            part[0],
            lambda number: [part[to] for to in self.transitions[member[number]]],
            lambda number: member[number] in self.accepting,
        )


State = TypeVar("State", bound=Hashable)


def _crawl(
    parts: tuple[Characters, ...],
    start: State,
    follow: Callable[[State], Iterable[State]],
    accepts: Callable[[State], bool],
) -> Automaton:
    """Build an automaton of the states that `start` leads to, numbered in the order of reaching.

    Args:
        parts: The classes of characters.
        start: The first state.
        follow: Returns the next state for each class.
        accepts: Whether a text may end in a state.
    """
    numbers = {start: 0}
    todo = deque([start])
    transitions: list[tuple[int, ...]] = []
    while todo:
        row = []
        for following in follow(todo.popleft()):
            if following not in numbers:
                numbers[following] = len(numbers)
                todo.append(following)
            row.append(numbers[following])
        transitions.append(tuple(row))
    accepting = frozenset(number for state, number in numbers.items() if accepts(state))
    return Automaton(parts, tuple(transitions), accepting)


def product(left: Automaton, right: Automaton, accept: Callable[[bool, bool], bool]) -> Automaton:
    """Return the automaton that runs two side by side.

    `accept` is told whether the one accepts and whether the other does.
    """
    joint = classes((*left.classes, *right.classes))
    numbers = [(left.class_of[members.first], right.class_of[members.first]) for members in joint]

    def follow(pair: tuple[int, int]) -> list[tuple[int, int]]:
        here, there = left.transitions[pair[0]], right.transitions[pair[1]]
        return [(here[first], there[second]) for first, second in numbers]

    return _crawl(
        joint,
        (0, 0),
        follow,
        lambda pair: accept(pair[0] in left.accepting, pair[1] in right.accepting),
    )


def automaton_of(expression: Expression) -> Automaton:
    """Build the smallest automaton that accepts what an expression derives."""
    return determinize(TaggedNfa(expression)).minimize()


def determinize(nfa: TaggedNfa) -> Automaton:
    """Return the deterministic automaton whose states are the sets of states one can be in."""
    acceptor = Acceptor(nfa)
    numbers = range(len(acceptor.classes))
    return _crawl(
        acceptor.classes,
        acceptor.start,
        lambda state: map(state.__getitem__, numbers),
        lambda state: state.accepting,
    )


# How two regular languages relate, with a shortest witness for each difference.


class RelationKind(StrEnum):
    """How two languages relate; the first is the one that is asked about."""

    EQUAL = "equal"
    SUBSET = "proper subset"
    SUPERSET = "proper superset"
    OVERLAP = "overlap"
    DISJOINT = "disjoint"


@attrs.frozen(repr=False)
class Relation(Value):
    """How what one rule derives relates to what another does.

    The witnesses are shortest texts that only the first, only the second, or both derive; None
    where there is none.

    Attributes:
        kind: How the two languages relate.
        only_first: The shortest text that only the first rule derives, if there is one.
        only_second: The same for the second rule.
        both: The shortest text that both derive.
    """

    kind: RelationKind
    only_first: str | None
    only_second: str | None
    both: str | None

    def _repr_html_(self) -> str:
        """Return the relation as a notebook shows it."""
        texts = (
            ("only the first derives", self.only_first),
            ("only the second derives", self.only_second),
            ("both derive", self.both),
        )
        rows = (
            (label, escaped("(nothing)" if text is None else visible(text) or EMPTY))
            for label, text in texts
        )
        return html_of(html_table(self.kind.value, rows, ("", "shortest text")))


def relation_of(first: Automaton, second: Automaton) -> Relation:
    """Return how two languages relate."""
    only_first = (first - second).shortest()
    only_second = (second - first).shortest()
    both = (first & second).shortest()
    match only_first, only_second:
        case None, None:
            kind = RelationKind.EQUAL
        case None, _:
            kind = RelationKind.SUBSET
        case _, None:
            kind = RelationKind.SUPERSET
        case _:
            kind = RelationKind.DISJOINT if both is None else RelationKind.OVERLAP
    return Relation(kind, only_first, only_second, both)
