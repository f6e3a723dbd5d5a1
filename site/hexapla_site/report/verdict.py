"""The verdict on a case: what the standards give, the newest first, and who gives it today."""

from typing import TYPE_CHECKING

import attrs

from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import TargetFacet
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla_site.report.grouping import caption, groups_in, numbers_in, pattern_of
from hexapla_site.report.periods import TODAY, period_of

if TYPE_CHECKING:  # a reader's browser has no recordings
    from hexapla_site.data.recordings import RecordedAnswers


@attrs.frozen
class ResultGroup:
    """Columns that give the same.

    Attributes:
        target: What they give: a target, or a text for another facet.
        specs: The columns, oldest first.
        number: The number of the group, from 1; None for one group alone.
        implementations: The names of the implementations of today that answer the same.
    """

    target: Target
    specs: tuple[Spec, ...]
    number: int | None
    implementations: tuple[str, ...] = ()

    @property
    def newest(self) -> Spec:
        """The newest of the columns."""
        return self.specs[-1]

    @property
    def period(self) -> str:
        """When the target was the current one: today, or the years of the newest column."""
        periods = [period_of(spec.document) for spec in self.specs]
        return TODAY if TODAY in periods else periods[-1]


@attrs.frozen
class CaseVerdict:
    """What columns give for a case.

    Attributes:
        pattern: Which columns give the same (see `hexapla_site.report.grouping`).
        groups: The columns by target, the group of the newest column first.
        silent: The columns without a rule.
        others: What implementations of today answer that no column gives, with their names; None
            for no URI.
    """

    pattern: str
    groups: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...]
    others: tuple[tuple[str | None, tuple[str, ...]], ...] = ()

    @property
    def caption(self) -> str:
        """Whether the columns agree, in a sentence."""
        return caption(self.pattern)

    @property
    def agrees(self) -> bool:
        """Whether all columns that have a rule give the same."""
        return len(self.groups) < 2


def verdict_of(
    comparison: ResolvedComparison, recorded: "RecordedAnswers | None" = None
) -> CaseVerdict:
    """Return the verdict of all columns of a comparison.

    `recorded` is what implementations of today answered to the same, where that is known.
    """
    facet = comparison.target
    groups = result_groups(facet)
    if recorded:
        groups = tuple(
            attrs.evolve(group, implementations=recorded.naming(group.target)) for group in groups
        )
    others = recorded.others(group.target for group in groups) if recorded else ()
    silent = tuple(spec for spec in comparison.specs if spec.selector in facet.silent)
    return CaseVerdict(pattern_of(facet.keys), groups, silent, others)


def result_groups(facet: Facet) -> tuple[ResultGroup, ...]:
    """Return what the columns of a facet give, by groups, that of the newest column first."""
    pattern = pattern_of(facet.keys)
    numbers = numbers_in(pattern)
    return tuple(
        ResultGroup(
            facet.targets[first] if isinstance(facet, TargetFacet) else facet.text_of(first),
            tuple(facet.columns[index] for index in (first, *others)),
            numbers[first],
        )
        for first, *others in groups_in(pattern)
    )
