"""Looking for the readings under which a memo explains the most of what a witness answers.

The search is exact. Cases count together where the same options explain them, readings that no case
ties to each other are searched apart, and a branch is left as soon as it can't win any more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.documents.reading import Choice, Reading
from hexapla.grammar.validity import Verdict
from hexapla.implementations.asking import Answer
from hexapla.implementations.cases import Behaviour, answer_of, behaviour, expected
from hexapla.standard.spec import AnySpec
from hexapla.values.frozen import FrozenMapping

# The ways of reading a memo that explain a case, each as its options, by reading.
_Ways = frozenset[Mapping[str, str]]


@attrs.frozen
class Explanation:
    """A memo under the readings that leave the fewest cases unexplained.

    `asked_for` is the selector that the memo was given with. `agreeing` is the number of cases
    explained, `by_default` the number explained with the defaults of all readings not named there.
    `refused` is the number of cases beside them in which the witness gives no URI for what the
    memo's own grammar does not derive: they speak neither for the memo nor against it. `by_choice`
    says of each option that the cases can tell from the one in force how many are explained where
    that alone is chosen, in the memo's order.
    """

    asked_for: str
    spec: AnySpec
    agreeing: int
    by_default: int
    refused: int = 0
    by_choice: tuple[tuple[Choice, int], ...] = ()

    @property
    def id(self) -> str:
        """The name by which a selector calls the memo."""
        return self.spec.id

    @property
    def selector(self) -> str:
        """The memo's name with the choices that differ from the defaults."""
        return self.spec.selector

    def to_dict(self) -> dict[str, object]:
        """Give the explanation's JSON form."""
        return {
            "id": self.id,
            "selector": self.selector,
            "asked_for": self.asked_for,
            "agreeing": self.agreeing,
            "by_default": self.by_default,
            "refused": self.refused,
            "by_choice": {str(choice): agreeing for choice, agreeing in self.by_choice},
        }


def refuses_alike(spec: AnySpec, answer: Answer) -> bool:
    """Say whether a witness gives no URI for texts that the memo's grammar does not derive."""
    return (
        answer.trouble is None
        and answer.uri is None
        and any(
            spec.validate(text).verdict is Verdict.NO
            for text in (answer.case.base, answer.case.reference)
        )
    )


def departs(spec: AnySpec, answer: Answer) -> bool:
    """Say whether an answer speaks against a memo; none at all does not."""
    return (
        answer.trouble is None
        and not answer.matches(expected(spec, answer.case))
        and not refuses_alike(spec, answer)
    )


def explain(
    spec: AnySpec, answers: Sequence[Answer], behaviours: Iterable[Behaviour] | None = None
) -> Explanation:
    """Find the readings of a memo that leave the fewest answers unexplained.

    Choices that the spec was given with stay. Of equals, those win that also explain the most
    refusals of what the grammar refuses, of these the ones with the fewest choices, and then those
    whose options come first in the memo. `behaviours` are those of the answers' cases, where they
    are known.
    """
    if behaviours is None:
        behaviours = (behaviour(spec, answer.case) for answer in answers)
    table = tuple(behaviours)
    alike = [refuses_alike(spec, answer) for answer in answers]
    # No number of refusals weighs as much as one case that would be left unexplained.
    dear = 1 + len(answers)
    open_cases: Counter[_Ways] = Counter()
    for answer, leaves, refusal in zip(answers, table, alike, strict=True):
        ways = [leaf.options for leaf in leaves if answer.matches(leaf.answer)]
        if 0 < len(ways) < len(leaves):
            open_cases[frozenset(ways)] += 1 if refusal else dear
    chosen = [
        choice
        for component in _components(open_cases)
        for choice in _Search(spec.readings, component).found.choices
    ]
    found = spec.choosing(*chosen)
    explained = [
        answer.matches(answer_of(leaves, found.options))
        for answer, leaves in zip(answers, table, strict=True)
    ]
    by_default = sum(map(Answer.matches, answers, (leaves[0].answer for leaves in table)))
    gains = _gains(spec, answers, table)
    return Explanation(
        spec.selector,
        found,
        sum(explained),
        by_default,
        sum(refusal and not one for refusal, one in zip(alike, explained, strict=True)),
        tuple(
            (choice, by_default + gains[choice])
            for reading in spec.readings
            for option in reading.options
            if (choice := Choice(reading.name, option)) in gains
        ),
    )


