"""One automaton for whole URLs, made of those of its parts.

The automata of the parts are put side by side and joined by the delimiters between them. While a
text is read, more than one part is possible: `a` may begin a userinfo or a host. So the states of
the whole are sets of states of the parts.
"""

from collections.abc import Iterable, Mapping

from hexapla.agreements.parts import (
    ADDRESS,
    NAME,
    PORT,
    REST,
    SCHEME,
    USERINFO,
)
from hexapla.grammar.automaton import DEAD, Automaton, explored, told_apart
from hexapla.grammar.expression import Characters

States = frozenset[int]


class _Joined:
    """Automata side by side, with delimiters between them; a state is a number."""

    def __init__(self) -> None:
        self._transitions: list[list[tuple[Characters, int]]] = []
        self._free: list[list[int]] = []
        self._starts: dict[str, int] = {}
        self._ends: dict[str, list[int]] = {}

    def state(self) -> int:
        """Add a state and return it."""
        self._transitions.append([])
        self._free.append([])
        return len(self._free) - 1

    def add(self, name: str, automaton: Automaton) -> None:
        """Add the automaton of a part."""
        first = len(self._free)
        for row in automaton.rows:
            state = self.state()
            for members, following in zip(automaton.alphabet, row, strict=True):
                if following != DEAD:
                    self._transitions[state].append((members, first + following))
        self._starts[name] = first
        self._ends[name] = [first + state for state in sorted(automaton.accepting)]

    def start(self, name: str) -> int:
        """Return the state in which a part begins."""
        return self._starts[name]

    def ends(self, name: str) -> list[int]:
        """Return the states in which a part may end."""
        return self._ends[name]

    def join(self, states: Iterable[int], text: str, target: int) -> None:
        """Lead from states over a text to another one."""
        before = list(states)
        for place, character in enumerate(text):
            after = target if place == len(text) - 1 else self.state()
            for state in before:
                self._transitions[state].append((Characters.of(character), after))
            before = [after]
        if not text:
            for state in before:
                self._free[state].append(target)

    def _closure(self, states: Iterable[int]) -> States:
        reached = set(states)
        todo = list(reached)
        while todo:
            for following in self._free[todo.pop()]:
                if following not in reached:
                    reached.add(following)
                    todo.append(following)
        return frozenset(reached)

    def automaton(self, start: int, accepting: Iterable[int]) -> Automaton:
        """Return the smallest automaton from a state to any of others."""
        ends = frozenset(accepting)
        alphabet = told_apart([members for row in self._transitions for members, _ in row])

        def follow(states: States, members: Characters) -> States | None:
            return self._following(states, members.first) or None

        return explored(
            alphabet, self._closure((start,)), follow, lambda states: bool(states & ends)
        )

    def _following(self, states: States, character: str) -> States:
        return self._closure(
            following
            for state in states
            for members, following in self._transitions[state]
            if character in members
        )


def compose(parts: Mapping[str, Automaton]) -> Automaton:
    """Return the automaton of whole URLs.

    Args:
        parts: The automata of the parts, by their names. A part that is missing is never there.
    """
    if SCHEME not in parts:
        return Automaton.of_nothing()
    joined = _Joined()
    for name, automaton in parts.items():
        joined.add(name, automaton)
    authority = joined.state()
    host = joined.state()
    after_host = joined.state()
    joined.join(joined.ends(SCHEME), "://", authority)
    joined.join((authority,), "", host)
    if NAME in parts:
        joined.join((host,), "", joined.start(NAME))
        joined.join(joined.ends(NAME), "", after_host)
    if ADDRESS in parts:
        joined.join((host,), "[", joined.start(ADDRESS))
        joined.join(joined.ends(ADDRESS), "]", after_host)
    if USERINFO in parts:
        joined.join((authority,), "", joined.start(USERINFO))
        joined.join(joined.ends(USERINFO), "@", host)
    ends = [after_host]
    if PORT in parts:
        joined.join((after_host,), ":", joined.start(PORT))
        ends += joined.ends(PORT)
    if REST not in parts:
        return joined.automaton(joined.start(SCHEME), ends)
    joined.join(ends, "", joined.start(REST))
    return joined.automaton(joined.start(SCHEME), joined.ends(REST))
