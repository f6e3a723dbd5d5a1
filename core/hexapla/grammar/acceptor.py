"""Nondeterministic automata for expressions, and equivalent deterministic automata."""

import functools
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hexapla.grammar.expression import (
    Alternation,
    Characters,
    ClassOf,
    Concatenation,
    Expression,
    Literal,
    Marked,
    Name,
    Repetition,
    classes,
)

# A nondeterministic automaton is tagged: an epsilon transition, which consumes no character, may
# carry an event, the beginning or the end of a named rule. The epsilon transitions of a state are
# in order of preference: a repetition prefers to continue or, if it has no maximum and is inside a
# lazy rule, to end.


class Event(NamedTuple):
    """The beginning or the end of a named rule."""

    rule: str
    begins: bool


Transition = tuple[Characters, int]
FreeTransition = tuple[Event | None, int]
Todo = tuple[Expression, int, tuple[str, ...]]
"""A part yet to be built: an expression, the state after it, and the rules that enclose it."""

START, STOP = 0, 1


class TaggedNfa:
    """The nondeterministic automaton of an expression; it starts in state 0 and accepts in state 1.

    A transition consists of a set of characters and the next state. An epsilon transition consists
    of an event, or None, and the next state. The transitions of a state are built when they are
    first used, because a string reaches only a small part of a large automaton. `lazy` names rules
    whose expressions are `Marked`. In these rules, repetitions without a maximum match as few
    characters as they can.

    Attributes:
        classes: Classes of characters. Each character is in exactly one class, and the characters
            of a class are equivalent for every transition.
    """

    def __init__(self, expression: Expression, lazy: Iterable[str] = ()) -> None:
        self.classes = classes(characters_in(expression))
        self._lazy = frozenset(lazy)
        self._transitions: list[list[Transition]] = [[], []]
        self._free: list[list[FreeTransition]] = [[], []]
        self._todo: dict[int, Todo] = {START: (expression, STOP, ())}
        self._lock = threading.Lock()

    def transitions(self, state: int) -> Sequence[Transition]:
        """Return the transitions of a state that consume a character."""
        self._build(state)
        return self._transitions[state]

    def free(self, state: int) -> Sequence[FreeTransition]:
        """Return the epsilon transitions of a state, in order of preference."""
        self._build(state)
        return self._free[state]

    def _build(self, state: int) -> None:
        with self._lock:
            if state in self._todo:
                expression, stop, within = self._todo.pop(state)
                self._add(expression, state, stop, within)

    def _add(self, expression: Expression, start: int, stop: int, within: tuple[str, ...]) -> None:
        """Add the paths of an expression from `start` to `stop`."""
        match expression:
            case Literal(characters):
                self._transitions[start].append((characters, stop))
            case Marked(name, item):
                inside, outside = self._state(), self._state()
                self._connect(start, inside, Event(name, begins=True))
                self._todo[inside] = item, outside, (*within, name)
                self._connect(outside, stop, Event(name, begins=False))
            case Concatenation(()):
                self._connect(start, stop)
            case Concatenation((first, *others)):
                states = [*(self._state() for _ in others), stop]
                for item, here, behind in zip(others, states, states[1:], strict=False):
                    self._todo[here] = item, behind, within
                self._add(first, start, states[0], within)
            case Alternation(items):
                for item in items:
                    self._todo[self._branch(start)] = item, stop, within
            case Repetition(item, least, None):
                for _ in range(least):
                    start = self._once(item, start, within)
                loop = self._branch(start)
                self._connect(self._once(item, loop, within), loop)
                self._connect(loop, stop)
                if not self._lazy.isdisjoint(within):
                    self._free[loop].reverse()
            case Repetition(item, least, int(most)):
                for number in range(most):
                    end, start = start, self._once(item, start, within)
                    if number >= least:
                        self._connect(end, stop)
                self._connect(start, stop)

    def _state(self) -> int:
        self._transitions.append([])
        self._free.append([])
        return len(self._free) - 1

    def _connect(self, start: int, stop: int, event: Event | None = None) -> None:
        self._free[start].append((event, stop))

    def _branch(self, start: int) -> int:
        """Add a state that is reached by an epsilon transition, and return the new state."""
        branch = self._state()
        self._connect(start, branch)
        return branch

    def _once(self, item: Expression, start: int, within: tuple[str, ...]) -> int:
        """Add an item after a state, and return the state after the item."""
        branch, stop = self._branch(start), self._state()
        self._todo[branch] = item, stop, within
        return stop


