"""How often columns agree, counted over the cases, and from each standard to the next.

A column that has no rule for a case is silent on it: it neither agrees nor disagrees.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise

import attrs

from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla_site.report.case import CaseReport

FEW = 20  # cases


@attrs.frozen
class Share:
    """How many of the cases for which some columns have a rule they resolve to the same."""

    alike: int
    cases: int

    @property
    def of_few(self) -> bool:
        """Whether it is a share of so few cases that it says little."""
        return self.cases < FEW

    @property
    def part(self) -> float:
        """The part that is alike, from 0 to 1."""
        return self.alike / self.cases if self.cases else 0.0

    @property
    def differing(self) -> int:
        """How many they resolve differently."""
        return self.cases - self.alike


@attrs.frozen
class PairAgreement:
    """Two columns, the earlier one first, and how often they agree."""

    earlier: Spec
    later: Spec
    share: Share


@attrs.frozen
class Moment:
    """A standard is published: how often it agrees with the last, and how often all so far do."""

    spec: Spec
    with_the_last: Share
    all_so_far: Share


@attrs.frozen
class Agreements:
    """Every pair of columns, and every column but the first in the order of their dates."""

    columns: tuple[Spec, ...]
    pairs: tuple[PairAgreement, ...]
    moments: tuple[Moment, ...]


def agreements(columns: tuple[Spec, ...], cases: Sequence[CaseReport]) -> Agreements:
    """Count the cases that columns resolve to the same."""
    numbers = range(len(columns))
    pairs = tuple(
        PairAgreement(columns[left], columns[right], _share(cases, (left, right)))
        for left, right in combinations(numbers, 2)
    )
    moments = tuple(
        Moment(
            columns[later],
            _share(cases, (earlier, later)),
            _share(cases, tuple(range(later + 1))),
        )
        for earlier, later in pairwise(numbers)
    )
    return Agreements(columns, pairs, moments)


def _share(cases: Sequence[CaseReport], members: tuple[int, ...]) -> Share:
    """Count the cases for which two members or more have a rule, and those on which all agree."""
    answers = [
        [
            case.comparison.resolutions[member].target
            for member in members
            if has_rule(case.comparison.resolutions[member].target)
        ]
        for case in cases
    ]
    shared = [targets for targets in answers if len(targets) > 1]
    return Share(sum(len(set(targets)) == 1 for targets in shared), len(shared))
