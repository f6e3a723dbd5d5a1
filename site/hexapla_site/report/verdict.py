"""The verdict on a case: what the standards give, the newest first, who gives it today, and why."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from hexapla.comparison.compared import ResolvedComparison
from hexapla.comparison.sentence import Explanation, explained
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla_site.report.grouping import caption, groups_in, numbers_in, pattern_of
from hexapla_site.report.periods import TODAY, period_of

if TYPE_CHECKING:  # a reader's browser has no recordings
    from hexapla_site.report.recorded import RecordedAnswers


@attrs.frozen
class ResultGroup:
    """Columns that give the same target.

    Attributes:
        target: What they give.
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
        """The newest of the columns, which stands for the group."""
        return self.specs[-1]

    @property
    def period(self) -> str:
        """When the target was the current one: today, or the years of the newest column."""
        periods = [period_of(spec.document) for spec in self.specs]
        return TODAY if TODAY in periods else periods[-1]


@attrs.frozen
class PairExplanation:
    """Why two columns differ; `leads` says that it is among those to be shown first."""

    left: Spec
    right: Spec
    explanation: Explanation
    leads: bool


@attrs.frozen
class Verdict:
    """What columns give for a case.

    Attributes:
        pattern: Which columns give the same (see `hexapla_site.report.grouping`).
        groups: The columns by target, the group of the newest column first.
        silent: The columns without a rule.
        pairs: Why every two columns differ; those that lead come first, in the order of the groups.
        others: What implementations of today answer that no column gives, with their names; None
            for no URI.
    """

    pattern: str
    groups: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...]
    pairs: tuple[PairExplanation, ...]
    others: tuple[tuple[str | None, tuple[str, ...]], ...] = ()

    @property
    def caption(self) -> str:
        """Whether the columns agree, in a sentence."""
        return caption(self.pattern)

    @property
    def agrees(self) -> bool:
        """Whether all columns that have a rule give the same."""
        return len(self.groups) < 2

    @property
    def leading(self) -> tuple[PairExplanation, ...]:
        """Why each other group differs from the first: its newest column from the newest of all."""
        return tuple(pair for pair in self.pairs if pair.leads)

    @property
    def further(self) -> tuple[PairExplanation, ...]:
        """Why all other pairs of columns differ."""
        return tuple(pair for pair in self.pairs if not pair.leads)


def verdict_of(
    comparison: ResolvedComparison, recorded: "RecordedAnswers | None" = None
) -> Verdict:
    """Return the verdict of all columns of a comparison.

    Args:
        comparison: The columns, side by side on a reference and a base.
        recorded: What implementations of today answered to the same, where that is known.
    """
    facet = comparison.target
    pattern = pattern_of(facet.keys)
    numbers = numbers_in(pattern)
    groups = []
    for members in groups_in(pattern):
        target = facet.targets[members[0]]
        names = recorded.naming(target) if recorded else ()
        specs = tuple(comparison.specs[index] for index in members)
        groups.append(ResultGroup(target, specs, numbers[members[0]], names))
    columns = {spec.selector: spec for spec in comparison.specs}
    return Verdict(
        pattern,
        tuple(groups),
        tuple(columns[selector] for selector in facet.silent),
        _pairs(comparison, tuple(groups), columns),
        recorded.others(group.target for group in groups) if recorded else (),
    )


def _pairs(
    comparison: ResolvedComparison, groups: tuple[ResultGroup, ...], columns: Mapping[str, Spec]
) -> tuple[PairExplanation, ...]:
    """Return why every two columns differ, the pairs that lead first."""
    newest = [group.newest.selector for group in groups]
    leading = [{newest[0], other} for other in newest[1:]]
    pairs = []
    for cause in comparison.target.causes:
        sides = {cause.left.spec, cause.right.spec}
        (explanation,) = explained([cause.differences])
        left, right = columns[cause.left.spec], columns[cause.right.spec]
        order = leading.index(sides) if sides in leading else len(leading)
        pairs.append((order, PairExplanation(left, right, explanation, sides in leading)))
    return tuple(pair for _, pair in sorted(pairs, key=lambda item: item[0]))
