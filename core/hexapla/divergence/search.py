"""Find, by trial, the behaviours in which a program differs from a standard.

Only a program's answers are known. So each possible behaviour is tried on each case, under each
condition. A behaviour is reported only for cases in which it gives the program's exact answer. A
case counts against a behaviour if the behaviour would have changed the answer, but the program
answered as the standard does.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import attrs

from hexapla.divergence.model import (
    NO_SCHEME,
    SCHEME_CONDITIONS,
    SCHEME_EXCEPTIONS,
    Behaviour,
    Condition,
    Kind,
    conditions_in,
    together,
)
from hexapla.divergence.traits import trait_order

# The maximum number of behaviours that are combined with others, and the maximum number of
# behaviours that are tried under two conditions.
_MOST_TOGETHER = 6
_MOST_UNDER_TWO = 8
# The maximum number of conditions of a behaviour that are tried in pairs.
_MOST_IN_PAIRS = 60
# The maximum number of conditions under which a behaviour is reported separately.
_MOST_CONDITIONS = 2
# A condition must exclude at least this many opposed cases, or one for every eight explained cases.
_FEWEST_EXCLUDED = 3
_FEWEST_OF_EXPLAINED = 8
# A condition must be true of one in this many of the cases that a behaviour explains.
_LARGEST_SHARE = 4
# The fewest explained cases of a trial under conditions that merely separate them from the others.
_FEWEST_EXACT = 3
# The price of no condition, of one, and of two, in halves of a case.
_PRICES = (0, 1, 5)
# A condition may be true of the only explained case by chance if it excludes at least the first
# number of opposed cases, and is true of more cases than the second number.
_MOST_EXCLUDED_FOR_ONE = 100
_MOST_HOLDING_FOR_ONE = 3
# The maximum number of schemes that a condition excludes. It is tried only if the explained cases
# have at least the second number of other schemes.
_MOST_EXCEPTIONS = 5
_FEWEST_SCHEMES = 3


class SearchCase(Protocol):
    """A case with the standard's result; it also keeps the answers that behaviours can give."""

    @property
    def due(self) -> object:
        """The standard's result."""

    @property
    def outcomes(self) -> dict[Callable[..., object], tuple[object, ...]]:
        """The answers found so far, keyed by the function that finds the answers of a behaviour."""

    @property
    def giving(self) -> dict[object, list[Behaviour]]:
        """The behaviours that can give each answer; empty until they are looked for."""


# Conditions whose opposites can also exclude a missing scheme. For references, another condition
# says that the scheme is missing.
_NAMING_NO_SCHEME = frozenset({Condition.URL_SCHEME_IS})
_EXCEPTIONS = frozenset(SCHEME_EXCEPTIONS.values())
_Case = TypeVar("_Case", bound=SearchCase)
_Outcomes: TypeAlias = Callable[[_Case], tuple[object, ...]]


@attrs.frozen
class Found:
    """A behaviour of a program, and the cases that show it.

    Attributes:
        behaviour: The behaviour.
        cases: The indexes of the cases in which the behaviour gives the program's answer, alone or
            together with another behaviour, and the standard doesn't.
        opposed: The number of cases in which the behaviour would show, but the program answers as
            the standard does.
    """

    behaviour: Behaviour
    cases: tuple[int, ...]
    opposed: int


class Trials(NamedTuple, Generic[_Case]):
    """The behaviours to try, with the functions for trying them.

    Attributes:
        behaviours: The behaviours, without conditions. Of equally good behaviours, the first is
            chosen.
        conditions: The conditions under which the behaviours are tried.
        holds: Returns whether a condition is true of a case.
        true_of: Returns the conditions that are true of a case, including some that aren't tried.
        outcomes: Takes a behaviour; returns a function that takes a case and returns the answers
            that the behaviour can give in the case, if any.
        common: The behaviours that are tried for every program.
        all_outcomes: Returns the common behaviours with the answers that they can give in a case;
            behaviours that can give none may be left out.
        on_top: Returns a case in which the result of a behaviour replaces the standard's result.
        traits: Returns the traits of a case, which serve as further conditions.
    """

    behaviours: Sequence[Behaviour]
    conditions: Sequence[str]
    holds: Callable[[str, _Case], bool]
    true_of: Callable[[_Case], Iterable[str]]
    outcomes: Callable[[Behaviour], "_Outcomes[_Case]"]
    common: frozenset[Behaviour]
    all_outcomes: Callable[[_Case], Iterable[tuple[Behaviour, tuple[object, ...]]]]
    on_top: Callable[[_Case, Behaviour, object], _Case]
    traits: Callable[[_Case], Iterable[str]]

    def is_opposed(self, behaviour: Behaviour, case: _Case, answer: object) -> bool:
        """Return whether a behaviour would show in a case, but the answer is the standard's."""
        if answer != case.due:
            return False
        if not all(self.holds(condition, case) for condition in conditions_in(behaviour.where)):
            return False
        outcomes = self.outcomes(behaviour.under(""))(case)
        return bool(outcomes) and answer not in outcomes

    def shown(self, behaviour: Behaviour, case: _Case) -> tuple[object, ...]:
        """Return the answers, other than the standard's, that a behaviour can give in a case."""
        if not all(self.holds(condition, case) for condition in conditions_in(behaviour.where)):
            return ()
        # Keep the order, so that every run finds the same behaviour.
        outcomes = dict.fromkeys(self.outcomes(behaviour.under(""))(case))
        return tuple(outcome for outcome in outcomes if outcome != case.due)