def characters_in(expression: Expression) -> Iterator[Characters]:
    """Yield the sets of characters in an expression.

    Names aren't followed. A part that occurs in several places is usually visited only once.
    """
    todo, seen = [expression], {id(expression)}
    while todo:
        match todo.pop():
            case Literal(characters):
                yield characters
                continue
            case Concatenation(items) | Alternation(items):
                inside = items
            case Marked(_, item) | Repetition(item):
                inside = (item,)
            case Name():
                continue
        todo += [item for item in inside if id(item) not in seen]
        seen.update(map(id, inside))


# The deterministic automaton, whose states are built when a string first reaches them.


class State(dict[int, "State"]):
    """A set of NFA states, as a mapping from the number of a character class to the next state.

    Attributes:
        members: The NFA states in the set.
        accepting: Whether a string may end in this state.
        live: Whether a string may end in this state or in a later state.
    """

    def __init__(self, acceptor: "Acceptor", members: frozenset[int]) -> None:
        super().__init__()
        self._acceptor = acceptor
        self.members = members
        self.accepting = STOP in members
        self.live = bool(members)

    # States are compared by identity, because there is only one state for each set of members.

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, number: int) -> "State":
        self.update(enumerate(self._acceptor.follow(self.members)))
        return self[number]


class Acceptor:
    """A deterministic automaton that builds the states after a state when a string leaves it.

    Attributes:
        classes: Classes of characters; each character is in exactly one class.
        class_of: The number of each character's class.
        start: The start state.
    """

    def __init__(self, nfa: TaggedNfa) -> None:
        self.classes = nfa.classes
        self.class_of = ClassOf(self.classes)
        self._nfa = nfa
        self._numbers = functools.cache(self._numbers_anew)
        self._closure = functools.cache(self._closure_anew)
        self._row = functools.cache(self._row_anew)
        self._state = functools.cache(functools.partial(State, self))
        self.start = self._state(self._closure(START))

    def accepts(self, text: str) -> bool:
        """Return whether the automaton accepts a string, in time linear in the string's length."""
        state = self.start
        for number in map(self.class_of.__getitem__, text):
            state = state[number]
        return state.accepting

    def states_along(self, text: Iterable[str]) -> Iterator[State]:
        """Yield the start state and the state after each character; stop before a dead end."""
        state = self.start
        yield state
        for number in map(self.class_of.__getitem__, text):
            state = state[number]
            if not state.live:
                return
            yield state

    def follow(self, members: frozenset[int]) -> list[State]:
        """Return the state that follows a set of NFA states, for each class of characters."""
        reached: list[set[int]] = [set() for _ in self.classes]
        for member in members:
            for number, following in self._row(member):
                reached[number] |= following
        return [self._state(frozenset(following)) for following in reached]

    def _row_anew(self, member: int) -> list[tuple[int, frozenset[int]]]:
        """Return the classes that an NFA state has transitions for, each with the next states."""
        row = self._nfa.transitions(member)
        return [(n, self._closure(to)) for characters, to in row for n in self._numbers(characters)]

    def _numbers_anew(self, characters: Characters) -> list[int]:
        return [n for n, members in enumerate(self.classes) if members.first in characters]

    def _closure_anew(self, member: int) -> frozenset[int]:
        """Return the states (final or with a transition) that epsilon transitions lead to."""
        reached = {member}
        todo = [member]
        while todo:
            for _, following in self._nfa.free(todo.pop()):
                if following not in reached:
                    reached.add(following)
                    todo.append(following)
        return frozenset(each for each in reached if self._nfa.transitions(each) or each == STOP)
