"""Deterministic automata over classes of characters, and the algebra of what they accept."""

import functools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.grammar.characters import Characters, classes
from hexapla.grammar.expression import (
    Choice,
    Expression,
    Marked,
    Nothing,
    One,
    Repeat,
    sets_in,
)
from hexapla.grammar.expression import Sequence as SequenceExpression


class _ClassOf(dict[str, int]):
    """The number of each character's class; found once a character."""

    def __init__(self, parts: tuple[Characters, ...]) -> None:
        super().__init__()
        self._parts = parts

    def __missing__(self, character: str) -> int:
        number = next(number for number, members in enumerate(self._parts) if character in members)
        self[character] = number
        return number


@attrs.frozen(repr=False, slots=False)
class Automaton:
    """A complete deterministic automaton; state 0 is where it starts.

    `classes` part all characters; `moves` has a row a state with the next state for each class.
    """

    classes: tuple[Characters, ...]
    moves: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    def __repr__(self) -> str:
        return f"<Automaton: {len(self.moves)} states over {len(self.classes)} classes>"

    # What it accepts.

    def accepts(self, text: str) -> bool:
        """Say whether it accepts a text, in time linear in its length."""
        state = 0
        moves, class_of = self.moves, self.class_of
        for character in text:
            state = moves[state][class_of[character]]
        return state in self.accepting

    @functools.cached_property
    def class_of(self) -> Mapping[str, int]:
        """The number of the class that a character is in."""
        return _ClassOf(self.classes)

    def states_along(self, text: str) -> Iterator[int]:
        """Give the state it starts in, and the one behind each character."""
        state = 0
        yield state
        for character in text:
            state = self.moves[state][self.class_of[character]]
            yield state

    @functools.cached_property
    def living(self) -> frozenset[int]:
        """Give the states from which it can still come to accept."""
        before: list[list[int]] = [[] for _ in self.moves]
        for state, row in enumerate(self.moves):
            for following in row:
                before[following].append(state)
        found = set(self.accepting)
        todo = list(found)
        while todo:
            for state in before[todo.pop()]:
                if state not in found:
                    found.add(state)
                    todo.append(state)
        return frozenset(found)

    def shortest(self) -> str | None:
        """Give a shortest text that it accepts, None where there is none.

        Among those of the same length it is the one whose classes come first.
        """
        came: dict[int, tuple[int, int] | None] = {0: None}
        todo = deque([0])
        while todo:
            state = todo.popleft()
            if state in self.accepting:
                return self._path_to(state, came)
            for number in self._class_order:
                following = self.moves[state][number]
                if following not in came:
                    came[following] = (state, number)
                    todo.append(following)
        return None

    @property
    def _class_order(self) -> list[int]:
        """The classes by the characters that stand for them."""
        return sorted(range(len(self.classes)), key=lambda number: self.classes[number].rank)

    def _path_to(self, state: int, came: dict[int, tuple[int, int] | None]) -> str:
        characters: list[str] = []
        step = came[state]
        while step is not None:
            state, number = step
            characters.append(self.classes[number].first)
            step = came[state]
        return "".join(reversed(characters))

    def counts(self, length: int) -> tuple[int, ...]:
        """Count the texts of each length that it accepts, from 0 to `length`."""
        ways = [0] * len(self.moves)
        ways[0] = 1
        sizes = [len(members) for members in self.classes]
        found = []
        for _ in range(length + 1):
            found.append(sum(ways[state] for state in self.accepting))
            following = [0] * len(self.moves)
            for state, count in enumerate(ways):
                if count:
                    for number, size in enumerate(sizes):
                        following[self.moves[state][number]] += count * size
            ways = following
        return tuple(found)

    def alphabet(self) -> Characters:
        """Give the characters that stand in any text it accepts."""
        found = Characters()
        for state in self.reached() & self.living:
            for members, following in zip(self.classes, self.moves[state], strict=True):
                if following in self.living:
                    found |= members
        return found

    def reached(self) -> frozenset[int]:
        """Give the states that some text leads to."""
        found = {0}
        todo = [0]
        while todo:
            new = set(self.moves[todo.pop()]) - found
            found |= new
            todo += new
        return frozenset(found)

    # The algebra.

    def __invert__(self) -> "Automaton":
        states = frozenset(range(len(self.moves)))
        return attrs.evolve(self, accepting=states - self.accepting)

    def __and__(self, other: "Automaton") -> "Automaton":
        return product(self, other, lambda here, there: here and there)

    def __or__(self, other: "Automaton") -> "Automaton":
        return product(self, other, lambda here, there: here or there)

    def __sub__(self, other: "Automaton") -> "Automaton":
        return product(self, other, lambda here, there: here and not there)

    def minimised(self) -> "Automaton":
        """Give the smallest automaton that accepts the same, states in the order of reaching them.

        States are parted as long as a class leads from them into different parts (Moore).
        """
        part = [int(state in self.accepting) for state in range(len(self.moves))]
        count = len(set(part))
        while True:
            signatures: dict[tuple[int, ...], int] = {}
            refined = [
                signatures.setdefault((part[state], *(part[to] for to in row)), len(signatures))
                for state, row in enumerate(self.moves)
            ]
            part = refined
            if len(signatures) == count:
                break
            count = len(signatures)
        return self._merged(part)

    def _merged(self, part: Sequence[int]) -> "Automaton":
        """Make one state of all states of a part."""
        member = {number: state for state, number in reversed(list(enumerate(part)))}
        order = {part[0]: 0}
        todo = deque([part[0]])
        moves: list[tuple[int, ...]] = []
        while todo:
            row = [part[to] for to in self.moves[member[todo.popleft()]]]
            for number in row:
                if number not in order:
                    order[number] = len(order)
                    todo.append(number)
            moves.append(tuple(order[number] for number in row))
        accepting = frozenset(
            place for number, place in order.items() if member[number] in self.accepting
        )
        return Automaton(self.classes, tuple(moves), accepting)


