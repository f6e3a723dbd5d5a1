"""Departures of an implementation from a standard, with the cases that show them."""

import functools
import itertools
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

import attrs

from hexapla.divergence.messages import departure_text
from hexapla.divergence.model import VAGUE, Behaviour, Condition, Kind, conditions_in
from hexapla.divergence.traits import separating
from hexapla.divergence.transforms import Transform
from hexapla.identification.departure_kind import AnswerComparison, DepartureGroup, DepartureKind
from hexapla.identification.expectation import Expectation, expected, is_different
from hexapla.identification.questions import AnyQuestion
from hexapla.identification.shrinking import Smaller, empty_strings
from hexapla.implementations.asking import AnyAnswer, AnyCase, size_of
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.values.value import json_form

# The number of times that departures are sought with more evidence.
_MOST_ROUNDS = 3
# The number of answers that are added to the evidence against one departure at a time: a quarter of
# its cases, but neither fewer nor more than this. The cases that are tried resemble each other, so
# they must not outweigh the cases that show the departure.
_FEWEST_CONTRADICTING = 3
_MOST_CONTRADICTING = 8
# The fewest answers that show a departure of form under two conditions.
_FEWEST_UNDER_TWO = 3
# The most answers that may contradict a change of segments or slashes, for each that shows it:
# nearly every path has some.
_MOST_OPPOSED = 4
_OF_SEGMENTS = frozenset(
    {
        Transform.REMOVE_DOTS,
        Transform.DROP_EMPTY_SEGMENTS,
        Transform.DROP_FIRST_SLASH,
        Transform.DROP_FINAL_SLASH,
    }
)


@attrs.frozen(repr=False)
class Departure:
    """A departure of an implementation from a standard, with the cases that show it.

    Attributes:
        kind: The behaviour, and the rule that isn't followed in the smallest case.
        smallest: The answer to the smallest known case, which may not be in `cases`.
        expected: The standard's result in the smallest case.
        cases: The cases that show the departure.
        shrunk: The case among these from which the smallest case was derived.
        opposed: The number of cases in which the departure would show, but the implementation
            follows the standard or, if the departure is a rejection, accepts the case.
        contradicts: Whether the standard gives a URI or components in at least one of the cases.
        is_derived: Whether the standard forbids rejecting at least one of the cases.
    """

    kind: DepartureKind
    smallest: AnyAnswer
    expected: Expectation
    cases: tuple[AnyCase, ...]
    shrunk: AnyCase
    opposed: int = 0
    contradicts: bool = True
    is_derived: bool = True

    def __repr__(self) -> str:
        how_many = counted(len(self.cases), "case")
        return f"<Departure in {how_many}: it {self.kind.says}, {self.smallest.case}>"

    @property
    def sentence(self) -> str:
        """A sentence about the behaviour; with numbers of cases if `opposed` isn't 0."""
        return departure_text(
            self.kind.says,
            len(self.cases),
            self.opposed,
            is_counted=self.kind.is_counted,
            is_rejection=self.smallest.value is None,
        )

    @property
    def sign(self) -> str:
        """The sign that the behaviour concerns; "" if there is none."""
        return self.kind.behaviour.sign

    def under(self, where: str) -> "Departure":
        """Return the departure under the conditions in `where` instead of its own; "" for none."""
        kind = attrs.evolve(self.kind, behaviour=self.kind.behaviour.under(where))
        return attrs.evolve(self, kind=kind)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            **self.kind.to_dict(),
            "opposed": self.opposed,
            "smallest": self.smallest.with_case(),
            "expected": self.expected.form,
            "cases": json_form(self.cases),
        }


class Departures(NamedTuple):
    """The departures of an implementation, and the answers that tested them.

    Attributes:
        departures: The departures, the most important first.
        evidence: The answers to cases that were tried in finding smaller cases and that contradict
            a departure which the other answers suggest, or the condition of such a departure.
    """

    departures: tuple[Departure, ...]
    evidence: tuple[AnyAnswer, ...]