class _Trial(NamedTuple):
    """The result of trying to explain cases by a possible behaviour.

    A set of cases is represented as an integer, in which the bit at each case's index is set.

    Attributes:
        behaviour: The behaviour.
        explains: The cases in which the behaviour gives the program's answer.
        opposed: The cases in which the behaviour would show, but the program follows the standard.
        others: For a behaviour with two conditions, the number of cases in which the behaviour
            would show without these conditions; otherwise 0.
    """

    behaviour: Behaviour
    explains: int
    opposed: int = 0
    others: int = 0

    @property
    def found(self) -> Found:
        """The behaviour as a result of the search."""
        cases = tuple(_numbers(self.explains))
        return Found(self.behaviour, cases, self.opposed.bit_count())

    def worth(self, weight: int) -> int:
        """Return a score for the behaviour, in halves of a case.

        One condition costs half a case. Two conditions cost two and a half cases, and more if both
        hold in only a few of the cases that would show the behaviour.

        Args:
            weight: The number of explained cases that one opposed case cancels.
        """
        explained = self.explains.bit_count()
        opposed = self.opposed.bit_count()
        price = _price_of(self.behaviour.where)
        price += (self.others // max(1, explained + opposed)).bit_length()
        return 2 * (explained - weight * opposed) - price


class _UnderCondition(NamedTuple):
    """A condition, and the cases of a trial in which it is true.

    Attributes:
        where: The condition.
        explains: The cases that the trial explains.
        opposed: The opposed cases of the trial.
        explained_count: The number of explained cases.
        opposed_count: The number of opposed cases.
    """

    where: str
    explains: int
    opposed: int
    explained_count: int
    opposed_count: int

    @classmethod
    def of(cls, where: str, holding: int, trial: _Trial) -> "_UnderCondition":
        """Return a condition, given the set of all cases in which it is true."""
        explains = trial.explains & holding
        opposed = trial.opposed & holding
        return cls(where, explains, opposed, explains.bit_count(), opposed.bit_count())

    def score(self, weight: int) -> int:
        """Return the number of explained cases, less the weighted number of opposed cases."""
        return self.explained_count - weight * self.opposed_count


class BehaviourSearch(Generic[_Case]):
    """Finds the behaviours of a program, beginning with the one that has the highest score.

    If no single behaviour explains a case, combinations of two are tried.
    """

    def __init__(
        self,
        trials: Trials[_Case],
        cases: Sequence[_Case],
        answers: Sequence[object],
        departing: Sequence[int],
    ) -> None:
        """Prepare the search.

        Args:
            trials: The behaviours to try.
            cases: The cases, with the standard's results.
            answers: The program's answer to each case.
            departing: The indexes of the cases in which the program departs from the standard.
        """
        self._trials = trials
        self._cases = cases
        self._answers = answers
        self._left = _set_of(departing)
        departs = frozenset(departing)
        self._as_standard: list[int] = []
        for number, case in enumerate(cases):
            if number not in departs and answers[number] == case.due:
                self._as_standard.append(number)
        self._holding = {"": _set_of(range(len(cases)))}
        true_in = self._cases_having(trials.true_of)
        for where in trials.conditions:
            self._holding[where] = true_in.get(where, 0)
        self._schemes: dict[str, list[tuple[str, int]]] = {}
        for where, holding in self._holding.items():
            name, colon, _ = where.partition(":")
            if colon and holding and name in SCHEME_EXCEPTIONS:
                self._schemes.setdefault(name, []).append((where, holding))
        self._add_traits()
        self._opposed_by: dict[Behaviour, int] = {}
        self._found: dict[Behaviour, _Trial] = {}

    def _cases_having(self, names_of: Callable[[_Case], Iterable[str]]) -> Mapping[str, int]:
        """Return, for each name that a function returns, the set of cases that have the name."""
        having: dict[str, int] = {}
        for number, case in enumerate(self._cases):
            this_case = 1 << number
            for name in names_of(case):
                having[name] = having.get(name, 0) | this_case
        return having

    def _add_traits(self) -> None:
        """Add the traits of the cases as conditions, beginning with the simplest.

        A trait is left out if a known condition is true of exactly the same cases.
        """
        having = self._cases_having(self._trials.traits)
        known = set(self._holding.values())
        for trait in sorted(having, key=trait_order):
            if having[trait] not in known:
                self._holding[trait] = having[trait]
                known.add(having[trait])

    def run(self) -> list[Found]:
        """Return the behaviours found."""
        trials = self._try_all()
        # Behaviours that are nearly always shown come first, then those shown more often than not.
        for weight in (2, 1):
            self._choose(trials, weight)
        for behaviour in tuple(self._found)[:_MOST_TOGETHER]:
            if self._left:
                self._try_on_top_of(behaviour)
        self._choose_exact(trials)
        self._unite_schemes()
        self._unite(trials)
        return [trial.found for trial in self._found.values()]

    def _choose(self, trials: Sequence[_Trial], weight: int) -> None:
        """Choose the best trial under any condition; repeat this while the score is positive."""
        while self._left:
            showing = [trial for trial in trials if trial.explains & self._left]
            best = self._best_under_one(showing, weight)
            if best is None or best.opposed or best.explains != self._left:
                best = self._best_under_two(showing, best, weight)
            if best is None:
                return
            self._add(self._without_opposed(best, trials))

    def _choose_exact(self, trials: Sequence[_Trial]) -> None:
        """Choose trials under conditions that separate explained cases from all opposed cases.

        The conditions may hold in few of the cases in which the behaviour would show. Behaviours
        that would show in most cases aren't chosen, since their conditions may be true by chance.
        """
        while self._left.bit_count() >= _FEWEST_EXACT:
            likely: list[_Trial] = []
            for trial in trials:
                explains = trial.explains & self._left
                is_rare = 2 * trial.opposed.bit_count() < len(self._cases)
                if is_rare and not _is_cut(trial) and explains.bit_count() >= _FEWEST_EXACT:
                    likely.append(trial._replace(explains=explains))
            likely.sort(key=lambda trial: trial.explains.bit_count(), reverse=True)
            exact = map(self._under_exact, likely[:_MOST_UNDER_TWO])
            best = next((trial for trial in exact if trial is not None), None)
            if best is None:
                return
            self._add(best)

    def _under_exact(self, trial: _Trial) -> _Trial | None:
        """Return a trial under the first two conditions that separate its cases; None if none do.

        Both conditions are true of all explained cases, and not both of any opposed case.
        """
        shared: list[_UnderCondition] = []
        for where, holding in self._holding.items():
            if where and not trial.explains & ~holding and trial.opposed & ~holding:
                shared.append(_UnderCondition.of(where, holding, trial))
        # The schemes of the explained cases may be the same by chance.
        shared.sort(key=lambda each: each.where.partition(":")[0] in SCHEME_EXCEPTIONS)
        for one, other in itertools.combinations(shared, 2):
            if not one.opposed & other.opposed:
                behaviour = trial.behaviour.under(together(one.where, other.where))
                return trial._replace(behaviour=behaviour, opposed=0)
        return None

    def _without_opposed(self, trial: _Trial, trials: Iterable[_Trial]) -> _Trial:
        """Return a trial under two conditions that exclude its opposed cases, instead of under one.

        The conditions must be true of all explained cases. The trial is returned as it is if no
        conditions are found, or if there are too few explained cases to tell.
        """
        wheres = conditions_in(trial.behaviour.where)
        opposed = trial.opposed.bit_count()
        explained = trial.explains.bit_count()
        fewest = max(_FEWEST_EXACT + 1, _FEWEST_EXACT * opposed)
        if len(wheres) != 1 or not opposed or explained < fewest:
            return trial
        if _is_by_chance(opposed, explained):
            return trial
        plain = trial.behaviour.under("")
        for other in trials:
            if other.behaviour == plain:
                exact = self._under_exact(other._replace(explains=other.explains & self._left))
                if exact is not None:
                    return exact
        for where in self._conditions_of(trial.explains):
            cases = self._holding[where]
            if not trial.opposed & cases and not trial.explains & ~cases:
                behaviour = trial.behaviour.under(together(*wheres, where))
                return trial._replace(behaviour=behaviour, opposed=0)
        return trial

    def _best_under_one(self, trials: Iterable[_Trial], weight: int) -> _Trial | None:
        """Return the best trial without a condition or under one; None if no score is positive."""
        best: _Trial | None = None
        most = 0
        for trial in trials:
            explained = (trial.explains & self._left).bit_count()
            # No condition makes the score higher than that without opposed cases.
            if 2 * explained <= most:
                continue
            for where in ("", *self._conditions_excluding(trial)):
                worth = self._worth_under(where, trial, explained, weight)
                if worth > most:
                    best = self._under(where, trial)
                    most = worth
        return best

    def _conditions_excluding(self, trial: _Trial) -> Sequence[str]:
        """Return the conditions under which a trial may be better than without a condition."""
        if not trial.opposed or _is_cut(trial):
            return ()
        explains = trial.explains & self._left
        return [*self._conditions_of(explains), *self._exceptions(explains, trial.opposed)]

    def _exceptions(self, explains: int, opposed: int) -> Iterator[str]:
        """Yield the conditions that exclude just the schemes of the opposed cases.

        Args:
            explains: The explained cases.
            opposed: The opposed cases.
        """
        everything = self._holding[""]
        for name, exception in SCHEME_EXCEPTIONS.items():
            excluded: list[str] = []
            having = 0
            without = everything & ~self._with_schemes(name)
            left = 0
            if without & opposed and name in _NAMING_NO_SCHEME:
                excluded.append(NO_SCHEME)
                having |= without
            elif without & explains:
                left += 1
            for where, cases in self._schemes.get(name, ()):
                if cases & opposed:
                    excluded.append(where.partition(":")[2])
                    having |= cases
                elif cases & explains:
                    left += 1
            if 0 < len(excluded) <= _MOST_EXCEPTIONS and left >= _FEWEST_SCHEMES:
                where = f"{exception}:{' '.join(excluded)}"
                self._holding.setdefault(where, everything & ~having)
                yield where

    def _with_schemes(self, name: str) -> int:
        """Return the set of cases in which a condition is true of some scheme."""
        having = 0
        for _, cases in self._schemes.get(name, ()):
            having |= cases
        return having

    def _worth_under(self, where: str, trial: _Trial, explained: int, weight: int) -> int:
        """Return the score of a trial under a condition; 0 if the condition can't be chosen.

        Args:
            where: The condition; "" for none.
            trial: The trial, without a condition.
            explained: The number of remaining cases that the trial explains.
            weight: The number of explained cases that one opposed case cancels.
        """
        cases = self._holding[where]
        explains = (trial.explains & self._left & cases).bit_count()
        opposed = (trial.opposed & cases).bit_count()
        if where:
            excluded = trial.opposed.bit_count() - opposed
            is_rare = _LARGEST_SHARE * explains < explained
            is_alone = explains == 1 and excluded >= _MOST_EXCLUDED_FOR_ONE
            is_broad = cases.bit_count() > _MOST_HOLDING_FOR_ONE
            if is_rare or (is_alone and is_broad) or _is_by_chance(excluded, explains):
                return 0
        return 2 * (explains - weight * opposed) - _price_of(where)

    def _under(self, where: str, trial: _Trial) -> _Trial:
        cases = self._holding[where]
        explains = trial.explains & self._left & cases
        return _Trial(trial.behaviour.under(where), explains, trial.opposed & cases)

    def _best_under_two(
        self, trials: Sequence[_Trial], best: _Trial | None, weight: int
    ) -> _Trial | None:
        """Return the best trial under two conditions, or the given trial if none is better.

        Only behaviours with opposed cases are tried.
        """
        most = best.worth(weight) if best else 0
        likely: list[_Trial] = []
        for trial in trials:
            if trial.opposed and not _is_cut(trial):
                likely.append(trial._replace(explains=trial.explains & self._left))
        likely.sort(key=lambda trial: trial.explains.bit_count(), reverse=True)
        for trial in likely[:_MOST_UNDER_TWO]:
            pair = self._under_pair(trial, weight, (most + _PRICES[2] - 1) // 2)
            if pair is None:
                continue
            worth = pair.worth(weight)
            is_exact = best is not None and bool(best.opposed) and not pair.opposed
            if worth > most or (worth == most and is_exact):
                best = pair
                most = worth
        return best

    def _under_pair(self, trial: _Trial, weight: int, most: int) -> _Trial | None:
        """Return a trial under the best two conditions; None if no score exceeds `most`."""
        if trial.explains.bit_count() <= most:
            return None
        conditions = [
            _UnderCondition.of(where, self._holding[where], trial)
            for where in self._conditions_of(trial.explains)
        ]
        conditions.sort(key=lambda condition: condition.score(weight), reverse=True)
        likely: list[_UnderCondition] = []
        for condition in conditions[:_MOST_IN_PAIRS]:
            # A second condition doesn't add explained cases.
            if condition.explained_count > most:
                likely.append(condition)
        best: tuple[_UnderCondition, _UnderCondition] | None = None
        for one, other in itertools.combinations(likely, 2):
            gain = self._gain(weight, one, other)
            if gain > most:
                best = one, other
                most = gain
        if best is None:
            return None
        one, other = best
        behaviour = trial.behaviour.under(together(one.where, other.where))
        others = (trial.explains | trial.opposed).bit_count()
        return _Trial(behaviour, one.explains & other.explains, one.opposed & other.opposed, others)

    def _conditions_of(self, cases: int) -> list[str]:
        """Return the conditions that are true of some of the cases."""
        return [where for where, holding in self._holding.items() if where and cases & holding]

    @staticmethod
    def _gain(weight: int, one: "_UnderCondition", other: "_UnderCondition") -> int:
        """Return the score of a trial under both conditions.

        The result is negative if one of the conditions may be true by chance.
        """
        explained = (one.explains & other.explains).bit_count()
        opposed = (one.opposed & other.opposed).bit_count()
        for alone in (other, one):
            if _is_by_chance(alone.opposed_count - opposed, explained):
                return -1
        return explained - weight * opposed

    def _unite(self, trials: Sequence[_Trial]) -> None:
        """Replace a behaviour found under many conditions with the behaviour without conditions.

        Without conditions, the behaviour must explain more cases than are opposed to it.
        """
        for trial in trials:
            alike: list[Behaviour] = []
            explains = 0
            for behaviour, found in self._found.items():
                if behaviour.under("") == trial.behaviour:
                    alike.append(behaviour)
                    explains |= found.explains
            is_mostly_shown = explains.bit_count() > trial.opposed.bit_count()
            if len(alike) > _MOST_CONDITIONS and is_mostly_shown:
                for behaviour in alike:
                    del self._found[behaviour]
                self._add(trial._replace(explains=explains | trial.explains & self._left))

    def _unite_schemes(self) -> None:
        """Unite behaviours that differ only in the scheme of their condition."""
        for name in SCHEME_CONDITIONS:
            by_plain: dict[Behaviour, list[_Trial]] = {}
            for behaviour, trial in self._found.items():
                is_alone = len(conditions_in(behaviour.where)) == 1
                if is_alone and behaviour.where.startswith(f"{name}:"):
                    by_plain.setdefault(behaviour.under(""), []).append(trial)
            for plain, trials in by_plain.items():
                if len(trials) > 1:
                    self._replace_by_one(plain, name, trials)

    def _replace_by_one(self, plain: Behaviour, name: str, trials: Sequence[_Trial]) -> None:
        """Replace trials with a single trial, whose condition names the schemes of all of them."""
        schemes: list[str] = []
        explains = opposed = 0
        for trial in trials:
            schemes.append(trial.behaviour.where.partition(":")[2])
            explains |= trial.explains
            opposed |= trial.opposed
            del self._found[trial.behaviour]
        behaviour = plain.under(f"{name}:{' '.join(schemes)}")
        self._found[behaviour] = _Trial(behaviour, explains, opposed)

    def _add(self, trial: _Trial) -> None:
        known = self._found.get(trial.behaviour)
        explains = trial.explains if known is None else known.explains | trial.explains
        self._found[trial.behaviour] = trial._replace(explains=explains)
        self._left &= ~trial.explains

    def _try_all(self) -> Sequence[_Trial]:
        """Return the trial of each behaviour without conditions."""
        cases = {number: self._cases[number] for number in _numbers(self._left)}
        explained: dict[Behaviour, int] = {}
        # A common behaviour is looked up by the answer, which is faster than asking each behaviour.
        for number, case in cases.items():
            for behaviour in self._giving(case).get(self._answers[number], ()):
                explained[behaviour] = explained.get(behaviour, 0) | 1 << number
        trials: list[_Trial] = []
        for behaviour in self._trials.behaviours:
            if behaviour in self._trials.common:
                explains = explained.get(behaviour, 0)
            else:
                explains = self._explained(self._trials.outcomes(behaviour), cases)
            opposed = self._opposed(behaviour) if explains else 0
            trials.append(_Trial(behaviour, explains, opposed))
        return trials

    def _giving(self, case: _Case) -> Mapping[object, Sequence[Behaviour]]:
        """Return the common behaviours that can give each answer; the case keeps them."""
        giving = case.giving
        if not giving:
            for behaviour, outcomes in self._trials.all_outcomes(case):
                for outcome in dict.fromkeys(outcomes):
                    giving.setdefault(outcome, []).append(behaviour)
        return giving

    def _explained(self, outcomes: _Outcomes[_Case], cases: Mapping[int, _Case]) -> int:
        """Return the set of cases in which a behaviour gives the program's answer."""
        explains = 0
        for number, case in cases.items():
            if self._answers[number] in outcomes(case):
                explains |= 1 << number
        return explains

    def _opposed(self, behaviour: Behaviour) -> int:
        """Return the set of opposed cases of a behaviour.

        These cases would show the behaviour, but the program follows the standard in them.
        """
        if behaviour not in self._opposed_by:
            outcomes_in = self._trials.outcomes(behaviour)
            opposed = 0
            for number in self._as_standard:
                outcomes = outcomes_in(self._cases[number])
                if outcomes and self._answers[number] not in outcomes:
                    opposed |= 1 << number
            self._opposed_by[behaviour] = opposed
        return self._opposed_by[behaviour]

    def _try_on_top_of(self, first: Behaviour) -> None:
        """Try each behaviour, combined with a known behaviour, on the remaining cases."""
        cases: dict[int, _Case] = {}
        for number in _numbers(self._left):
            case = self._cases[number]
            for outcome in self._trials.shown(first, case):
                cases[number] = self._trials.on_top(case, first, outcome)
        for second, trial in tuple(self._found.items()):
            explains = self._explained(partial(self._trials.shown, second), cases) & self._left
            for where in conditions_in(second.where):
                # The condition must also be true of the original case.
                explains &= self._holding.get(where, explains)
            self._add(trial._replace(explains=explains))
        trials: list[_Trial] = []
        for behaviour in self._trials.behaviours:
            outcomes = self._trials.outcomes(behaviour)
            explains = self._explained(outcomes, cases) & self._left
            if explains:
                trials.append(_Trial(behaviour, explains, self._opposed(behaviour)))
        self._choose(trials, 1)


def kept_outcomes(outcomes: Callable[[_Case], Iterable[object]]) -> _Outcomes[_Case]:
    """Return a function that finds a behaviour's answers and keeps them in the case."""

    def known_outcomes(case: _Case) -> tuple[object, ...]:
        known = case.outcomes
        if outcomes not in known:
            known[outcomes] = tuple(outcomes(case))
        return known[outcomes]

    return known_outcomes


def _is_cut(trial: _Trial) -> bool:
    """Return whether a behaviour cuts texts off; then no condition is tried.

    Every text has some feature at which it could have been cut off.
    """
    return trial.behaviour.kind is Kind.CUTS


def _price_of(where: str) -> int:
    """Return the price of a behaviour's conditions, in halves of a case."""
    wheres = conditions_in(where)
    price = _PRICES[len(wheres)]
    for condition in wheres:
        if condition.partition(":")[0] in _EXCEPTIONS:
            price += condition.count(" ")
    return price


def _is_by_chance(excluded: int, explained: int) -> bool:
    """Return whether a condition may be true of the explained cases by chance.

    Args:
        excluded: The number of opposed cases that the condition excludes.
        explained: The number of explained cases.
    """
    return excluded < _FEWEST_EXCLUDED and excluded * _FEWEST_OF_EXPLAINED < explained


def _set_of(numbers: Iterable[int]) -> int:
    """Return the set of the cases with the given indexes, as an integer."""
    return sum(1 << number for number in numbers)


def _numbers(cases: int) -> Iterator[int]:
    """Yield the indexes of the cases in a set, in ascending order."""
    return (number for number in range(cases.bit_length()) if cases >> number & 1)
