"""Find by trial how a resolver's behaviour differs from a standard's.

Each possible variation (`variations`) is tried on each case, under each condition (`conditions`);
see `search`.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from hexapla.divergence.conditions import conditions, conditions_of_case, holds
from hexapla.divergence.model import Behaviour
from hexapla.divergence.rewriting import rewritings_in
from hexapla.divergence.search import BehaviourSearch, Found, Trials, kept_outcomes
from hexapla.divergence.situation import Resolver, Situation
from hexapla.divergence.variations import BEHAVIOURS, VARYING, outcomes_by, transformed_in

_COMMON = frozenset(BEHAVIOURS)


@functools.lru_cache(4096)
def _outcomes_by(behaviour: Behaviour) -> Callable[[Situation], tuple[object, ...]]:
    """Return a function that finds the outcomes of a behaviour without conditions.

    For variations, it keeps the outcomes in the case.
    """
    outcomes = outcomes_by(behaviour)
    if behaviour in VARYING:
        return kept_outcomes(outcomes)
    return lambda situation: tuple(outcomes(situation))


def _all_outcomes(situation: Situation) -> Iterator[tuple[Behaviour, tuple[object, ...]]]:
    """Yield the behaviours that are tried for every program, with their outcomes in a case.

    Transforms that have no outcome are left out.
    """
    for behaviour in VARYING:
        yield behaviour, _outcomes_by(behaviour)(situation)
    yield from transformed_in(situation).items()


def outcomes_of(behaviour: Behaviour, situation: Situation) -> tuple[object, ...]:
    """Return the answers, other than the standard's, that a behaviour can give in a case."""
    return _trials((), ()).shown(behaviour, situation)


def is_opposed(behaviour: Behaviour, situation: Situation, answer: str | None) -> bool:
    """Return whether a behaviour would show in a case, but the answer is the standard's."""
    return _trials((), ()).is_opposed(behaviour, situation, answer)


def _with_behaviour(resolver: Resolver, behaviour: Behaviour) -> Resolver:
    """Return a resolver that combines a standard with a behaviour of the program."""

    def resolve(base: str, reference: str) -> str | None:
        due = resolver.resolve(base, reference)
        situation = Situation(base, reference, due, resolver)
        outcome = next(iter(outcomes_of(behaviour, situation)), due)
        if isinstance(outcome, str):
            return outcome
        return None

    return Resolver(resolve, resolver.split)


def _on_top(situation: Situation, behaviour: Behaviour, outcome: object) -> Situation:
    due = outcome if isinstance(outcome, str) else None
    resolver = _with_behaviour(situation.resolver, behaviour)
    return attrs.evolve(situation, due=due, resolver=resolver)


def _traits(situation: Situation) -> Iterable[str]:
    return situation.traits


def _trials(behaviours: Sequence[Behaviour], wheres: Sequence[str]) -> Trials[Situation]:
    return Trials(
        behaviours,
        wheres,
        holds,
        conditions_of_case,
        _outcomes_by,
        _COMMON,
        _all_outcomes,
        _on_top,
        _traits,
    )


def found_in(
    situations: Sequence[Situation], answers: Sequence[str | None], departing: Sequence[int]
) -> list[Found]:
    """Return the behaviours of a program, roughly by descending number of explained cases.

    Args:
        situations: The cases, with the standard's results.
        answers: The program's answer to each case.
        departing: The indexes of the cases in which the program departs from the standard.

    Returns:
        The behaviours found. A case in `departing` that shows none of them is unexplained.
    """
    encoding, others = rewritings_in(situations, answers, departing)
    trials = _trials((*encoding, *BEHAVIOURS, *others), tuple(conditions(situations)))
    return BehaviourSearch(trials, situations, answers, departing).run()
