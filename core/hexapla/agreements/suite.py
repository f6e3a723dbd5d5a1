"""The texts with which an automaton is tried.

The partial W-method (Fujiwara and others, 1991) has two kinds of texts. With up to so many symbols
in between, they find every mistake of an automaton unless the true one has more states than that:

1. a text that leads to each state, followed by all texts that tell states apart;
2. a text that takes each transition, followed by the texts that tell the state behind it from all
   others.

Walks find what has many states more, such as an address where any digits seem to do: texts that the
automaton accepts, longer than those, and some with one symbol changed.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

Symbols = tuple[str, ...]
"""A text, each character replaced by the one that stands for its set."""

_LONGEST_WALK = 30


class Hypothesis(NamedTuple):
    """An automaton while it is learned; it starts in state 0.

    Attributes:
        symbols: What it reads.
        rows: For each state, the next state by the symbol.
        accepting: Whether a text may end in each state.
    """

    symbols: Symbols
    rows: Sequence[Mapping[str, int]]
    accepting: Sequence[bool]

    def run(self, text: Symbols) -> int:
        """Return the state behind a text."""
        state = 0
        for symbol in text:
            state = self.rows[state][symbol]
        return state


class _Ending(NamedTuple):
    """A text that tells states apart, and whether it is accepted behind each state."""

    text: Symbols
    accepted: tuple[bool, ...]


class Suite:
    """The texts that find every mistake of an automaton, if the true one has few states more.

    Attributes:
        extra_states: How many states more that may be.
    """

    def __init__(self, hypothesis: Hypothesis, least: int, affordable: int) -> None:
        """Prepare the texts.

        Args:
            hypothesis: The automaton.
            least: How many states more the true one may have at least.
            affordable: Allow for one state more as long as there are no more texts than that.
        """
        self._hypothesis = hypothesis
        self._access = _access(hypothesis)
        self._endings = _endings(hypothesis)
        states = range(len(hypothesis.rows))
        self._by_state = [_identifying(state, self._endings) for state in states]
        symbols = len(hypothesis.symbols)
        behind = sum(map(len, self._by_state)) * symbols
        size = len(self._access) * len(self._endings) + behind
        self.extra_states = least
        while size * symbols ** (self.extra_states + 1) <= affordable and symbols > 1:
            self.extra_states += 1

    def __iter__(self) -> Iterator[Symbols]:
        """Yield the texts, those for fewer states first."""
        hypothesis = self._hypothesis
        for length in range(self.extra_states + 1):
            for middle in product(hypothesis.symbols, repeat=length):
                for prefix in self._access:
                    for ending in self._endings:
                        yield (*prefix, *middle, *ending.text)
                for prefix in self._access:
                    for symbol in hypothesis.symbols:
                        text = (*prefix, *middle, symbol)
                        for ending in self._by_state[hypothesis.run(text)]:
                            yield (*text, *ending.text)


def walks(hypothesis: Hypothesis, count: int, random: Random) -> Iterator[Symbols]:
    """Yield texts that the automaton accepts, every other one with a symbol changed.

    Args:
        hypothesis: The automaton.
        count: How many texts are yielded.
        random: Draws them.
    """
    endings = _accepted_endings(hypothesis)
    if 0 not in endings:
        return
    going_on = [
        [symbol for symbol, following in row.items() if following in endings]
        for row in hypothesis.rows
    ]
    for number in range(count):
        state = 0
        text: list[str] = []
        for _ in range(random.randint(1, _LONGEST_WALK)):
            if not going_on[state]:
                break
            symbol = random.choice(going_on[state])
            text.append(symbol)
            state = hypothesis.rows[state][symbol]
        text += endings[state]
        if number % 2:
            text.insert(random.randint(0, len(text)), random.choice(hypothesis.symbols))
            del text[random.randint(0, len(text) - 1)]
        yield tuple(text)


def _accepted_endings(hypothesis: Hypothesis) -> dict[int, Symbols]:
    """Return a shortest text with which each state is accepted, if there is one."""
    endings: dict[int, Symbols] = {
        state: () for state, accepts in enumerate(hypothesis.accepting) if accepts
    }
    found = endings
    while found:
        found = {}
        for state, row in enumerate(hypothesis.rows):
            if state in endings:
                continue
            for symbol, following in row.items():
                if following in endings:
                    found[state] = (symbol, *endings[following])
                    break
        endings.update(found)
    return endings


def _access(hypothesis: Hypothesis) -> list[Symbols]:
    """Return a shortest text to each state that can be reached."""
    texts: dict[int, Symbols] = {0: ()}
    queue = deque([0])
    while queue:
        state = queue.popleft()
        for symbol, following in hypothesis.rows[state].items():
            if following not in texts:
                texts[following] = (*texts[state], symbol)
                queue.append(following)
    return list(texts.values())


def _endings(hypothesis: Hypothesis) -> list[_Ending]:
    """Return texts that tell all states apart.

    The empty text tells those that accept from the others. A symbol before an ending makes another
    one, which is kept if it tells apart two states that no ending has told apart yet.
    """
    endings = [_Ending((), tuple(hypothesis.accepting))]
    known: list[tuple[bool, ...]] = [(accepted,) for accepted in hypothesis.accepting]
    blocks = set(known)
    for ending in endings:  # more are added on the way
        for symbol in hypothesis.symbols:
            accepted = tuple(ending.accepted[row[symbol]] for row in hypothesis.rows)
            parted = [(*before, now) for before, now in zip(known, accepted, strict=True)]
            if len(set(parted)) > len(blocks):
                known = parted
                blocks = set(parted)
                endings.append(_Ending((symbol, *ending.text), accepted))
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
