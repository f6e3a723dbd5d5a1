"""Learning the language of a part by asking: which texts may stand there?

The language is not known, but whether a text is in it can be asked. Active automata learning (the
algorithm of Kearns and Vazirani, as AALpy has it) makes an automaton of such answers, and looks for
a text that shows the automaton to be wrong; each such text gives it a state more. What is tried:

1. texts that the part's words have, and mutations of these: a random search alone does not find
   that 255 is followed by 256, or 65535 by 65536;
2. the texts of the partial W-method (see `suite`). Where they find nothing, the automaton is right
   unless the true one has more states;
3. texts that the automaton accepts, longer than those, and others that it nearly does: they find
   what has many states more, such as an address where any digits seem to do.

It asks for sets of characters, not for characters. Which characters belong together is found by
asking as well: those that give the same answers in a list of contexts. Texts are tried with any of
the characters of a set. If one shows that two of a set are not alike, its place becomes one more
context, the sets are made anew, and learning begins again.
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
"""How many texts are tried that an automaton accepts, or nearly does."""
_AFFORDABLE = 12_000
"""Up to how many texts the suite allows for more states than it has to."""


class Context(NamedTuple):
    """A place for a character: what stands before and after it."""

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
        algorithm: Learns by the answers to texts.
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
    """The answers to texts, and the search for texts that an automaton gets wrong.

    The algorithm knows one character of each set alone; texts are tried with all of them.

    Attributes:
        symbols: The character of each set that stands for it.
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
        self._alphabet = tuple(map(Characters.of, sets))
        self.symbols = tuple(members.first for members in self._alphabet)
        self.extra_states = extra_states
        self._least = extra_states
        self.tried = 0
        self.accepts = accepts
        self._random = random
        self._members_of = dict(zip(self.symbols, sets, strict=True))
        self._symbol_of = {
            member: symbol for symbol, members in self._members_of.items() for member in members
        }
        known = self._symbol_of.keys()
        self._words = [word for word in dict.fromkeys(words) if known >= set(word)]

    def automaton(self, rows: Iterable[Mapping[str, int]], accepting: Iterable[int]) -> Automaton:
        """Return the automaton of what the algorithm found out.

        Args:
            rows: For each state, the next state by the symbol.
            accepting: The states in which a text may end.
        """
        following = tuple(tuple(row[symbol] for symbol in self.symbols) for row in rows)
        return Automaton(self._alphabet, following, frozenset(accepting))

    def wrong_word(self, hypothesis: Automaton) -> str | None:
        """Return a text of symbols that an automaton gets wrong; None if none is found."""
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
        """Return a text of any characters of the sets; for the same text, it is the same one."""
        length = len(text)
        members = map(self._members_of.__getitem__, text)
        return "".join(each[(place + length) % len(each)] for place, each in enumerate(members))

    def _walks(self, hypothesis: Automaton) -> Iterator[str]:
        """Yield texts that an automaton accepts, every other one changed."""
        if hypothesis.is_empty:
            return
        symbols = "".join(self.symbols)
        for number in range(_WALKS):
            word = drawn(hypothesis.minimal, self._random)
            yield mutated(word, symbols, self._random) if number % 2 else word

    def _is_wrong(self, word: str, text: str, hypothesis: Automaton) -> bool:
        """Return whether an automaton gets a text wrong, of which a word is an example.

        Raises:
            _NotAlikeError: The word has another answer than the text.
        """
        self.tried += 1
        answer = self.accepts(word)
        if answer == hypothesis.accepts(text):
            return False
        if answer == self.accepts(text):
            return True
        raise _NotAlikeError(self._context(word, text, answer))

    def _context(self, word: str, text: str, answer: bool) -> Context:
        """Return the first place at which putting the symbol in changes the answer."""
        for place in range(len(word)):
            before, behind = text[:place], word[place + 1 :]
            if self.accepts(before + text[place] + behind) != answer:
                return Context(before, behind)
        raise AssertionError(word)


Algorithm = Callable[[WordSearch], Learned]
"""What learns: it asks a search for answers, and for texts that an automaton gets wrong."""
