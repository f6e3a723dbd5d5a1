"""Rank the standards that programs follow, without seeking departures, which takes much longer."""

from typing import Any

from hexapla.identification.questions import question_named
from hexapla.identification.ranking import Ranking, ranking_of
from hexapla.implementations.asking import ask_all
from hexapla.values.checked import checked_call


def ranking_by(resolve: Any = None, *, parse: Any = None) -> Ranking:
    """Return the ranking for a program; give either argument, as to `hexapla.identify`."""
    program, name = (parse, "parse") if resolve is None else (resolve, "resolve")
    question = question_named(name)
    return ranking_of(question, ask_all(checked_call(program, name), question.default_cases()))
