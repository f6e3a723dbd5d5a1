"""Deterministic automata as data (states and transitions), with set operations.

An `Acceptor` builds only the states that strings reach. An `Automaton` is complete, so it can be
compared, minimized, stored, and run without this package.
"""

import functools
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import attrs

from hexapla.grammar.acceptor import Acceptor, State, TaggedNfa
from hexapla.grammar.expression import (
    Characters,
    ClassOf,
    Concatenation,
    Expression,
    Literal,
    classes,
)

DEAD = -1
"""The entry for a missing transition: no string that needs the transition is accepted."""


@attrs.frozen(slots=False)
class Automaton:
    """A deterministic automaton; it starts in state 0.

    Attributes:
        alphabet: Disjoint sets of characters; all characters of a set have the same transitions. A
            string with a character outside all sets is rejected.
        rows: For each state, the next state (or `DEAD`) for each set of the alphabet.
        accepting: The accepting states.
    """

    alphabet: tuple[Characters, ...]
    rows: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    @classmethod
    def of(cls, expression: Expression) -> "Automaton":
        """Return the smallest automaton that accepts the language of an expression."""
        acceptor = Acceptor(TaggedNfa(expression))

        def follow(state: State, members: Characters) -> State | None:
            number = acceptor.class_of[members.first]
            following = state[number]
            if not following.live:
                return None
            return following

        return explored(acceptor.classes, acceptor.start, follow, lambda state: state.accepting)

    @classmethod
    def of_text(cls, text: str) -> "Automaton":
        """Return the automaton that accepts only the given string."""
        literals = tuple(Literal(Characters.of(character)) for character in text)
        return cls.of(Concatenation(literals))

    @classmethod
    def of_nothing(cls) -> "Automaton":
        """Return the automaton that accepts no string."""
        return cls((), ((),), frozenset())

    # The language.

    @functools.cached_property
    def _class_of(self) -> Mapping[str, int]:
        rest = ~functools.reduce(Characters.__or__, self.alphabet, Characters())
        if not rest:
            return ClassOf(self.alphabet)
        return ClassOf((*self.alphabet, rest))

    def state_after(self, text: str) -> int:
        """Return the state after a string; `DEAD` if a transition is missing."""
        state = 0
        size = len(self.alphabet)
        for character in text:
            number = self._class_of[character]
            if number == size:
                return DEAD
            state = self.rows[state][number]
            if state == DEAD:
                return DEAD
        return state

    def accepts(self, text: str) -> bool:
        """Return whether the automaton accepts a string, in time linear in the string's length."""
        return self.state_after(text) in self.accepting

    @property
    def is_empty(self) -> bool:
        """Whether the automaton accepts no string."""
        return not self.minimal.accepting

    @functools.cached_property
    def access(self) -> tuple[str, ...]:
        """For each state, a shortest string that leads to it; letters are preferred.

        Every state must be reachable, as in a minimal automaton.
        """
        texts = {0: ""}
        queue = deque([0])
        while queue:
            state = queue.popleft()
            for number, following in enumerate(self.rows[state]):
                if following != DEAD and following not in texts:
                    texts[following] = texts[state] + self.alphabet[number].first
                    queue.append(following)
        return tuple(texts[state] for state in range(len(self.rows)))

    @functools.cached_property
    def completions(self) -> tuple[str, ...]:
        """For each state, a shortest string that leads to an accepting state; "" if there is none.

        In a minimal automaton, every state has such a string, except the only state of an automaton
        for the empty language.
        """
        texts = dict.fromkeys(sorted(self.accepting), "")
        while True:
            found = {}
            for state, row in enumerate(self.rows):
                if state in texts:
                    continue
                for number, following in enumerate(row):
                    if following in texts:
                        found[state] = self.alphabet[number].first + texts[following]
                        break
            if not found:
                return tuple(texts.get(state, "") for state in range(len(self.rows)))
            texts.update(found)

    # Minimization and combination.

    @functools.cached_property
    def minimal(self) -> "Automaton":
        """The smallest automaton for the same language, with states in breadth-first order."""
        block_of = self._blocks()
        order = sorted(range(len(self.alphabet)), key=lambda number: self.alphabet[number].rank)
        if block_of[0] == DEAD:
            return Automaton.of_nothing()
        block_rows = {}
        for state, block in enumerate(block_of):
            if block != DEAD:
                leads_to = [self.rows[state][number] for number in order]
                block_rows[block] = [DEAD if to == DEAD else block_of[to] for to in leads_to]
        numbers = {block_of[0]: 0}
        queue = [block_of[0]]
        for block in queue:  # the loop adds blocks
            for following in block_rows[block]:
                if following != DEAD and following not in numbers:
                    numbers[following] = len(queue)
                    queue.append(following)
        accepting = {numbers[block_of[state]] for state in self._reached if state in self.accepting}
        # Sets of characters with the same transitions are merged; sets without transitions are
        # dropped.
        columns: dict[tuple[int, ...], Characters] = {}
        for place, number in enumerate(order):
            column = tuple(numbers.get(block_rows[block][place], DEAD) for block in queue)
            if any(following != DEAD for following in column):
                columns[column] = columns.get(column, Characters()) | self.alphabet[number]
        rows = tuple(tuple(column[state] for column in columns) for state in range(len(queue)))
        smallest = Automaton(tuple(columns.values()), rows, frozenset(accepting))
        if smallest == self:
            return self
        return smallest

    @functools.cached_property
    def _reached(self) -> frozenset[int]:
        reached = {0}
        todo = [0]
        while todo:
            for following in self.rows[todo.pop()]:
                if following != DEAD and following not in reached:
                    reached.add(following)
                    todo.append(following)
        return frozenset(reached)

    def _live(self) -> frozenset[int]:
        """Return the states from which an accepting state can be reached."""
        before: dict[int, set[int]] = {}
        for state, row in enumerate(self.rows):
            for following in row:
                before.setdefault(following, set()).add(state)
        live = set(self.accepting)
        todo = list(live)
        while todo:
            for state in before.get(todo.pop(), ()):
                if state not in live:
                    live.add(state)
                    todo.append(state)
        return frozenset(live)

    def _blocks(self) -> list[int]:
        """Return, for each state, the number of its class of equivalent states.

        The result is `DEAD` for a state from which no accepting state can be reached.

        Moore's algorithm begins with two classes: accepting states and other states. Classes are
        then split by the classes to which the states' transitions lead, until nothing changes.
        """
        live = self._live()
        block_of = [DEAD] * len(self.rows)
        for state in live:
            block_of[state] = int(state in self.accepting)
        count = len({*block_of} - {DEAD})
        while True:
            numbers: dict[tuple[int, ...], int] = {}
            parted = [DEAD] * len(self.rows)
            for state in sorted(live):
                leads_to = [DEAD if to == DEAD else block_of[to] for to in self.rows[state]]
                signature = (block_of[state], *leads_to)
                parted[state] = numbers.setdefault(signature, len(numbers))
            block_of = parted
            if len(numbers) == count:
                return block_of
            count = len(numbers)

    def combined(self, other: "Automaton", keeps: Callable[[bool, bool], bool]) -> "Automaton":
        """Return the automaton for the strings that `keeps` selects.

        Args:
            other: The other automaton.
            keeps: A function of two arguments: whether this automaton accepts a string, and whether
                the other one does. It must return false if both are false.
        """

        def follow(pair: tuple[int, int], members: Characters) -> tuple[int, int] | None:
            one, two = pair
            character = members.first
            following = self._next(one, character), other._next(two, character)
            if following == (DEAD, DEAD):
                return None
            return following

        def is_kept(pair: tuple[int, int]) -> bool:
            one, two = pair
            return keeps(one in self.accepting, two in other.accepting)

        joint = told_apart((*self.alphabet, *other.alphabet))
        return explored(joint, (0, 0), follow, is_kept)

    def _next(self, state: int, character: str) -> int:
        number = self._class_of[character]
        if state == DEAD or number == len(self.alphabet):
            return DEAD
        return self.rows[state][number]

    def __sub__(self, other: "Automaton") -> "Automaton":
        return self.combined(other, lambda one, two: one and not two)

    def __and__(self, other: "Automaton") -> "Automaton":
        return self.combined(other, lambda one, two: one and two)

    def __or__(self, other: "Automaton") -> "Automaton":
        return self.combined(other, lambda one, two: one or two)

    def __add__(self, other: "Automaton") -> "Automaton":
        """Return the automaton for the concatenation of the two languages."""

        def place(state: int, behind: Iterable[int]) -> tuple[int, frozenset[int]]:
            """Return a state of the result: a state of this automaton, and states of `other`."""
            others = set(behind)
            if state in self.accepting:
                others.add(0)
            others.discard(DEAD)
            return state, frozenset(others)

        def follow(
            before: tuple[int, frozenset[int]], members: Characters
        ) -> tuple[int, frozenset[int]] | None:
            state, others = before
            character = members.first
            behind = (other._next(each, character) for each in others)
            after = place(self._next(state, character), behind)
            if after == (DEAD, frozenset()):
                return None
            return after

        def is_accepting(place: tuple[int, frozenset[int]]) -> bool:
            _, others = place
            return not other.accepting.isdisjoint(others)

        joint = told_apart((*self.alphabet, *other.alphabet))
        return explored(joint, place(0, ()), follow, is_accepting)

    def optional(self) -> "Automaton":
        """Return an automaton that accepts the same strings and the empty string."""
        return self | Automaton.of_text("")

    def contains(self, other: "Automaton") -> bool:
        """Return whether the automaton accepts every string that another automaton accepts."""
        return (other - self).is_empty

    # JSON.

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form: ranges of code points, the transitions, and the accepting states.

        A set of characters is a list of ranges, each given by its first and last code points.
        """
        return {
            "alphabet": [[list(pair) for pair in members.ranges] for members in self.alphabet],
            "rows": [list(row) for row in self.rows],
            "accepting": sorted(self.accepting),
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Sequence[object]]) -> "Automaton":
        """Convert a JSON form, as returned by `to_dict`, to an automaton.

        Raises:
            KeyError: A member is missing.
            TypeError: A value has the wrong type.
            ValueError: A range doesn't consist of two code points, a row doesn't have an entry for
                each set of the alphabet, a state doesn't exist, or there are no states.
        """
        alphabet = tuple(map(_characters, form["alphabet"]))
        rows = tuple(tuple(_numbers(row)) for row in form["rows"])
        accepting = frozenset(_numbers(form["accepting"]))
        _check_states(len(alphabet), rows, accepting)
        return cls(alphabet, rows, accepting)


Place = TypeVar("Place", bound=Hashable)


def explored(
    alphabet: Sequence[Characters],
    start: Place,
    follow: Callable[[Place, Characters], Place | None],
    accepts: Callable[[Place], bool],
) -> Automaton:
    """Explore all states reachable from a start, and return the smallest equivalent automaton.

    The explored states, called places, can be any hashable values.

    Args:
        alphabet: Sets of characters such that every place treats the characters of a set alike.
        start: The place where exploring begins.
        follow: A function that takes a place and a set, and returns the place after a character of
            the set, or None if no place follows.
        accepts: A function that returns whether a place is accepting.
    """
    numbers = {start: 0}
    places = [start]
    rows = []
    for place in places:  # the loop adds places
        row = []
        for members in alphabet:
            following = follow(place, members)
            if following is None:
                row.append(DEAD)
                continue
            if following not in numbers:
                numbers[following] = len(places)
                places.append(following)
            row.append(numbers[following])
        rows.append(tuple(row))
    accepting = frozenset(number for place, number in numbers.items() if accepts(place))
    return Automaton(tuple(alphabet), tuple(rows), accepting).minimal


def told_apart(sets: Sequence[Characters]) -> list[Characters]:
    """Partition the union of sets into classes of characters that are in the same sets."""
    distinct = tuple(dict.fromkeys(sets))
    parts = classes(distinct)
    return [members for members in parts if any(members.first in each for each in distinct)]


def _check_states(size: int, rows: Sequence[Sequence[int]], accepting: Collection[int]) -> None:
    """Raise `ValueError` unless rows have a given size, and name only states that exist."""
    if not rows:
        raise ValueError("an automaton needs at least one state")
    for state, row in enumerate(rows):
        if len(row) != size:
            raise ValueError(f"the row of state {state} has {len(row)} entries instead of {size}")
    states = range(len(rows))
    following = {state for row in rows for state in row if state != DEAD}
    for state in sorted(following.union(accepting)):
        if state not in states:
            raise ValueError(f"the automaton has no state {state}")


def _characters(ranges: object) -> Characters:
    pairs = []
    for pair in _list(ranges):
        first, last = _numbers(pair)
        pairs.append((first, last))
    return Characters(tuple(pairs))


def _numbers(row: object) -> Iterator[int]:
    for number in _list(row):
        if not isinstance(number, int):
            raise TypeError(f"{number!r} isn't an integer")
        yield number


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} isn't a list")
    return value
