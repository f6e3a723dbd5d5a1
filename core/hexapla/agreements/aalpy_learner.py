"""Learning by AALpy: what connects its algorithm to the answers and the search."""

from typing import Any

from aalpy.automata import Dfa, DfaState
from aalpy.base import SUL
from aalpy.base.Oracle import Oracle
from aalpy.learning_algs import run_KV

from hexapla.agreements.learning import Learned, WordSearch
from hexapla.agreements.suite import Hypothesis, Symbols


class _Answers(SUL):  # type: ignore[misc]
    """Answers texts of symbols; only the answer to the whole text is asked for."""

    def __init__(self, search: WordSearch) -> None:
        super().__init__()
        self._search = search

    def query(self, word: Symbols) -> list[bool]:
        return [self._search.accepts(word)]

    def pre(self) -> None:
        pass

    def post(self) -> None:
        pass

    def step(self, letter: Any) -> Any:
        raise NotImplementedError


class _Counterexamples(Oracle):  # type: ignore[misc]
    """Looks for a text that an automaton gets wrong."""

    def __init__(self, search: WordSearch, answers: _Answers) -> None:
        super().__init__(list(search.symbols), answers)
        self._search = search

    def find_cex(self, hypothesis: Dfa[str]) -> Symbols | None:
        return self._search.wrong_word(_hypothesis(hypothesis, self._search.symbols))


def _hypothesis(dfa: Dfa[str], symbols: Symbols) -> Hypothesis:
    others = [state for state in dfa.states if state is not dfa.initial_state]
    states: list[DfaState[str]] = [dfa.initial_state, *others]
    number_of = {id(state): number for number, state in enumerate(states)}
    rows = [
        {symbol: number_of[id(state.transitions[symbol])] for symbol in symbols} for state in states
    ]
    return Hypothesis(symbols, rows, [bool(state.is_accepting) for state in states])


def learned_by_aalpy(search: WordSearch) -> Learned:
    """Return the automaton of a part."""
    answers = _Answers(search)
    dfa: Dfa[str] = run_KV(
        list(search.symbols),
        answers,
        _Counterexamples(search, answers),
        "dfa",
        print_level=0,
        cache_and_non_det_check=False,
    )
    automaton = search.automaton(_hypothesis(dfa, search.symbols))
    return Learned(automaton, search.tried, search.extra_states)
