"""What a program that resolves references does otherwise than a standard, found by trying.

Of such a program only the results are known. So each thing that it may do (`variations`) is run on
each case, under each condition (`conditions`). What a program is said to do gives its very answers,
in all cases that are counted for it; in how many cases it would show and the answer is the
standard's, is counted against it.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import attrs

from hexapla.divergence.conditions import conditions, holds
from hexapla.divergence.model import Behaviour
from hexapla.divergence.situation import Resolver, Situation
from hexapla.divergence.variations import ATTEMPTS, OUTCOMES, Attempt, Outcomes

# After how many of the things that were found others are tried.
_MOST_TOGETHER = 6


@attrs.frozen
class Found:
    """Something that a program does, and the cases that show it.

    Attributes:
        behaviour: What it does.
        cases: The cases, by their numbers, in which it gives the answer, and the standard does not.
        opposed: In how many cases the standard's answer is given, though it would show.
    """

    behaviour: Behaviour
    cases: tuple[int, ...]
    opposed: int


def outcomes_of(behaviour: Behaviour, situation: Situation) -> tuple[str | None, ...]:
    """Return the answers that a program may give which does something, other than what is due."""
    if not holds(behaviour.where, situation):
        return ()
    plain = attrs.evolve(behaviour, where="")
    # In their order, so that every run finds the same.
    outcomes = dict.fromkeys(OUTCOMES[plain](situation))
    return tuple(outcome for outcome in outcomes if outcome != situation.due)


def with_behaviour(resolver: Resolver, behaviour: Behaviour) -> Resolver:
    """Return a standard as it would be if it did what a program does."""

    def resolve(base: str, reference: str) -> str | None:
        due = resolver.resolve(base, reference)
        situation = Situation(base, reference, due, resolver)
        return next(iter(outcomes_of(behaviour, situation)), due)

    return Resolver(resolve, resolver.split)


class _Trial(NamedTuple):
    """What comes of trying to explain cases by something that a program may do.

    Attributes:
        behaviour: What it does.
        explains: The cases in which it gives the program's answer.
        opposed: The cases in which it would show, and the program does as the standard.
    """

    behaviour: Behaviour
    explains: frozenset[int]
    opposed: frozenset[int] = frozenset()

    def worth(self, weight: int) -> tuple[int, bool]:
        """Return how good it is to say so; of equals, it is better without a condition.

        Args:
            weight: How many cases that it explains one counts for that is against it.
        """
        return len(self.explains) - weight * len(self.opposed), not self.behaviour.where


class _Search:
    """Finds what a program does: what explains most comes first, and then what explains the rest.

    Where nothing alone gives an answer, something is tried on top of what was found.
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
        """Return what was found."""
        trials = [self._tried(attempt) for attempt in ATTEMPTS]
        # What holds nearly always comes first, and then what holds more often than not.
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
        """Take the best of all that was tried, under any condition, until nothing is worth it."""
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
        """Return the cases, by their numbers, in which something gives the program's answer."""
        return frozenset(
            number
            for number, situation in situations.items()
            if self._answers[number] in tuple(outcomes(situation))
        )

    def _opposed(self, attempt: Attempt) -> frozenset[int]:
        """Return the cases in which something would show, and the standard's answer is given."""
        return frozenset(
            number
            for number in self._as_standard
            if any(
                outcome != self._answers[number]
                for outcome in attempt.outcomes(self._situations[number])
            )
        )

    def _try_on_top_of(self, first: Behaviour) -> None:
        """Try everything on cases that are left, after something that was found."""
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
    """Return what a program does, the things that explain most first.

    Args:
        situations: The cases that were asked, and what the standard makes of them.
        answers: What the program answered to each.
        departing: The numbers of the cases in which the program departs from the standard.

    Returns:
        What was found; cases of `departing` that are in none of them are not explained.
    """
    return _Search(situations, answers, departing).run()
