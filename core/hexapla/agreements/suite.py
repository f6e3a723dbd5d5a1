"""Strings for testing whether a learned automaton is correct.

The partial W-method (Fujiwara and others, 1991) uses two kinds of strings:

1. For each state, a string that leads to this state, followed by each string that distinguishes
states.
2. For each transition, a string that leads to the state before the transition, followed by a
character for the transition, and by each string that distinguishes the next state from all other
states.

In both cases, each sequence of up to n characters is inserted after the string that leads to the
state. The resulting strings reveal every error in an automaton, provided that there is an automaton
without errors that has at most n additional states.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from hexapla.grammar.automaton import Automaton


class _Ending(NamedTuple):
    """A string that distinguishes states because it is accepted from only some of them.

    Attributes:
        text: The string.
        accepted: For each state, whether the automaton accepts the string from this state.
    """

    text: str
    accepted: tuple[bool, ...]


class Suite:
    """Strings that reveal all errors of an automaton if a slightly larger automaton has no errors.

    The strings contain only one character of each set in the automaton's alphabet.

    Attributes:
        extra_states: The number of additional states that the strings take into account.
    """

    def __init__(self, hypothesis: Automaton, least: int, affordable: int) -> None:
        """Prepare the strings.

        Args:
            hypothesis: The automaton; each of its transitions must lead to a state.
            least: The minimum number of additional states to take into account.
            affordable: The maximum number of strings if more than `least` additional states are
                taken into account.
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
    """Return strings that distinguish all states from one another.

    The empty string distinguishes accepting states from all others. Longer endings are formed by
    putting a character before an ending. A new ending is kept if it distinguishes two states that
    no earlier ending distinguishes.
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
    """Return the endings that distinguish a state from all others; the most useful comes first."""
    others = set(range(len(endings[0].accepted))) - {state}
    chosen = []
    left = list(endings)
    while left:
        told = [_told_apart(state, others, ending) for ending in left]
        place = max(range(len(left)), key=lambda each: len(told[each]))
        if not told[place]:
            break
        others -= told[place]
        chosen.append(left.pop(place))
    return chosen or [endings[0]]


def _told_apart(state: int, others: set[int], ending: _Ending) -> set[int]:
    """Return the other states that an ending distinguishes from a state."""
    accepted = ending.accepted
    own = accepted[state]
    return {other for other in others if accepted[other] != own}
