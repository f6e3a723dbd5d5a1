"""Nondeterministic automata of expressions, and deterministic ones that accept what they do."""

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import attrs

from hexapla.grammar.expression import (
    Alternation,
    Characters,
    ClassOf,
    Concatenation,
    Expression,
    Literal,
    Marked,
    Repetition,
    classes,
)

# A nondeterministic automaton is tagged: a free transition, one that reads no character, may carry
# the event that a named rule begins or ends. The free transitions of a state stand in order of
# preference: a repetition goes on before it ends, but ends before it goes on within a lazy rule.


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


# The deterministic automaton of one; texts build what they reach of it.


class State(dict[int, "State"]):
    """A set of states of an NFA; by the number of a class of characters, the next such set.

    Attributes:
        members: The states of the NFA.
        accepting: Whether a text may end here.
        live: Whether a text may end here or later.
    """

    # Sets of equal members are one state.
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __init__(self, acceptor: "Acceptor", members: frozenset[int]) -> None:
        super().__init__()
        self._acceptor = acceptor
        self.members = members
        self.accepting = STOP in members
        self.live = bool(members)

    def __missing__(self, number: int) -> "State":
        self.update(enumerate(self._acceptor.follow(self.members)))
        return self[number]


class Acceptor:
    """A deterministic automaton; a state is there when a text has led to it.

    Attributes:
        classes: Each character is in exactly one of them.
        class_of: The number of the class that a character is in.
        start: The state in which a text begins.
    """

    def __init__(self, nfa: TaggedNfa) -> None:
        self.classes = classes(characters for row in nfa.transitions for characters, _ in row)
        self.class_of = ClassOf(self.classes)
        self._nfa = nfa
        self._numbers = functools.cache(self._numbers_anew)
        self._closure = functools.cache(self._closure_anew)
        self._row = functools.cache(self._row_anew)
        self._state = functools.cache(functools.partial(State, self))
        self.start = self._state(self._closure(START))

    def accepts(self, text: str) -> bool:
        """Return whether it accepts a text, in time linear in its length."""
        state = self.start
        for number in map(self.class_of.__getitem__, text):
            state = state[number]
        return state.accepting

    def states_along(self, text: Iterable[str]) -> Iterator[State]:
        """Yield the state it starts in, and the one behind each character of a text."""
        state = self.start
        yield state
        for number in map(self.class_of.__getitem__, text):
            state = state[number]
            yield state

    def follow(self, members: frozenset[int]) -> list[State]:
        """Return the next state for each class."""
        reached: list[set[int]] = [set() for _ in self.classes]
        for member in members:
            for number, following in self._row(member):
                reached[number] |= following
        return [self._state(frozenset(following)) for following in reached]

    def _row_anew(self, member: int) -> list[tuple[int, frozenset[int]]]:
        """Return the classes that a state of the NFA can read, each with the states behind it."""
        row = self._nfa.transitions[member]
        return [(n, self._closure(to)) for characters, to in row for n in self._numbers(characters)]

    def _numbers_anew(self, characters: Characters) -> list[int]:
        return [n for n, members in enumerate(self.classes) if members.first in characters]

    def _closure_anew(self, member: int) -> frozenset[int]:
        """Return the states that free transitions lead to where a text can go on or end."""
        reached = {member}
        todo = [member]
        while todo:
            for _, following in self._nfa.free[todo.pop()]:
                if following not in reached:
                    reached.add(following)
                    todo.append(following)
        return frozenset(each for each in reached if self._nfa.transitions[each] or each == STOP)
