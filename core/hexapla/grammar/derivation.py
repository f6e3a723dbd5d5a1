"""How a rule derives a text: which characters each named rule below it takes.

Derivations are followed side by side through the rule's tagged NFA. Of the ways to one state only
the first two that differ are kept: enough to give a derivation, and to say whether there is
another.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import attrs

from hexapla.grammar.characters import ClassOf, classes
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.nfa import Event, TaggedNfa, tagged_nfa

_KEPT = 2
_MOST_PLACES = 4_096


class Capture(NamedTuple):
    """What one use of a named rule takes of a text: a half-open range, in code points."""

    rule: str
    start: int
    stop: int

    def __repr__(self) -> str:
        return f"<Capture {self.rule} {self.start}:{self.stop}>"

    def to_dict(self) -> dict[str, object]:
        """Return the capture's JSON form."""
        return {"rule": self.rule, "start": self.start, "stop": self.stop}


Way = Iterator[tuple[int, tuple[Event, ...]]]
"""The events on a way through a text, each group with its offset, from the end of the text on."""


@attrs.frozen(repr=False)
class Derivation:
    """The named rules that a derivation uses, in the order in which they end."""

    captures: tuple[Capture, ...]

    def __repr__(self) -> str:
        words = (f"{each.rule} {each.start}:{each.stop}" for each in self.captures)
        return f"<Derivation {', '.join(words) or 'without a named rule'}>"

    def to_dict(self) -> list[dict[str, object]]:
        """Return the derivation's JSON form: the list of its captures."""
        return [capture.to_dict() for capture in self.captures]


def derivations(
    grammar: Grammar,
    rule: str,
    marked: Iterable[str],
    text: str,
    lazy: Iterable[str] = (),
) -> tuple[Derivation, ...]:
    """Return up to two derivations of a text that differ in what marked rules take.

    The first is the greedy one: at each choice it takes as much as it can, but for the lazy rules.
    There is none where the rule does not derive the text. Time grows linearly with the text.

    Args:
        grammar: The grammar of the rule.
        rule: The rule that derives the text.
        marked: The rules that are noted.
        text: The text.
        lazy: Those of the marked rules, as the grammar writes them, that take as little as they
            can.

    Raises:
        GrammarError: The grammar has no such rule.
    """
    every = map(_captures, ways(grammar, rule, marked, text, lazy))
    return tuple(Derivation(captures) for captures, _ in groupby(every))


def ways(
    grammar: Grammar,
    rule: str,
    marked: Iterable[str],
    text: str,
    lazy: Iterable[str] = (),
) -> Iterator[Way]:
    """Yield the ways of the `derivations`, the second one where it differs in any event.

    A way is followed from the end of the text: offsets, each with the events there, the last first.
    """
    return _walk(grammar, rule, frozenset(marked), frozenset(lazy)).follow(text)


@functools.lru_cache(maxsize=256)
def _walk(grammar: Grammar, rule: str, marked: frozenset[str], lazy: frozenset[str]) -> "_Walk":
    return _Walk(tagged_nfa(grammar.expression(rule, marked), lazy))


Step = tuple[int, tuple[Event, ...]]
"""How a history goes on: which of the histories before a character, and the events behind it."""

Change = tuple[Step, ...]
"""How all histories go on behind a character."""

Ways = tuple[tuple[int, tuple[int, ...]], ...]
"""The states that can be reached, in order of preference, and which histories lead to each."""


class _Place:
    """Where the ways through a text can be behind some character, whatever text it is.

    `following` has, for a class of characters, where its characters lead to, and how the histories
    go on; None where all of them stay as they are.
    """

    __slots__ = ("following", "ways")

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.following: dict[int, tuple[_Place, Change | None]] = {}


class _Walk:
    """All ways of an automaton through texts.

    A history is the events on one way through a text. They depend on the text, but which histories
    are kept does not. So where a character leads to is worked out once, and looked up in every
    other text and place. On the way through a text it is noted how the histories go on; the events
    of one that led to the end are read from that on the way back.
    """

    def __init__(self, nfa: TaggedNfa) -> None:
        self._nfa = nfa
        self._classes = classes(characters for row in nfa.transitions for characters, _ in row)
        self._class_of = ClassOf(self._classes)
        self._places: dict[Ways, _Place] = {}

    def follow(self, text: str) -> Iterator[Way]:
        """Follow all ways through a text; yield those that were kept."""
        place, begin = self._spread({self._nfa.start: [(0, ())]})
        changes, offsets = [begin], [0]
        for offset, number in enumerate(map(self._class_of.__getitem__, text), 1):
            if number not in place.following:
                place.following[number] = self._read(place, number)
            place, change = place.following[number]
            if change is not None:
                changes.append(change)
                offsets.append(offset)
        for number in dict(place.ways).get(self._nfa.stop, ()):
            yield _back(changes, offsets, number)

    def _read(self, place: _Place, number: int) -> tuple[_Place, Change | None]:
        """Return where a character of a class leads to, and how the histories go on, if they do."""
        reached: dict[int, list[Step]] = {}
        for state, histories in place.ways:
            for characters, following in self._nfa.transitions[state]:
                if self._classes[number].first in characters:
                    _keep(reached, following, [(history, ()) for history in histories])
        behind, steps = self._spread(reached)
        count = 1 + max((history for _, kept in place.ways for history in kept), default=-1)
        unchanged = tuple((history, ()) for history in range(count))
        return behind, None if steps == unchanged else steps

    def _spread(self, reached: Mapping[int, list[Step]]) -> tuple[_Place, tuple[Step, ...]]:
        """Follow the free transitions, depth first, so that the preferred ways come first."""
        spread: dict[int, list[Step]] = {}
        for state, histories in reached.items():
            for history in histories:
                self._visit(state, history, spread)
        numbers: dict[Step, int] = {}
        ways = tuple(
            (state, tuple(numbers.setdefault(history, len(numbers)) for history in kept))
            for state, kept in spread.items()
            if self._nfa.transitions[state] or state == self._nfa.stop
        )
        if len(self._places) >= _MOST_PLACES:
            self._places.clear()
        return self._places.setdefault(ways, _Place(ways)), tuple(numbers)

    def _visit(self, state: int, history: Step, spread: dict[int, list[Step]]) -> None:
        todo = [(state, history)]
        while todo:
            state, history = todo.pop()
            kept = spread.setdefault(state, [])
            if history in kept or len(kept) >= _KEPT:
                continue
            kept.append(history)
            source, events = history
            for event, following in reversed(self._nfa.free[state]):
                longer = history if event is None else (source, (*events, event))
                todo.append((following, longer))


def _back(changes: Sequence[Change], offsets: Sequence[int], number: int) -> Way:
    """Yield the events of a history, the last one first.

    Args:
        changes: How histories went on, where they did not stay as they were.
        offsets: Where that was.
        number: The number of the history at the end.
    """
    for change, offset in zip(reversed(changes), reversed(offsets), strict=True):
        number, events = change[number]
        if events:
            yield offset, events


def _captures(way: Way) -> tuple[Capture, ...]:
    """Return what rules capture on a way, in the order in which they end."""
    captures: list[Capture] = []
    begun: list[int] = []
    for offset, events in reversed([*way]):
        for rule, begins in events:
            if begins:
                begun.append(offset)
            else:
                captures.append(Capture(rule, begun.pop(), offset))
    return tuple(captures)


def _keep(reached: dict[int, list[Step]], state: int, histories: Iterable[Step]) -> None:
    kept = reached.setdefault(state, [])
    for history in histories:
        if history not in kept and len(kept) < _KEPT:
            kept.append(history)
