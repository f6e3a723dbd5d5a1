"""The verdict on a case: what the standards give, the newest first, who gives it today, and why."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from hexapla.comparison.compared import ResolvedComparison
from hexapla.comparison.facet import Facet
from hexapla.comparison.sentence import Explanation, explained
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase
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
        """The newest of the columns."""
        return self.specs[-1]

    @property
    def telling(self) -> Spec:
        """The column that stands for the group where it is told why groups differ."""
        return telling(self.specs)

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
class Why:
    """Why columns differ on something.

    Attributes:
        pattern: Which columns give the same (see `hexapla_site.report.grouping`).
        pairs: Why every two columns differ; those that lead come first, in the order of the groups.
    """

    pattern: str
    pairs: tuple[PairExplanation, ...]

    @property
    def leading(self) -> tuple[PairExplanation, ...]:
        """Why each other group differs from the first, each by the column that stands for it."""
        return tuple(pair for pair in self.pairs if pair.leads)

    @property
    def further(self) -> tuple[PairExplanation, ...]:
        """Why all other pairs of columns differ."""
        return tuple(pair for pair in self.pairs if not pair.leads)


@attrs.frozen
class CaseVerdict:
    """What columns give for a case.

    Attributes:
        why: Which columns give the same, and why every two others differ.
        groups: The columns by target, the group of the newest column first.
        silent: The columns without a rule.
        others: What implementations of today answer that no column gives, with their names; None
            for no URI.
    """

    why: Why
    groups: tuple[ResultGroup, ...]
    silent: tuple[Spec, ...]
    others: tuple[tuple[str | None, tuple[str, ...]], ...] = ()

    @property
    def pattern(self) -> str:
        """Which columns give the same (see `hexapla_site.report.grouping`)."""
        return self.why.pattern

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

    Args:
        comparison: The columns, side by side on a reference and a base.
        recorded: What implementations of today answered to the same, where that is known.
    """
    facet, specs = comparison.target, comparison.specs
    why = why_of(facet)
    numbers = numbers_in(why.pattern)
    groups = []
    for members in groups_in(why.pattern):
        target = facet.targets[members[0]]
        names = recorded.naming(target) if recorded else ()
        columns = tuple(specs[index] for index in members)
        groups.append(ResultGroup(target, columns, numbers[members[0]], names))
    others = recorded.others(group.target for group in groups) if recorded else ()
    silent = tuple(spec for spec in specs if spec.selector in facet.silent)
    return CaseVerdict(why, tuple(groups), silent, others)


def in_phases(spec: Spec) -> bool:
    """Return whether a standard resolves phase by phase, so that its rules say what makes what.

    The URL Standard's parser resolves while it parses, in one step.
    """
    return any(rule.phase is Phase.RECOMBINE for rule in spec.rules)


def telling(specs: Sequence[Spec]) -> Spec:
    """Return the newest of some columns that resolves in phases; the newest where none does."""
    return next((spec for spec in reversed(specs) if in_phases(spec)), specs[-1])


def why_of(facet: Facet) -> Why:
    """Return why columns differ on a facet, pair by pair."""
    pattern = pattern_of(facet.keys)
    columns = {spec.selector: spec for spec in facet.columns}
    groups = ([facet.columns[index] for index in members] for members in groups_in(pattern))
    standing = [telling(group).selector for group in groups]
    leading = [{standing[0], other} for other in standing[1:]]
    pairs = []
    for cause in facet.causes:
        sides = {cause.left.spec, cause.right.spec}
        (explanation,) = explained([cause.differences])
        left, right = columns[cause.left.spec], columns[cause.right.spec]
        order = leading.index(sides) if sides in leading else len(leading)
        pairs.append((order, PairExplanation(left, right, explanation, sides in leading)))
    return Why(pattern, tuple(pair for _, pair in sorted(pairs, key=lambda item: item[0])))
