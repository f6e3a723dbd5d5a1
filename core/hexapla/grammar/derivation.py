"""How a rule derives a text: which characters each named rule below it takes.

Derivations are followed side by side through the rule's tagged NFA. Of the ways to one state only
the first two that differ are kept: enough to give a derivation, and to say whether there is
another.
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
    """What one use of a named rule takes of a text: a half-open range, in code points."""

    rule: str
    start: int
    stop: int


PlacedEvent = tuple[int, Event]
"""The offset in code points at which a marked rule begins or ends."""


def derivations(
    grammar: Grammar, rule: str, marked: Iterable[str], text: str, lazy: Iterable[str] = ()
) -> tuple[tuple[Capture, ...], ...]:
    """Return up to two derivations of a text that differ in what marked rules take.

    Takes what `derive` takes. The captures of a derivation are in the order in which they end.
    """
    every = map(_captures, derive(grammar, rule, marked, text, lazy))
    return tuple(captures for captures, _ in groupby(every))


def derive(
    grammar: Grammar, rule: str, marked: Iterable[str], text: str, lazy: Iterable[str] = ()
) -> Iterator[list[PlacedEvent]]:
    """Yield up to two derivations of a text: the events in which they differ, in their order.

    The first is the greedy one: at each choice it takes as much as it can, but for the lazy rules.
    There is none where the rule does not derive the text. Time grows linearly with the text.

    Args:
        grammar: The grammar of the rule.
        rule: The rule that derives the text.
        marked: The rules whose beginnings and ends are events.
        text: The text.
        lazy: Those of the marked rules, as the grammar writes them, that take as little as they
            can.
    """
    return _simulation(grammar, rule, frozenset(marked), frozenset(lazy)).follow(text)


def _captures(events: Iterable[PlacedEvent]) -> tuple[Capture, ...]:
    captures: list[Capture] = []
    begun: list[int] = []
    for offset, (rule, begins) in events:
        if begins:
            begun.append(offset)
        else:
            captures.append(Capture(rule, begun.pop(), offset))
    return tuple(captures)


Step = tuple[int, tuple[Event, ...]]
"""How a history goes on: which of the histories before a character, and the events after it."""

Steps = tuple[Step, ...]
"""How all histories go on after a character."""

Histories = tuple[tuple[int, tuple[int, ...]], ...]
"""The states that can be reached, in order of preference, and which histories lead to each."""

_KEPT = 2  # histories for each state


class _Simulation:
    """All ways of an automaton through texts.

    A history is the events on one way through a text. They depend on the text, but which histories
    are kept does not: that is worked out once for each class of characters, and looked up from then
    on. The events of a history that led to the end are read from the steps, on the way back.
    """

    def __init__(
        self, grammar: Grammar, rule: str, marked: frozenset[str], lazy: frozenset[str]
    ) -> None:
        self._nfa = nfa = TaggedNfa(grammar.expression(rule, marked), lazy)
        self._classes = nfa.classes
        self._class_of = ClassOf(self._classes)
        self._read = functools.lru_cache(maxsize=4096)(self._read_anew)

    def follow(self, text: str) -> Iterator[list[PlacedEvent]]:
        """Follow all ways through a text; yield the histories that led to its end."""
        histories, begin = self._spread({START: [(0, ())]})
        steps = [begin]
        for number in map(self._class_of.__getitem__, text):
            histories, step = self._read(histories, number)
            steps.append(step)
        for number in dict(histories).get(STOP, ()):
            yield _events(steps, number)

    def _read_anew(self, histories: Histories, number: int) -> tuple[Histories, Steps]:
        """Return where a character of a class leads to, and how the histories go on."""
        reached: dict[int, list[Step]] = {}
        for state, kept in histories:
            for characters, following in self._nfa.transitions(state):
                if self._classes[number].first in characters:
                    for history in kept:
                        _keep(reached, following, (history, ()))
        return self._spread(reached)

    def _spread(self, reached: Mapping[int, list[Step]]) -> tuple[Histories, Steps]:
        """Follow the free transitions, depth first, so that the preferred ways come first."""
        spread: dict[int, list[Step]] = {}
        todo = [(state, step) for state, steps in reached.items() for step in steps][::-1]
        while todo:
            state, step = todo.pop()
            if _keep(spread, state, step):
                history, events = step
                for event, following in reversed(self._nfa.free(state)):
                    longer = step if event is None else (history, (*events, event))
                    todo.append((following, longer))
        numbers: dict[Step, int] = {}
        histories = tuple(
            (state, tuple(numbers.setdefault(step, len(numbers)) for step in kept))
            for state, kept in spread.items()
            if self._nfa.transitions(state) or state == STOP
        )
        return histories, tuple(numbers)


_simulation = functools.lru_cache(maxsize=256)(_Simulation)


def _keep(reached: dict[int, list[Step]], state: int, step: Step) -> bool:
    """Keep a step among those that lead to a state, and return whether that is new and wanted."""
    kept = reached.setdefault(state, [])
    wanted = step not in kept and len(kept) < _KEPT
    if wanted:
        kept.append(step)
    return wanted


def _events(steps: Sequence[Steps], number: int) -> list[PlacedEvent]:
    """Return the events of a history, by its number after the last character."""
    events: list[PlacedEvent] = []
    for offset in range(len(steps) - 1, -1, -1):
        number, new = steps[offset][number]
        events += [(offset, event) for event in reversed(new)]
    return events[::-1]