def product(left: Automaton, right: Automaton, accept: Callable[[bool, bool], bool]) -> Automaton:
    """Run two automata side by side; `accept` says when both together accept."""
    joint = classes((*left.classes, *right.classes))
    here, there = _renumbered(left, joint), _renumbered(right, joint)
    numbers = {(0, 0): 0}
    todo = deque([(0, 0)])
    moves: list[tuple[int, ...]] = []
    accepting: set[int] = set()
    while todo:
        pair = todo.popleft()
        if accept(pair[0] in left.accepting, pair[1] in right.accepting):
            accepting.add(numbers[pair])
        row = []
        for first, second in zip(here, there, strict=True):
            following = left.moves[pair[0]][first], right.moves[pair[1]][second]
            if following not in numbers:
                numbers[following] = len(numbers)
                todo.append(following)
            row.append(numbers[following])
        moves.append(tuple(row))
    return Automaton(joint, tuple(moves), frozenset(accepting))


def _renumbered(automaton: Automaton, joint: Iterable[Characters]) -> list[int]:
    """Give, for each class of a finer parting, the automaton's own class that holds it."""
    return [automaton.class_of[members.first] for members in joint]


def automaton_of(expression: Expression) -> Automaton:
    """Build the smallest automaton that accepts what an expression derives."""
    parts = classes(sets_in(expression))
    builder = _Builder(parts)
    start, stop = builder.state(), builder.state()
    builder.add(expression, start, stop)
    return builder.determined(start, stop).minimised()


class _Builder:
    """A nondeterministic automaton under construction: moves by class, and moves by nothing."""

    def __init__(self, parts: tuple[Characters, ...]) -> None:
        self._parts = parts
        self._known: dict[Characters, list[int]] = {}
        self._moves: list[dict[int, set[int]]] = []
        self._free: list[set[int]] = []

    def state(self) -> int:
        """Add a state."""
        self._moves.append({})
        self._free.append(set())
        return len(self._moves) - 1

    def add(self, expression: Expression, start: int, stop: int) -> None:
        """Add ways from `start` to `stop` for all that an expression derives."""
        match expression:
            case Nothing():
                pass
            case One(characters):
                for number in self._classes_in(characters):
                    self._moves[start].setdefault(number, set()).add(stop)
            case SequenceExpression(items):
                here = start
                for item in items:
                    there = self.state()
                    self.add(item, here, there)
                    here = there
                self._free[here].add(stop)
            case Choice(items):
                for item in items:
                    self.add(item, start, stop)
            case Marked(_, item):
                self.add(item, start, stop)
            case Repeat(item, least, most):
                self._repeat(item, least, most, start, stop)

    def _classes_in(self, characters: Characters) -> list[int]:
        """Give the classes that make up a set; each is in it whole or not at all."""
        if characters not in self._known:
            self._known[characters] = [
                number for number, members in enumerate(self._parts) if members.first in characters
            ]
        return self._known[characters]

    def _repeat(
        self, item: Expression, least: int, most: int | None, start: int, stop: int
    ) -> None:
        here = start
        for _ in range(least):
            here = self._once(item, here)
        if most is None:
            loop = self.state()
            self._free[here].add(loop)
            self._free[self._once(item, loop)].add(loop)
            here = loop
        else:
            for _ in range(most - least):
                self._free[here].add(stop)
                here = self._once(item, here)
        self._free[here].add(stop)

    def _once(self, item: Expression, start: int) -> int:
        stop = self.state()
        inner = self.state()
        self._free[start].add(inner)
        self.add(item, inner, stop)
        return stop

    def determined(self, start: int, stop: int) -> Automaton:
        """Give the deterministic automaton whose states are the sets of states one can be in."""
        first = self._closure({start})
        numbers = {first: 0}
        todo = deque([first])
        moves: list[tuple[int, ...]] = []
        while todo:
            states = todo.popleft()
            row = []
            for number in range(len(self._parts)):
                reached = set().union(*(self._moves[state].get(number, ()) for state in states))
                following = self._closure(reached)
                if following not in numbers:
                    numbers[following] = len(numbers)
                    todo.append(following)
                row.append(numbers[following])
            moves.append(tuple(row))
        accepting = frozenset(number for states, number in numbers.items() if stop in states)
        return Automaton(self._parts, tuple(moves), accepting)

    def _closure(self, states: set[int]) -> frozenset[int]:
        found = set(states)
        todo = list(states)
        while todo:
            for state in self._free[todo.pop()]:
                if state not in found:
                    found.add(state)
                    todo.append(state)
        return frozenset(found)
