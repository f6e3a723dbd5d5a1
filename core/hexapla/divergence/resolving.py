"""Find by trial how a resolver's behaviour differs from a standard's.

Only the results of such a program are known. So each possible variation (`variations`) is run on
each case, under each condition (`conditions`). A behaviour is reported only for cases in which it
gives the program's exact answer. Cases that would show it, but follow the standard, count against
it.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import attrs

from hexapla.divergence.conditions import conditions, holds
from hexapla.divergence.model import Behaviour
from hexapla.divergence.situation import Resolver, Situation
from hexapla.divergence.variations import ATTEMPTS, OUTCOMES, Attempt, Outcomes

# The number of behaviours that others are tried on top of.
_MOST_TOGETHER = 6


@attrs.frozen
class Found:
    """A behaviour of a program, and the cases that show it.

    Attributes:
        behaviour: The behaviour.
        cases: The numbers of the cases in which it gives the program's answer, unlike the standard.
        opposed: The number of cases that would show it, but have the standard's answer.
    """

    behaviour: Behaviour
    cases: tuple[int, ...]
    opposed: int


def outcomes_of(behaviour: Behaviour, situation: Situation) -> tuple[str | None, ...]:
    """Return the answers that a behaviour can give in a case, other than the standard's."""
    if not holds(behaviour.where, situation):
        return ()
    plain = attrs.evolve(behaviour, where="")
    # Keep the order, so that every run finds the same behaviour.
    outcomes = dict.fromkeys(OUTCOMES[plain](situation))
    return tuple(outcome for outcome in outcomes if outcome != situation.due)


def with_behaviour(resolver: Resolver, behaviour: Behaviour) -> Resolver:
    """Return a standard with a behaviour of the program added."""

    def resolve(base: str, reference: str) -> str | None:
        due = resolver.resolve(base, reference)
        situation = Situation(base, reference, due, resolver)
        return next(iter(outcomes_of(behaviour, situation)), due)

    return Resolver(resolve, resolver.split)


class _Trial(NamedTuple):
    """The result of trying to explain cases by a possible behaviour.

    Attributes:
        behaviour: The behaviour.
        explains: The cases in which it gives the program's answer.
        opposed: The cases that would show it, but in which the program follows the standard.
    """

    behaviour: Behaviour
    explains: frozenset[int]
    opposed: frozenset[int] = frozenset()

    def worth(self, weight: int) -> tuple[int, bool]:
        """Return a score for the behaviour; of equals, one without a condition is better.

        Args:
            weight: The number of explained cases that outweighs an opposed case.
        """
        return len(self.explains) - weight * len(self.opposed), not self.behaviour.where


class _Search:
    """Finds the behaviours of a program, beginning with the one that explains most cases.

    If no single behaviour explains a case, combinations of two are tried.
    """

    def __init__(
        self,
        situations: Sequence[Situation],
        answers: Sequence[str | None],
        departing: Sequence[int],
    ) -> None:
        self._situations = situations
        self._answers = answers
        self._left = frozenset(departing)
        departs = frozenset(departing)
        self._as_standard = [
            number
            for number, situation in enumerate(situations)
            if number not in departs and answers[number] == situation.due
        ]
        self._holding = {
            where: frozenset(
                number for number, situation in enumerate(situations) if holds(where, situation)
            )
            for where in conditions(situations)
        }
        self._found: dict[Behaviour, _Trial] = {}

    def run(self) -> list[Found]:
        """Return the behaviours found."""
        trials = [self._tried(attempt) for attempt in ATTEMPTS]
        # Behaviours that are nearly always shown come first, then those shown more often than not.
        for weight in (2, 1):
            self._choose(trials, weight)
        for behaviour in tuple(self._found)[:_MOST_TOGETHER]:
            if self._left:
                self._try_on_top_of(behaviour)
        return [
            Found(trial.behaviour, tuple(sorted(trial.explains)), len(trial.opposed))
            for trial in self._found.values()
        ]

    def _choose(self, trials: Sequence[_Trial], weight: int) -> None:
        """Choose the best trial under any condition, until no trial has a positive score."""
        while self._left:
            conditioned = (
                self._under(where, trial)
                for trial in trials
                if trial.explains & self._left
                for where in self._holding
            )
            best = max(conditioned, key=lambda trial: trial.worth(weight), default=None)
            if best is None or best.worth(weight)[0] <= 0:
                return
            self._add(best)

    def _under(self, where: str, trial: _Trial) -> _Trial:
        cases = self._holding[where]
        return _Trial(
            attrs.evolve(trial.behaviour, where=where),
            trial.explains & self._left & cases,
            trial.opposed & cases,
        )

    def _add(self, trial: _Trial) -> None:
        known = self._found.get(trial.behaviour)
        explains = trial.explains if known is None else known.explains | trial.explains
        self._found[trial.behaviour] = trial._replace(explains=explains)
        self._left -= trial.explains

    def _tried(self, attempt: Attempt) -> _Trial:
        situations = {number: self._situations[number] for number in self._left}
        explains = self._explained(attempt.outcomes, situations)
        opposed = self._opposed(attempt) if explains else frozenset()
        return _Trial(attempt.behaviour, explains, opposed)

    def _explained(self, outcomes: Outcomes, situations: Mapping[int, Situation]) -> frozenset[int]:
        """Return the numbers of the cases in which a behaviour gives the program's answer."""
        return frozenset(
            number
            for number, situation in situations.items()
            if self._answers[number] in tuple(outcomes(situation))
        )

    def _opposed(self, attempt: Attempt) -> frozenset[int]:
        """Return the cases that would show a behaviour, but have the standard's answer."""
        return frozenset(
            number
            for number in self._as_standard
            if any(
                outcome != self._answers[number]
                for outcome in attempt.outcomes(self._situations[number])
            )
        )

    def _try_on_top_of(self, first: Behaviour) -> None:
        """Try each behaviour on the remaining cases, on top of one that was found."""
        situations = {
            number: attrs.evolve(
                situation, due=outcome, resolver=with_behaviour(situation.resolver, first)
            )
            for number in self._left
            for situation in [self._situations[number]]
            for outcome in outcomes_of(first, situation)
        }
        for second, trial in tuple(self._found.items()):
            explains = self._explained(partial(outcomes_of, second), situations)
            self._add(trial._replace(explains=explains & self._left))
        trials: list[_Trial] = []
        for attempt in ATTEMPTS:
            explains = self._explained(attempt.outcomes, situations) & self._left
            if explains:
                trials.append(_Trial(attempt.behaviour, explains, self._opposed(attempt)))
        self._choose(trials, 1)


def found_in(
    situations: Sequence[Situation], answers: Sequence[str | None], departing: Sequence[int]
) -> list[Found]:
    """Return the behaviours of a program, beginning with those that explain most cases.

    Args:
        situations: The cases that were asked, with the standard's results.
        answers: The program's answer to each.
        departing: The numbers of the cases in which the program departs from the standard.

    Returns:
        The behaviours found. Cases of `departing` in which none of them is shown are unexplained.
    """
    return _Search(situations, answers, departing).run()
