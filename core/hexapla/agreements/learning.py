"""Learn the language of a part by asking which strings are allowed.

The language is unknown, but we can ask whether it contains a given string. From the answers, active
automata learning (the algorithm of Kearns and Vazirani, implemented in AALpy) builds an automaton.
Then a search looks for a string that the automaton classifies wrongly. Each such string adds at
least one state to the automaton. The search tries these strings:

1. Words listed for the part, and mutations of them. A random search alone would miss limits such as
   255 and 65535.
2. The strings of the partial W-method (see `suite`). If they reveal no error, the automaton is
   exact, unless an exact automaton needs more additional states than the strings take into account.
3. Longer strings that the automaton accepts or nearly accepts. They can reveal an error even if an
   exact automaton needs many additional states; for example, the learned automaton may wrongly
   accept any digits in an address.

The algorithm works with sets of characters rather than single characters. The sets are found by
asking, too. A list contains contexts, and in each context, all members of a set get the same
answer. The strings that are tried contain arbitrary members of the sets. If two members of a set
turn out to differ, the context that distinguishes them is added to the list, the sets are computed
again, and learning starts over.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from hexapla.agreements.drawing import drawn, mutated
from hexapla.agreements.suite import Suite
from hexapla.grammar.automaton import Automaton
from hexapla.grammar.expression import Characters

_WALKS = 2_000
"""The number of random strings to try; the automaton accepts or nearly accepts each of them."""
_AFFORDABLE = 12_000
"""The maximum number of strings in a suite, if it covers more additional states than requested."""


class Context(NamedTuple):
    """A context of a character: the text before the character and the text after it."""

    before: str
    behind: str


class Part(NamedTuple):
    """The information needed to learn the language of a part.

    Attributes:
        accepts: A function that returns whether a string is allowed as the part.
        characters: The characters that are tried; the learned automaton accepts no others.
        contexts: The initial contexts by which characters are distinguished.
        words: Strings to try; strings with characters that aren't in `characters` are skipped.
    """

    accepts: Callable[[str], bool]
    characters: str
    contexts: Sequence[Context]
    words: Sequence[str]


class Learned(NamedTuple):
    """The automaton of a part, and the extent of its tests.

    Attributes:
        automaton: The automaton.
        tried: The number of strings in the final test.
        extra_states: The number of additional states that the final test covers. The automaton is
            exact if some exact automaton has at most this many more states.
    """

    automaton: Automaton
    tried: int
    extra_states: int = 0


class _NotAlikeError(Exception):
    """Two characters of the same set differ; `context` distinguishes them."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.context = context


def learn(part: Part, algorithm: "Algorithm", extra_states: int, seed: int) -> Learned:
    """Learn the automaton of a part.

    Args:
        part: The information about the part.
        algorithm: The learning algorithm.
        extra_states: The minimum number of additional states to take into account.
        seed: The seed of the random strings.
    """
    accepts = functools.cache(part.accepts)
    contexts = list(dict.fromkeys(part.contexts))
    while True:
        sets = _alike(part.characters, accepts, contexts)
        search = WordSearch(accepts, sets, part.words, extra_states, Random(seed))
        try:
            return algorithm(search)
        except _NotAlikeError as error:
            contexts.append(error.context)


def _alike(
    characters: str, accepts: Callable[[str], bool], contexts: Sequence[Context]
) -> list[str]:
    """Group characters that get the same answers in all contexts; return each set as a string."""
    sets: dict[tuple[bool, ...], list[str]] = {}
    for character in characters:
        answers = (accepts(f"{before}{character}{behind}") for before, behind in contexts)
        sets.setdefault(tuple(answers), []).append(character)
    return ["".join(members) for members in sets.values()]


class WordSearch:
    """Answers the algorithm's questions, and finds strings that an automaton classifies wrongly.

    The algorithm uses only one character of each set of equivalent characters, the set's symbol.
    The search uses all characters.

    Attributes:
        symbols: The symbol of each set.
        extra_states: The number of additional states that the last suite took into account.
        tried: The number of strings that the last search tried.
    """

    def __init__(
        self,
        accepts: Callable[[str], bool],
        sets: Sequence[str],
        words: Sequence[str],
        extra_states: int,
        random: Random,
    ) -> None:
        self._alphabet = tuple(map(Characters.of, sets))
        self.symbols = tuple(members.first for members in self._alphabet)
        self.extra_states = extra_states
        self._least = extra_states
        self.tried = 0
        self.accepts = accepts
        self._random = random
        self._members_of = dict(zip(self.symbols, sets, strict=True))
        self._symbol_of: dict[str, str] = {}
        for symbol, members in self._members_of.items():
            self._symbol_of |= dict.fromkeys(members, symbol)
        known = self._symbol_of.keys()
        self._words = [word for word in dict.fromkeys(words) if known >= set(word)]

    def automaton(self, rows: Iterable[Mapping[str, int]], accepting: Iterable[int]) -> Automaton:
        """Create the automaton that the algorithm has learned.

        Args:
            rows: For each state, the next states, keyed by symbol.
            accepting: The accepting states.
        """
        following = tuple(tuple(row[symbol] for symbol in self.symbols) for row in rows)
        return Automaton(self._alphabet, following, frozenset(accepting))

    def wrong_word(self, hypothesis: Automaton) -> str | None:
        """Return a string of symbols that an automaton misclassifies; None if none is found."""
        self.tried = 0
        for word in self._words_to_try(hypothesis):
            text = "".join(map(self._symbol_of.__getitem__, word))
            if self._is_wrong(word, text, hypothesis):
                return text
        return None

    def _words_to_try(self, hypothesis: Automaton) -> Iterator[str]:
        yield from self._words
        suite = Suite(hypothesis, self._least, _AFFORDABLE)
        self.extra_states = suite.extra_states
        yield from map(self._example, suite)
        yield from self._walks(hypothesis)

    def _example(self, text: str) -> str:
        """Replace the symbols of a string with members of their sets, always in the same way."""
        length = len(text)
        members = map(self._members_of.__getitem__, text)
        return "".join(each[(place + length) % len(each)] for place, each in enumerate(members))

    def _walks(self, hypothesis: Automaton) -> Iterator[str]:
        """Yield random strings that an automaton accepts; mutate every second string."""
        if hypothesis.is_empty:
            return
        symbols = "".join(self.symbols)
        for number in range(_WALKS):
            word = drawn(hypothesis.minimal, self._random)
            if number % 2:
                word = mutated(word, symbols, self._random)
            yield word

    def _is_wrong(self, word: str, text: str, hypothesis: Automaton) -> bool:
        """Return whether an automaton misclassifies a word; `text` spells the word in symbols.

        Raises:
            _NotAlikeError: The word and `text` get different answers.
        """
        self.tried += 1
        answer = self.accepts(word)
        if answer == hypothesis.accepts(text):
            return False
        if answer == self.accepts(text):
            return True
        raise _NotAlikeError(self._context(word, text, answer))

    def _context(self, word: str, text: str, answer: bool) -> Context:
        """Return a context in which a character and its symbol get different answers."""
        for place in range(len(word)):
            before, behind = text[:place], word[place + 1 :]
            if self.accepts(before + text[place] + behind) != answer:
                return Context(before, behind)
        raise AssertionError(word)


Algorithm = Callable[[WordSearch], Learned]
"""A learning algorithm; the search gives it answers and misclassified strings."""
