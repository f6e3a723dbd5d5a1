"""Finding the choices of readings that explain the most cases.

The search is exact. Cases that the same options explain count together, readings that no case
connects are searched separately, and a branch is left as soon as it can't win any more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.documents.reading import Choice, Reading
from hexapla.values.frozen import FrozenMapping

Ways = frozenset[Mapping[str, str]]
"""The ways in which a case is explained: each as an option for some readings, by their names."""


def best_choices(readings: Sequence[Reading], cases: Mapping[Ways, int]) -> tuple[Choice, ...]:
    """Return the choices that leave the least weight of cases unexplained.

    Of equals, the one with the fewest choices is returned, and then the one whose options come
    first in the readings.

    Args:
        readings: The readings, in the order of the standard.
        cases: The ways in which cases are explained, with how much they weigh together.
    """
    return tuple(
        choice
        for component in _components(cases)
        for choice in _Search(readings, component).best.choices
    )


def _components(cases: Mapping[Ways, int]) -> Iterator[Mapping[Ways, int]]:
    """Yield the groups of cases that no reading connects."""
    parts: list[tuple[set[str], dict[Ways, int]]] = []
    for ways, weight in cases.items():
        names, group = _names([ways]), {ways: weight}
        for part in [part for part in parts if part[0] & names]:
            parts.remove(part)
            names |= part[0]
            group |= part[1]
        parts.append((names, group))
    return (group for _, group in parts)


def _names(cases: Iterable[Ways]) -> set[str]:
    return {name for ways in cases for options in ways for name in options}


@attrs.frozen
class _Solution:
    """The weight of the cases that choices leave unexplained; `choices` differ from defaults."""

    unexplained: int
    choices: tuple[Choice, ...]

    @property
    def cost(self) -> tuple[int, int]:
        """What a better one has less of."""
        return self.unexplained, len(self.choices)


class _Search:
    """Tries the options of readings, reading by reading, the default of each first."""

    def __init__(self, readings: Iterable[Reading], cases: Mapping[Ways, int]) -> None:
        names = _names(cases)
        self._readings = [reading for reading in readings if reading.name in names]
        self._best: _Solution | None = None
        self._continue(0, cases, _Solution(0, ()))

    @property
    def best(self) -> _Solution:
        """The best choices: of equals, those that come first."""
        assert self._best is not None
        return self._best

    def _continue(self, index: int, cases: Mapping[Ways, int], so_far: _Solution) -> None:
        """Try the readings from an index on; `cases` are those that are not decided yet."""
        if self._best is not None and so_far.cost >= self._best.cost:
            return
        if not cases:
            self._best = so_far
            return
        reading = self._readings[index]
        for option in reading.options:
            chosen = () if option == reading.default else (Choice(reading.name, option),)
            lost, left = _decide(cases, reading.name, option)
            step = _Solution(so_far.unexplained + lost, so_far.choices + chosen)
            self._continue(index + 1, left, step)


def _decide(cases: Mapping[Ways, int], name: str, option: str) -> tuple[int, Mapping[Ways, int]]:
    """Return the weight of what an option leaves unexplained, and the cases still undecided."""
    lost = 0
    left: Counter[Ways] = Counter()
    for ways, weight in cases.items():
        kept = frozenset(
            FrozenMapping((key, value) for key, value in options.items() if key != name)
            for options in ways
            if options.get(name, option) == option
        )
        if not kept:
            lost += weight
        elif FrozenMapping() not in kept:
            left[kept] += weight
    return lost, left
