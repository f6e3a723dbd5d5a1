"""The texts with which an automaton is tried.

The partial W-method (Fujiwara and others, 1991) has two kinds of texts. With up to so many
characters in between, they find every mistake of an automaton unless the true one has more states
than that:

1. a text that leads to each state, followed by all texts that tell states apart;
2. a text that takes each transition, followed by the texts that tell the state after it from all
   others.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from hexapla.grammar.automaton import Automaton


class _Ending(NamedTuple):
    """A text that tells states apart, and whether it is accepted after each state."""

    text: str
    accepted: tuple[bool, ...]


class Suite:
    """The texts that find every mistake of an automaton, if the true one has few states more.

    Of each set of characters, one stands in texts.

    Attributes:
        extra_states: How many states more that may be.
    """

    def __init__(self, hypothesis: Automaton, least: int, affordable: int) -> None:
        """Prepare the texts.

        Args:
            hypothesis: The automaton, in which each transition leads to a state.
            least: How many states more the true one may have at least.
            affordable: Allow for one state more as long as there are no more texts than that.
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
        """Yield the texts, those for fewer states first."""
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
    """Return texts that tell all states apart.

    The empty text tells those that accept from the others. A character before an ending makes
    another one, which is kept if it tells apart two states that no ending has told apart yet.
    """
    accepting = tuple(state in hypothesis.accepting for state in range(len(hypothesis.rows)))
    endings = [_Ending("", accepting)]
    known: list[tuple[bool, ...]] = [(accepted,) for accepted in accepting]
    blocks = set(known)
    for ending in endings:  # more are added on the way
        for number, members in enumerate(hypothesis.alphabet):
            accepted = tuple(ending.accepted[row[number]] for row in hypothesis.rows)
            parted = [(*before, now) for before, now in zip(known, accepted, strict=True)]
            if len(set(parted)) > len(blocks):
                known = parted
                blocks = set(parted)
                endings.append(_Ending(members.first + ending.text, accepted))
    return endings


def _identifying(state: int, endings: Sequence[_Ending]) -> list[_Ending]:
    """Return the endings that tell a state from all others, those that tell most first."""
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
