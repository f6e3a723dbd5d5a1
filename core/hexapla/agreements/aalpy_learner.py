"""Learn automata with AALpy: answer AALpy's questions, and search for counterexamples."""

from typing import Any

from aalpy.automata import Dfa
from aalpy.base import SUL
from aalpy.base.Oracle import Oracle
from aalpy.learning_algs import run_KV

from hexapla.agreements.learning import Learned, WordSearch
from hexapla.grammar.automaton import Automaton


class _Answers(SUL):  # type: ignore[misc]
    """Answers whether a string, given as a tuple of characters, is allowed."""

    def __init__(self, search: WordSearch) -> None:
        super().__init__()
        self._search = search

    def query(self, word: tuple[str, ...]) -> list[bool]:
        return [self._search.accepts("".join(word))]

    def pre(self) -> None:
        pass

    def post(self) -> None:
        pass

    def step(self, letter: Any) -> Any:
        raise NotImplementedError


class _Counterexamples(Oracle):  # type: ignore[misc]
    """Searches for a string that an automaton classifies wrongly."""

    def __init__(self, search: WordSearch, answers: _Answers) -> None:
        super().__init__(list(search.symbols), answers)
        self._search = search

    def find_cex(self, hypothesis: Dfa[str]) -> tuple[str, ...] | None:
        word = self._search.wrong_word(_automaton(hypothesis, self._search))
        return None if word is None else tuple(word)


def _automaton(dfa: Dfa[str], search: WordSearch) -> Automaton:
    """Convert an automaton from AALpy's class to ours, keeping only the reachable states."""
    states = [dfa.initial_state]
    numbers = {id(dfa.initial_state): 0}
    for state in states:  # the loop adds states
        for symbol in search.symbols:
            following = state.transitions[symbol]
            if id(following) not in numbers:
                numbers[id(following)] = len(states)
                states.append(following)
    rows = (
        {symbol: numbers[id(state.transitions[symbol])] for symbol in search.symbols}
        for state in states
    )
    accepting = (number for number, state in enumerate(states) if state.is_accepting)
    return search.automaton(rows, accepting)


def learned_by_aalpy(search: WordSearch) -> Learned:
    """Learn the automaton of a part with AALpy."""
    answers = _Answers(search)
    dfa: Dfa[str] = run_KV(
        list(search.symbols),
        answers,
        _Counterexamples(search, answers),
        "dfa",
        print_level=0,
        cache_and_non_det_check=False,
    )
    return Learned(_automaton(dfa, search).minimal, search.tried, search.extra_states)
