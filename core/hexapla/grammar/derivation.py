"""Derivations: for a string that a rule derives, the substrings that other named rules derive.

All derivations are followed in parallel through the rule's tagged NFA. Only the first two distinct
derivations are kept for each state. This suffices to return a derivation, and to decide whether the
derivation is unique.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import attrs

from hexapla.grammar.acceptor import START, STOP, Event, TaggedNfa
from hexapla.grammar.expression import ClassOf
from hexapla.grammar.grammar import Grammar
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class Capture(Value):
    """A substring that a named rule derives, as a half-open range in code points."""

    rule: str
    start: int
    stop: int


PlacedEvent = tuple[int, Event]
"""The beginning or end of a marked rule, with its offset in code points."""


def derivations(
    grammar: Grammar, rule: str, marked: Iterable[str], text: str, lazy: Iterable[str] = ()
) -> tuple[tuple[Capture, ...], ...]:
    """Return up to two derivations of a string that differ in the captures of marked rules.

    The arguments are those of `derive`. Captures are sorted by their ends.
    """
    every = map(_captures, derive(grammar, rule, marked, text, lazy))
    return tuple(captures for captures, _ in groupby(every))


def derive(
    grammar: Grammar, rule: str, marked: Iterable[str], text: str, lazy: Iterable[str] = ()
) -> Iterator[list[PlacedEvent]]:
    """Yield up to two derivations of a string, each as a list of events in order.

    In the first derivation, each repetition takes as much text as possible, except in lazy rules.
    The iterator is empty if the rule doesn't derive the string. The running time is linear in the
    length of the string.

    Args:
        grammar: The grammar of the rule.
        rule: The rule that derives the string.
        marked: The rules whose beginnings and ends are reported as events.
        text: The string.
        lazy: The names, as spelled in the grammar, of the marked rules in which repetitions without
            a maximum take as little text as possible.
    """
    simulation = _simulation(grammar, rule, frozenset(marked), frozenset(lazy))
    return simulation.follow(text)


def _captures(events: Iterable[PlacedEvent]) -> tuple[Capture, ...]:
    captures = []
    begun = []
    for offset, (rule, begins) in events:
        if begins:
            begun.append(offset)
        else:
            captures.append(Capture(rule, begun.pop(), offset))
    return tuple(captures)


Step = tuple[int, tuple[Event, ...]]
"""A step of a history: the index of the step before it (in its `Steps`), and the new events."""

Steps = tuple[Step, ...]
"""The steps of all histories at a character; each history is identified by its step's index."""

Histories = tuple[tuple[int, tuple[int, ...]], ...]
"""The reachable states, in order of preference, each with the histories that lead to it."""

_KEPT = 2  # histories for each state


class _Simulation:
    """Follows all paths of a string through an automaton.

    A history is the sequence of events on a path. The histories that are kept after a character
    depend only on the histories before it and on the class of the character, so they are cached. At
    the end, the events of a history are collected by following the steps backwards.
    """

    def __init__(
        self, grammar: Grammar, rule: str, marked: frozenset[str], lazy: frozenset[str]
    ) -> None:
        self._nfa = TaggedNfa(grammar.expression(rule, marked), lazy)
        self._classes = self._nfa.classes
        self._class_of = ClassOf(self._classes)
        self._read = functools.lru_cache(maxsize=4096)(self._read_anew)

    def follow(self, text: str) -> Iterator[list[PlacedEvent]]:
        """Follow all paths of a string, and yield a list of events for each accepting history."""
        histories, begin = self._spread({START: [(0, ())]})
        steps = [begin]
        for number in map(self._class_of.__getitem__, text):
            histories, step = self._read(histories, number)
            steps.append(step)
        for number in dict(histories).get(STOP, ()):
            yield _events(steps, number)

    def _read_anew(self, histories: Histories, number: int) -> tuple[Histories, Steps]:
        """Return the histories after a character of the given class, and their steps."""
        reached: dict[int, list[Step]] = {}
        for state, kept in histories:
            for characters, following in self._nfa.transitions(state):
                if self._classes[number].first in characters:
                    for history in kept:
                        _keep(reached, following, (history, ()))
        return self._spread(reached)

    def _spread(self, reached: Mapping[int, list[Step]]) -> tuple[Histories, Steps]:
        """Follow epsilon transitions depth first, so that preferred paths come first."""
        spread: dict[int, list[Step]] = {}
        todo = []
        for state, steps in reached.items():
            for step in steps:
                todo.append((state, step))
        todo.reverse()
        while todo:
            state, step = todo.pop()
            if _keep(spread, state, step):
                history, events = step
                for event, following in reversed(self._nfa.free(state)):
                    if event is None:
                        todo.append((following, step))
                    else:
                        longer = (history, (*events, event))
                        todo.append((following, longer))
        numbers: dict[Step, int] = {}
        histories = []
        for state, kept in spread.items():
            if self._nfa.transitions(state) or state == STOP:
                leading = tuple(numbers.setdefault(step, len(numbers)) for step in kept)
                histories.append((state, leading))
        return tuple(histories), tuple(numbers)


_simulation = functools.lru_cache(maxsize=256)(_Simulation)


def _keep(reached: dict[int, list[Step]], state: int, step: Step) -> bool:
    """Keep a step to a state if it is new and within the limit; return whether it was kept."""
    kept = reached.setdefault(state, [])
    wanted = step not in kept and len(kept) < _KEPT
    if wanted:
        kept.append(step)
    return wanted


def _events(steps: Sequence[Steps], number: int) -> list[PlacedEvent]:
    """Return the events of a history, given by its number after the last character."""
    events = []
    for offset in range(len(steps) - 1, -1, -1):
        number, new = steps[offset][number]
        events += [(offset, event) for event in reversed(new)]
    return events[::-1]
