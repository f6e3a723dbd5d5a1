"""How a rule derives a text: which characters each named rule below it takes.

Derivations are followed side by side through the rule's tagged NFA. Of the ways to one state only
the first two that differ are kept: enough to give a derivation, and to say whether there is
another.
"""

import functools
from collections.abc import Iterable, Mapping

import attrs

from hexapla.grammar.grammar import Grammar
from hexapla.grammar.nfa import Event, TaggedNfa, tagged_nfa

_KEPT = 2


@attrs.frozen(repr=False)
class Capture:
    """What one use of a named rule takes of a text: a half-open range, in code points."""

    rule: str
    start: int
    stop: int

    def __repr__(self) -> str:
        return f"<Capture {self.rule} {self.start}:{self.stop}>"

    def to_dict(self) -> dict[str, object]:
        """Return the capture's JSON form."""
        return {"rule": self.rule, "start": self.start, "stop": self.stop}


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
    if not grammar.matches(rule, text):
        return ()
    return _Walk(_nfa(grammar, rule, frozenset(marked), frozenset(lazy))).follow(text)


@functools.lru_cache(maxsize=256)
def _nfa(grammar: Grammar, rule: str, marked: frozenset[str], lazy: frozenset[str]) -> TaggedNfa:
    return tagged_nfa(grammar.expression(rule, marked), lazy)


class _Walk:
    """All ways through one text, each with the history of its events.

    A history is a number: that of its last event, and -1 where there was none.
    """

    def __init__(self, nfa: TaggedNfa) -> None:
        self._nfa = nfa
        self._numbers: dict[tuple[int, Event, int], int] = {}
        self._events: list[tuple[int, Event, int]] = []

    def follow(self, text: str) -> tuple[Derivation, ...]:
        """Follow all ways through a text, and return the derivations of those that were kept."""
        current = self._spread({self._nfa.start: [-1]}, 0)
        for position, character in enumerate(text, 1):
            reached: dict[int, list[int]] = {}
            for state, histories in current.items():
                for characters, following in self._nfa.transitions[state]:
                    if character in characters:
                        _keep(reached, following, histories)
            current = self._spread(reached, position)
        kept = map(self._derivation, current.get(self._nfa.stop, ()))
        return tuple(dict.fromkeys(kept))

    def _spread(self, reached: Mapping[int, list[int]], position: int) -> dict[int, list[int]]:
        """Follow the free transitions, depth first, so that the preferred ways come first."""
        spread: dict[int, list[int]] = {}
        for state, histories in reached.items():
            for history in histories:
                self._visit(state, history, position, spread)
        return spread

    def _visit(self, state: int, history: int, position: int, spread: dict[int, list[int]]) -> None:
        todo = [(state, history)]
        while todo:
            state, history = todo.pop()
            kept = spread.setdefault(state, [])
            if history in kept or len(kept) >= _KEPT:
                continue
            kept.append(history)
            for event, following in reversed(self._nfa.free[state]):
                longer = history if event is None else self._note(history, event, position)
                todo.append((following, longer))

    def _note(self, history: int, event: Event, position: int) -> int:
        """Add an event to a history; equal histories get the same number."""
        entry = (history, event, position)
        if entry not in self._numbers:
            self._numbers[entry] = len(self._events)
            self._events.append(entry)
        return self._numbers[entry]

    def _derivation(self, history: int) -> Derivation:
        events = []
        while history >= 0:
            history, event, position = self._events[history]
            events.append((event, position))
        captures: list[Capture] = []
        begun: list[int] = []
        for event, position in reversed(events):
            if event.begins:
                begun.append(position)
            else:
                captures.append(Capture(event.rule, begun.pop(), position))
        return Derivation(tuple(captures))


def _keep(reached: dict[int, list[int]], state: int, histories: Iterable[int]) -> None:
    kept = reached.setdefault(state, [])
    for history in histories:
        if history not in kept and len(kept) < _KEPT:
            kept.append(history)
