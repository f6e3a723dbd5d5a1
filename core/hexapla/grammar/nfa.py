"""The nondeterministic automaton of an expression; what it accepts and how are read from it.

It is tagged: a free transition, one that reads no character, may carry the event that a named rule
begins or ends. The free transitions of a state stand in order of preference: a repetition goes on
before it ends, but ends before it goes on within a rule that is lazy.
"""

from collections.abc import Iterable
from typing import NamedTuple

import attrs

from hexapla.grammar.characters import Characters
from hexapla.grammar.expression import (
    Alternation,
    Concatenation,
    Expression,
    Literal,
    Marked,
    Repetition,
)


class Event(NamedTuple):
    """A named rule begins or ends."""

    rule: str
    begins: bool


Transition = tuple[Characters, int]
FreeTransition = tuple[Event | None, int]


@attrs.frozen(eq=False, repr=False)
class TaggedNfa:
    """A nondeterministic automaton, which runs from state 0 to state 1.

    Both kinds of transitions have a row for each state. A transition is a set of characters or an
    event, and the state that it leads to.
    """

    transitions: list[list[Transition]]
    free: list[list[FreeTransition]]


START, STOP = 0, 1


def tagged_nfa(expression: Expression, lazy: Iterable[str] = ()) -> TaggedNfa:
    """Build the automaton of an expression.

    Marked rules that are lazy take as few characters as they can.
    """
    nfa = TaggedNfa([[], []], [[], []])
    _Builder(nfa, frozenset(lazy)).add(expression, START, STOP)
    return nfa


class _Builder:
    """Adds states and transitions to an automaton."""

    def __init__(self, nfa: TaggedNfa, lazy: frozenset[str]) -> None:
        self._nfa = nfa
        self._lazy = lazy
        self._within: list[str] = []

    def add(self, expression: Expression, start: int, stop: int) -> None:
        """Add ways from `start` to `stop` for all that an expression derives."""
        match expression:
            case Literal(characters):
                self._nfa.transitions[start].append((characters, stop))
            case Marked(name, item):
                self._mark(name, item, start, stop)
            case Concatenation(items):
                for item in items:
                    here, start = start, self._state()
                    self.add(item, here, start)
                self._connect(start, stop)
            case Alternation(items):
                for item in items:
                    self.add(item, self._branch(start), stop)
            case Repetition(item, least, None):
                self._loop(item, self._times(item, least, start)[-1], stop)
            case Repetition(item, least, int(most)):
                for end in self._times(item, most, start)[least:]:
                    self._connect(end, stop)

    def _state(self) -> int:
        self._nfa.transitions.append([])
        self._nfa.free.append([])
        return len(self._nfa.free) - 1

    def _connect(self, start: int, stop: int, event: Event | None = None) -> None:
        self._nfa.free[start].append((event, stop))

    def _branch(self, start: int) -> int:
        """Add a state that a free transition leads to, and return it."""
        branch = self._state()
        self._connect(start, branch)
        return branch

    def _mark(self, name: str, item: Expression, start: int, stop: int) -> None:
        inside, outside = self._state(), self._state()
        self._connect(start, inside, Event(name, begins=True))
        self._within.append(name)
        self.add(item, inside, outside)
        self._within.pop()
        self._connect(outside, stop, Event(name, begins=False))

    def _times(self, item: Expression, count: int, start: int) -> list[int]:
        """Add an item so many times, and return the states before, between and behind them."""
        ends = [start]
        for _ in range(count):
            ends.append(self._once(item, ends[-1]))
        return ends

    def _once(self, item: Expression, start: int) -> int:
        branch, stop = self._branch(start), self._state()
        self.add(item, branch, stop)
        return stop

    def _loop(self, item: Expression, start: int, stop: int) -> None:
        loop = self._branch(start)
        self._connect(self._once(item, loop), loop)
        self._connect(loop, stop)
        if not self._lazy.isdisjoint(self._within):
            self._nfa.free[loop].reverse()
