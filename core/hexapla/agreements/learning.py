"""Learning the language of a part by asking: which texts may stand there?

The language is not known, but whether a text is in it can be asked. Active automata learning (the
algorithm of Kearns and Vazirani, as AALpy has it) makes an automaton of such answers, and looks for
a text that shows the automaton to be wrong; each such text gives it a state more. What is tried:

1. texts that the part's words have, and mutations of these: a random search alone does not find
   that 255 is followed by 256, or 65535 by 65536;
2. the texts of the partial W-method (see `suite`). Where they find nothing, the automaton is right
   unless the true one has more states;
3. texts that the automaton accepts, and others that it nearly does.

It asks for sets of characters, not for characters. Which characters belong together is found by
asking as well: those that give the same answers in a list of contexts. Texts are tried with any of
the characters of a set. If one shows that two of a set are not alike, its place becomes one more
context, the sets are made anew, and learning begins again.
"""

import functools
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from hexapla.agreements.suite import Hypothesis, Suite, Symbols, walks
from hexapla.grammar.automaton import Automaton
from hexapla.grammar.expression import Characters

_WALKS = 2_000
"""How many texts are tried that an automaton accepts, or nearly does."""
_AFFORDABLE = 12_000
"""Up to how many texts the suite allows for more states than it has to."""


class Context(NamedTuple):
    """A place for a character: what stands before and behind it."""

    before: str
    behind: str


class Part(NamedTuple):
    """What is asked of a part.

    Attributes:
        accepts: Returns whether a text may stand there.
        characters: The characters that can be asked for; no other may stand there.
        contexts: Places in texts, by which characters are told apart at first.
        words: Texts that are tried, in which characters that can't be asked for may occur.
    """

    accepts: Callable[[str], bool]
    characters: str
    contexts: Sequence[Context]
    words: Sequence[str]


class Learned(NamedTuple):
    """The automaton of a part, and what it was tried with.

    Attributes:
        automaton: The automaton.
        tried: How many texts were compared with it at the end.
        extra_states: It is right unless the true one has more states than it has and these.
    """

    automaton: Automaton
    tried: int
    extra_states: int = 0


class _NotAlikeError(Exception):
    """Two characters of a set are not alike; `context` tells them apart."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.context = context


def learn(part: Part, algorithm: "Algorithm", extra_states: int, seed: int) -> Learned:
    """Learn the automaton of a part.

    Args:
        part: What is asked.
        algorithm: Learns by the answers to texts of symbols.
        extra_states: How many states more than the automaton the true one may have.
        seed: Draws texts that are tried.
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
    """Return sets of characters, as texts, that give the same answers in all contexts."""
    sets: dict[tuple[bool, ...], list[str]] = {}
    for character in characters:
        answers = (accepts(f"{before}{character}{behind}") for before, behind in contexts)
        sets.setdefault(tuple(answers), []).append(character)
    return ["".join(members) for members in sets.values()]


class WordSearch:
    """The answers to texts of symbols, and the search for texts that an automaton gets wrong.

    Attributes:
        sets: The sets of characters, as texts; the first of each stands for it.
        symbols: What stands for each set.
        extra_states: How many states more the true automaton may have, by the last suite.
        tried: How many texts were compared in the last search.
    """

    def __init__(
        self,
        accepts: Callable[[str], bool],
        sets: Sequence[str],
        words: Sequence[str],
        extra_states: int,
        random: Random,
    ) -> None:
        self.sets = tuple(sets)
        self.symbols = tuple(members[0] for members in sets)
        self.extra_states = extra_states
        self._least = extra_states
        self.tried = 0
        self._accepts = accepts
        self._random = random
        self._symbol_of = {member: members[0] for members in sets for member in members}
        self._members_of = {members[0]: members for members in sets}
        known = self._symbol_of.keys()
        self._words = [word for word in dict.fromkeys(words) if known >= set(word)]

    def accepts(self, symbols: Symbols) -> bool:
        """Return the answer to a text of symbols."""
        return self._accepts("".join(symbols))

    def wrong_word(self, hypothesis: Hypothesis) -> Symbols | None:
        """Return a text of symbols that an automaton gets wrong; None where none is found."""
        self.tried = 0
        for word in self._words:
            symbols = tuple(map(self._symbol_of.__getitem__, word))
            if self._is_wrong(word, symbols, hypothesis):
                return symbols
        walked = walks(hypothesis, _WALKS, self._random)
        suite = Suite(hypothesis, self._least, _AFFORDABLE)
        self.extra_states = suite.extra_states
        for symbols in chain(suite, walked):
            word = self._example(symbols)
            if self._is_wrong(word, symbols, hypothesis):
                return symbols
        return None

    def _example(self, symbols: Symbols) -> str:
        """Return a text of any characters of the sets; for the same symbols, it is the same one."""
        length = len(symbols)
        members = map(self._members_of.__getitem__, symbols)
        return "".join(each[(place + length) % len(each)] for place, each in enumerate(members))

    def _is_wrong(self, word: str, symbols: Symbols, hypothesis: Hypothesis) -> bool:
        """Return whether an automaton gets a text of symbols wrong, of which a word is an example.

        Raises:
            _NotAlikeError: The word has another answer than its text of symbols.
        """
        self.tried += 1
        answer = self._accepts(word)
        if answer == hypothesis.accepting[hypothesis.run(symbols)]:
            return False
        if answer == self.accepts(symbols):
            return True
        raise _NotAlikeError(self._context(word, symbols, answer))

    def _context(self, word: str, symbols: Symbols, answer: bool) -> Context:
        """Return the first place at which putting the symbol in changes the answer."""
        for place in range(len(word)):
            before, behind = "".join(symbols[:place]), word[place + 1 :]
            if self._accepts(before + symbols[place] + behind) != answer:
                return Context(before, behind)
        raise AssertionError(word)

    def automaton(self, hypothesis: Hypothesis) -> Automaton:
        """Return an automaton of characters."""
        alphabet = tuple(map(Characters.of, self.sets))
        rows = tuple(tuple(row[symbol] for symbol in self.symbols) for row in hypothesis.rows)
        accepting = (state for state, accepts in enumerate(hypothesis.accepting) if accepts)
        return Automaton(alphabet, rows, frozenset(accepting)).minimal


Algorithm = Callable[[WordSearch], Learned]
"""What learns: it asks a search for answers, and for texts that an automaton gets wrong."""
