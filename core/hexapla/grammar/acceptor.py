"""Whether an NFA accepts a text: a deterministic automaton of which texts build what they reach."""

import functools
from collections.abc import Iterable, Iterator

from hexapla.grammar.characters import Characters, ClassOf, classes
from hexapla.grammar.nfa import START, STOP, TaggedNfa


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