@attrs.frozen(slots=False)
class DepartureSearch:
    """A search for the departures of an implementation from a spec.

    Attributes:
        question: The question that was asked.
        spec: The spec.
        answers: The implementation's answers, including those that follow the spec.
        smaller: Finds smaller cases with the same departure.
        asked: Returns the answers to the cases that were tried in finding smaller cases. None if
            inferred conditions can't be tested; then no conditions are inferred.
    """

    question: AnyQuestion
    spec: Spec
    answers: Sequence[AnyAnswer]
    smaller: Smaller
    asked: Callable[[], Sequence[AnyAnswer]] | None = None
    _differing: dict[AnyAnswer, bool] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    @functools.cached_property
    def _comparison(self) -> AnswerComparison:
        return self.question.comparison(self.spec)

    def run(self, evidence: Sequence[AnyAnswer] = ()) -> Departures:
        """Find the departures.

        The answers suggest departures and their conditions. Cases that were tried in finding
        smaller cases may contradict them. The search is then repeated with some of these cases as
        evidence, until no case contradicts the departures, but at most three times.

        The departures are sorted by these criteria, beginning with the most important:

        - Vague departures come last.
        - Departures in cases for which the standard has a result come first.
        - Departures with a single case that the standard allows to be rejected come last.
        - Departures that concern only the form of the host come last.
        - Departures with the most cases come first.

        Args:
            evidence: Answers that contradict departures, if they are known.
        """
        known = dict.fromkeys(evidence)
        found = self._found(known)
        for _ in range(_MOST_ROUNDS):
            more = self._contradicting(found, known)
            if not more:
                break
            known |= more
            found = self._found(known)
        each = sorted((departure for departure, _ in found), key=_order)
        return Departures(tuple(each), tuple(known))

    def _found(self, evidence: Iterable[AnyAnswer]) -> list[tuple[Departure, DepartureGroup]]:
        """Return the departures that the answers and the evidence suggest, with their groups."""
        given = frozenset(self.answers)
        tested = (*self.answers, *evidence)
        following: list[AnyAnswer] = []
        differing: list[AnyAnswer] = []
        for answer in tested:
            if answer.trouble is None:
                (differing if self._differs(answer) else following).append(answer)
        more_following = [answer for answer in following if answer not in given]
        found: list[tuple[Departure, DepartureGroup]] = []
        for group in self._comparison.groups([*self.answers, *more_following]):
            members = tuple(answer for answer in group.answers if answer in given)
            if not members:
                continue
            members_alone = attrs.evolve(group, answers=members)
            departure = _departure(self.spec, members_alone, self.smaller)
            if self.asked is not None and group.opposing:
                departure = self._with_condition_of_form(departure, members_alone)
            elif self.asked is not None and not _is_condition_known(group, departure.kind):
                showing = [answer for answer in differing if group.kind_of(answer) is not None]
                showing += [*members, departure.smallest]
                departure = departure.under(self._condition(departure, showing, following))
            found.append((departure, members_alone))
        return found

    def _with_condition_of_form(
        self,
        departure: Departure,
        group: DepartureGroup,
    ) -> Departure:
        """Return a departure of form under the condition that excludes contradicting answers.

        Without such a condition, the departure keeps the number of these answers. If there are many
        more of them than of answers that show the departure, only the difference is reported.
        """
        members, opposing = group.answers, group.opposing
        showing = [self._traits(answer) for answer in members]
        following = [self._traits(answer) for answer in opposing]
        where = separating(departure.sign, showing, following)
        is_by_chance = len(conditions_in(where)) > 1 and len(members) < _FEWEST_UNDER_TWO
        if where and not is_by_chance:
            return self._under_condition_of_form(departure, group, where)
        is_of_segments = _OF_SEGMENTS.issuperset(departure.kind.behaviour.transforms)
        if not is_of_segments or len(opposing) <= _MOST_OPPOSED * len(members):
            return departure
        behaviour = Behaviour(group.vague, departure.kind.behaviour.component)
        kind = attrs.evolve(departure.kind, behaviour=behaviour, is_form=False)
        return attrs.evolve(departure, kind=kind, opposed=0)

    def _under_condition_of_form(
        self, departure: Departure, group: DepartureGroup, where: str
    ) -> Departure:
        """Return a departure of form under a condition, with an example of which it is true."""
        traits = self._traits(departure.smallest)
        departure = attrs.evolve(departure.under(where), opposed=0)
        if all(condition in traits for condition in conditions_in(where)):
            return departure
        example = min(group.answers, key=_example_order)
        due = expected(self.spec, example.case)
        return attrs.evolve(departure, smallest=example, expected=due, shrunk=example.case)

    def _condition(
        self,
        departure: Departure,
        showing: Iterable[AnyAnswer],
        following: Iterable[AnyAnswer],
    ) -> str:
        """Return the condition that separates answers that show a departure from others.

        Answers that can't show it aren't considered: for example, a program that drops a host
        follows the standard if there is no host.
        """
        traits_of_showing = [self._traits(answer) for answer in showing]
        traits_of_following = [self._traits(answer) for answer in following]
        lacking = _lacking(departure.kind.behaviour.component)
        if not any(lacking & traits.keys() for traits in traits_of_showing):
            traits_of_following = [
                traits for traits in traits_of_following if not lacking & traits.keys()
            ]
        return separating(departure.sign, traits_of_showing, traits_of_following)

    def _contradicting(
        self, found: Iterable[tuple[Departure, DepartureGroup]], known: Container[AnyAnswer]
    ) -> dict[AnyAnswer, None]:
        """Return some tried answers that contradict departures and aren't known yet.

        Only a few are returned for each departure.
        """
        if self.asked is None:
            return {}
        tried: list[AnyAnswer] = []
        given = frozenset(self.answers)
        for answer in dict.fromkeys(self.asked()):
            if answer.trouble is None and answer not in given and answer not in known:
                tried.append(answer)
        contradicting: dict[AnyAnswer, None] = {}
        for departure, group in found:
            if not _is_refutable(departure, group):
                continue
            against = (answer for answer in tried if self._contradicts(departure, group, answer))
            most = min(_MOST_CONTRADICTING, len(departure.cases) // 4)
            most = max(_FEWEST_CONTRADICTING, most)
            contradicting |= dict.fromkeys(itertools.islice(against, most))
        return contradicting

    def _contradicts(self, departure: Departure, group: DepartureGroup, answer: AnyAnswer) -> bool:
        """Return whether an answer contradicts a departure or its condition."""
        traits = self._traits(answer)
        is_true = all(where in traits for where in conditions_in(departure.kind.behaviour.where))
        if group.is_opposed is not None:
            is_opposed = not self._differs(answer) and group.is_opposed(answer)
            return is_opposed and (is_true or not group.opposing)
        shown = self._traits(departure.smallest).keys()
        lacking = _lacking(departure.kind.behaviour.component)
        if not lacking & shown and lacking & traits.keys():
            return False
        if self._differs(answer):
            return not is_true and group.kind_of(answer) is not None
        return is_true

    def _differs(self, answer: AnyAnswer) -> bool:
        if answer not in self._differing:
            self._differing[answer] = is_different(self.spec, answer)
        return self._differing[answer]

    def _traits(self, answer: AnyAnswer) -> Mapping[str, None]:
        return self._comparison.traits(answer.case)


def _is_refutable(departure: Departure, group: DepartureGroup) -> bool:
    """Return whether an answer can contradict a departure or its inferred condition."""
    is_inferred = bool(departure.kind.behaviour.where) and not group.is_tried
    return is_inferred or group.is_opposed is not None


@functools.cache
def _lacking(component: str) -> frozenset[str]:
    """Return the traits of URLs that lack a component."""
    name = f"url.{component}"
    conditions = (Condition.PART_IS_ABSENT, Condition.PART_IS_EMPTY)
    return frozenset(f"{condition}:{name}" for condition in conditions)


def _is_condition_known(group: DepartureGroup, kind: DepartureKind) -> bool:
    """Return whether a departure needs no further condition.

    If a departure was found by trial, its condition is known. If it doesn't count as a difference,
    or if a transform describes it, a condition isn't sought.
    """
    behaviour = kind.behaviour
    is_described = bool(behaviour.where or behaviour.transforms)
    return group.is_tried or is_described or not kind.is_counted


def _order(departure: Departure) -> tuple[bool, bool, bool, bool, int]:
    kind = departure.kind
    is_refusal = kind.behaviour.kind is Kind.REFUSES and bool(kind.behaviour.where)
    is_vague = kind.behaviour.kind in VAGUE and not is_refusal
    is_form_alone = not kind.is_counted and departure.smallest.value is not None
    is_weak = len(departure.cases) == 1 and not departure.is_derived
    return is_vague, not departure.contradicts, is_weak, is_form_alone, -len(departure.cases)


def _departure(spec: Spec, group: DepartureGroup, smaller: Smaller) -> Departure:
    # A case that shows a departure only together with another departure isn't used as an example.
    alone = [answer for answer in group.answers if group.kind_of(answer) is not None]
    shortest = min(alone, key=_example_order)
    example = smaller(spec, shortest, group.kind_of) or shortest
    kind = group.kind_of(example)
    assert kind is not None
    cases = tuple(answer.case for answer in group.answers)
    expectations = [expected(spec, case) for case in cases]
    return Departure(
        kind=kind,
        smallest=example,
        expected=expected(spec, example.case),
        cases=cases,
        shrunk=shortest.case,
        opposed=group.opposed,
        contradicts=any(due.value is not None for due in expectations),
        is_derived=not all(due.allows_rejecting for due in expectations),
    )


def _example_order(answer: AnyAnswer) -> tuple[int, list[int]]:
    return empty_strings(answer.case), size_of(answer.case)
