"""Test strings for an automaton.

The partial W-method (Fujiwara and others, 1991) has two kinds of strings. With up to n characters
inserted, they find every error in an automaton, if the true one has at most n additional states:

1. a string that leads to each state, followed by all strings that distinguish states;
2. a string that takes each transition, followed by the strings that distinguish the state after it
   from all others.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from hexapla.grammar.automaton import Automaton


class _Ending(NamedTuple):
    """A string that distinguishes states, and whether it is accepted after each state."""

    text: str
    accepted: tuple[bool, ...]


class Suite:
    """Strings that find every error in an automaton, if the true one has few additional states.

    The strings have only one character of each set.

    Attributes:
        extra_states: The number of additional states.
    """

    def __init__(self, hypothesis: Automaton, least: int, affordable: int) -> None:
        """Prepare the strings.

        Args:
            hypothesis: The automaton, in which each transition leads to a state.
            least: The minimum number of additional states to allow for.
            affordable: The maximum number of strings when allowing for further states.
        """
        self._hypothesis = hypothesis
        self._symbols = [members.first for members in hypothesis.alphabet]
        self._endings = _endings(hypothesis)
        states = range(len(hypothesis.rows))
        self._by_state = [_identifying(state, self._endings) for state in states]
        symbols = len(self._symbols)
        behind = sum(map(len, self._by_state)) * symbols
        size = len(states) * len(self._endings) + behind
        self.extra_states = least
        while size * symbols ** (self.extra_states + 1) <= affordable and symbols > 1:
            self.extra_states += 1

    def __iter__(self) -> Iterator[str]:
        """Yield the strings; those for fewer additional states come first."""
        hypothesis = self._hypothesis
        for length in range(self.extra_states + 1):
            for symbols in product(self._symbols, repeat=length):
                middle = "".join(symbols)
                for prefix in hypothesis.access:
                    for ending in self._endings:
                        yield prefix + middle + ending.text
                for prefix in hypothesis.access:
                    for symbol in self._symbols:
                        text = prefix + middle + symbol
                        for ending in self._by_state[hypothesis.state_after(text)]:
                            yield text + ending.text


def _endings(hypothesis: Automaton) -> list[_Ending]:
    """Return strings that distinguish all states.

    The empty string distinguishes accepting states from the others. A character before an ending
    makes a new ending. It is kept if it distinguishes two states that no other ending does.
    """
    accepting = tuple(state in hypothesis.accepting for state in range(len(hypothesis.rows)))
    endings = [_Ending("", accepting)]
    known: list[tuple[bool, ...]] = [(accepted,) for accepted in accepting]
    blocks = set(known)
    for ending in endings:  # the loop adds endings
        for number, members in enumerate(hypothesis.alphabet):
            accepted = tuple(ending.accepted[row[number]] for row in hypothesis.rows)
            parted = [(*before, now) for before, now in zip(known, accepted, strict=True)]
            if len(set(parted)) > len(blocks):
                known = parted
                blocks = set(parted)
                endings.append(_Ending(members.first + ending.text, accepted))
    return endings


def _identifying(state: int, endings: Sequence[_Ending]) -> list[_Ending]:
    """Return endings that distinguish a state from all others, most useful first."""
    others = set(range(len(endings[0].accepted))) - {state}
    chosen: list[_Ending] = []
    left = list(endings)
    while left:
        told = [
            {other for other in others if ending.accepted[other] != ending.accepted[state]}
            for ending in left
        ]
        place = max(range(len(left)), key=lambda each: len(told[each]))
        if not told[place]:
            break
        others -= told[place]
        chosen.append(left.pop(place))
    return chosen or [endings[0]]