def _gains(
    spec: AnySpec, answers: Sequence[Answer], table: Sequence[Behaviour]
) -> Mapping[Choice, int]:
    """Say how many cases more each option explains than the one in force, if chosen alone."""
    gains: dict[Choice, int] = {}
    for answer, leaves in zip(answers, table, strict=True):
        names = {name for leaf in leaves for name in leaf.options}
        for reading in (reading for reading in spec.readings if reading.name in names):
            for option in reading.options:
                if option == spec.options[reading.name]:
                    continue
                given = answer_of(leaves, {**spec.options, reading.name: option})
                gain = answer.matches(given) - answer.matches(leaves[0].answer)
                choice = Choice(reading.name, option)
                gains[choice] = gains.get(choice, 0) + gain
    return gains


def _components(open_cases: Mapping[_Ways, int]) -> Iterator[Mapping[_Ways, int]]:
    """Part the cases into those that no reading ties together."""
    parts: list[tuple[set[str], dict[_Ways, int]]] = []
    for ways, count in open_cases.items():
        names, cases = _names([ways]), {ways: count}
        for part in [part for part in parts if part[0] & names]:
            parts.remove(part)
            names |= part[0]
            cases |= part[1]
        parts.append((names, cases))
    return (cases for _, cases in parts)


def _names(cases: Iterable[_Ways]) -> set[str]:
    return {name for ways in cases for options in ways for name in options}


@attrs.frozen
class _Found:
    """The weight of the cases that choices leave unexplained; `choices` differ from defaults."""

    unexplained: int
    choices: tuple[Choice, ...]

    @property
    def cost(self) -> tuple[int, int]:
        """What a better one has less of."""
        return self.unexplained, len(self.choices)


class _Search:
    """Goes through the options of readings, reading by reading, the default of each first."""

    def __init__(self, readings: Iterable[Reading], cases: Mapping[_Ways, int]) -> None:
        names = _names(cases)
        self._readings = [reading for reading in readings if reading.name in names]
        self._best: _Found | None = None
        self._go_on(0, cases, _Found(0, ()))

    @property
    def found(self) -> _Found:
        """The best choices: of equals, those that come first."""
        assert self._best is not None
        return self._best

    def _go_on(self, place: int, cases: Mapping[_Ways, int], so_far: _Found) -> None:
        """Go through the readings from a place on; `cases` are those not decided as yet."""
        if self._best is not None and so_far.cost >= self._best.cost:
            return
        if not cases:
            self._best = so_far
            return
        reading = self._readings[place]
        for option in reading.options:
            chosen = () if option == reading.default else (Choice(reading.name, option),)
            lost, left = _decide(cases, reading.name, option)
            step = _Found(so_far.unexplained + lost, so_far.choices + chosen)
            self._go_on(place + 1, left, step)


def _decide(cases: Mapping[_Ways, int], name: str, option: str) -> tuple[int, Mapping[_Ways, int]]:
    """Take an option: give the weight of what it leaves unexplained, and what is still open."""
    lost = 0
    left: Counter[_Ways] = Counter()
    for ways, count in cases.items():
        kept = frozenset(
            FrozenMapping((key, value) for key, value in options.items() if key != name)
            for options in ways
            if options.get(name, option) == option
        )
        if not kept:
            lost += count
        elif FrozenMapping() not in kept:
            left[kept] += count
    return lost, left
