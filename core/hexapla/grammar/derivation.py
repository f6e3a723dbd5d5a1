"""How a rule derives a text: which characters each named rule below it takes.

Derivations are followed side by side through a nondeterministic automaton that notes where named
rules begin and end. Of the ways to one state only the first two that differ are kept: enough to
give a derivation, and to say whether there is another.
"""

from collections.abc import Iterable, Mapping

import attrs

from hexapla.grammar.characters import Characters
from hexapla.grammar.expression import Choice, Expression, Marked, Nothing, One, Repeat, Sequence
from hexapla.grammar.grammar import Grammar

_KEPT = 2


@attrs.frozen
class Taken:
    """What one use of a named rule takes of a text, in code points."""

    rule: str
    start: int
    stop: int


@attrs.frozen
class Derivation:
    """The named rules that a derivation uses, in the order in which they end."""

    taken: tuple[Taken, ...]


def derivations(
    grammar: Grammar,
    rule: str,
    marked: Iterable[str],
    text: str,
    reluctant: Iterable[str] = (),
) -> tuple[Derivation, ...]:
    """Give up to two derivations of a text that differ in what marked rules take.

    The first is the greedy one: at each choice it takes as much as it can, but for the marked rules
    that are `reluctant`. There is none where the rule does not derive the text. Time grows linearly
    with the text.
    """
    if not grammar.matches(rule, text):
        return ()
    tracks = _Tracks(frozenset(reluctant))
    tracks.start, tracks.stop = tracks.state(), tracks.state()
    tracks.add(
        grammar.expression(rule, frozenset(map(str.lower, marked))), tracks.start, tracks.stop
    )
    return tracks.follow(text)


_Event = tuple[str, bool]  # a rule's name, and whether it begins


class _Tracks:
    """A nondeterministic automaton whose free moves may note that a rule begins or ends."""

    start: int
    stop: int

    def __init__(self, reluctant: frozenset[str]) -> None:
        self._reluctant = reluctant
        self._within: list[str] = []
        self._moves: list[list[tuple[Characters, int]]] = []
        self._free: list[list[tuple[_Event | None, int]]] = []
        self._histories: dict[tuple[int, str, bool, int], int] = {}
        self._notes: list[tuple[int, str, bool, int]] = []

    def state(self) -> int:
        """Add a state."""
        self._moves.append([])
        self._free.append([])
        return len(self._moves) - 1

    def add(self, expression: Expression, start: int, stop: int) -> None:
        """Add ways from `start` to `stop`, the greedier ones first."""
        match expression:
            case Nothing():
                pass
            case One(characters):
                self._moves[start].append((characters, stop))
            case Marked(name, item):
                inside, outside = self.state(), self.state()
                self._free[start].append(((name, True), inside))
                self._within.append(name)
                self.add(item, inside, outside)
                self._within.pop()
                self._free[outside].append(((name, False), stop))
            case Sequence(items):
                here = start
                for item in items:
                    there = self.state()
                    self.add(item, here, there)
                    here = there
                self._free[here].append((None, stop))
            case Choice(items):
                for item in items:
                    way = self.state()
                    self._free[start].append((None, way))
                    self.add(item, way, stop)
            case Repeat(item, least, most):
                self._repeat(item, least, most, start, stop)

    def _repeat(
        self, item: Expression, least: int, most: int | None, start: int, stop: int
    ) -> None:
        here = start
        for _ in range(least):
            here = self._once(item, here)
        if most is None:
            loop = self.state()
            self._free[here].append((None, loop))
            self._free[self._once(item, loop)].append((None, loop))
            self._free[loop].append((None, stop))
            if not self._reluctant.isdisjoint(self._within):
                self._free[loop].reverse()
            return
        ends = []
        for _ in range(most - least):
            ends.append(here)
            here = self._once(item, here)
        for end in (*ends, here):
            self._free[end].append((None, stop))

    def _once(self, item: Expression, start: int) -> int:
        way, stop = self.state(), self.state()
        self._free[start].append((None, way))
        self.add(item, way, stop)
        return stop

    def follow(self, text: str) -> tuple[Derivation, ...]:
        """Follow all ways through a text, and give what the kept ones noted."""
        current = self._spread({self.start: [-1]}, 0)
        for position, character in enumerate(text, 1):
            reached: dict[int, list[int]] = {}
            for state, histories in current.items():
                for characters, following in self._moves[state]:
                    if character in characters:
                        _keep(reached, following, histories)
            current = self._spread(reached, position)
        found = (self._derivation(history) for history in current.get(self.stop, ()))
        return tuple(dict.fromkeys(found))

    def _spread(self, reached: Mapping[int, list[int]], position: int) -> dict[int, list[int]]:
        """Take the free moves, depth first, so that greedier ways come first."""
        found: dict[int, list[int]] = {}
        for state, histories in reached.items():
            for history in histories:
                self._visit(state, history, position, found)
        return found

    def _visit(self, state: int, history: int, position: int, found: dict[int, list[int]]) -> None:
        todo = [(state, history)]
        while todo:
            state, history = todo.pop()
            kept = found.setdefault(state, [])
            if history in kept or len(kept) >= _KEPT:
                continue
            kept.append(history)
            for event, following in reversed(self._free[state]):
                noted = history if event is None else self._note(history, event, position)
                todo.append((following, noted))

    def _note(self, history: int, event: _Event, position: int) -> int:
        """Add an event to a history; equal histories get the same number."""
        entry = (history, *event, position)
        if entry not in self._histories:
            self._histories[entry] = len(self._notes)
            self._notes.append(entry)
        return self._histories[entry]

    def _derivation(self, history: int) -> Derivation:
        events = []
        while history >= 0:
            history, name, begins, position = self._notes[history]
            events.append((name, begins, position))
        taken: list[Taken] = []
        begun: list[int] = []
        for name, begins, position in reversed(events):
            if begins:
                begun.append(position)
            else:
                taken.append(Taken(name, begun.pop(), position))
        return Derivation(tuple(taken))


def _keep(reached: dict[int, list[int]], state: int, histories: Iterable[int]) -> None:
    kept = reached.setdefault(state, [])
    for history in histories:
        if history not in kept and len(kept) < _KEPT:
            kept.append(history)
