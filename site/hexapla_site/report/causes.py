"""The causes of disagreements over all cases, each with the cases that have it."""

from collections.abc import Iterable, Mapping

import attrs

from hexapla.comparison.cause import Cause
from hexapla.standard.resolution import Phase, Rule
from hexapla.standard.rule_name import rule_name
from hexapla.standard.spec import AnySpec
from hexapla_site.report.case import Case

_MOST_IN_FULL = 24  # cases

CauseKey = tuple[object, ...]
"""What tells causes apart: phase, both rules, and the selectors of both columns."""


def cause_key(cause: Cause) -> CauseKey:
    """Return what tells the cause of a comparison from others."""
    return (*cause.key, cause.left.spec, cause.right.spec)


@attrs.frozen(repr=False)
class CauseReport:
    """A cause, and every case that has it."""

    phase: Phase
    left: AnySpec
    right: AnySpec
    left_rule: Rule
    right_rule: Rule
    cases: tuple[Case, ...]

    def __repr__(self) -> str:
        return f"CauseReport({self.id!r}, {len(self.cases)} cases)"

    @property
    def id(self) -> str:
        """A name made of the phase and the two rules."""
        sides = (
            f"{spec.id}-{rule_name(spec, rule)}"
            for spec, rule in ((self.left, self.left_rule), (self.right, self.right_rule))
        )
        return f"{self.phase.value}-{'--'.join(sides)}"

    @property
    def key(self) -> CauseKey:
        """What tells it from other causes."""
        selectors = self.left.selector, self.right.selector
        return (self.phase, self.left_rule, self.right_rule, *selectors)

    @property
    def optional(self) -> bool:
        """Whether an optional column is one of its sides."""
        return not (self.left.default_column and self.right.default_column)

    @property
    def in_smallest(self) -> tuple[Cause, ...]:
        """The cause as the shortest case has it."""
        return tuple(cause for cause in self.smallest.causes if cause_key(cause) == self.key)[:1]

    @property
    def of_parts(self) -> bool:
        """Whether it is about the parts of the reference, and not about the target."""
        return any(cause.characters for cause in self.in_smallest)

    @property
    def smallest(self) -> Case:
        """The shortest case that has it."""
        return min(self.cases, key=_size)

    @property
    def listed(self) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
        """The cases to show in full, and those to name: of a long list, the shortest in full."""
        if len(self.cases) <= _MOST_IN_FULL:
            return self.cases, ()
        shown = set(sorted(self.cases, key=_size)[:_MOST_IN_FULL])
        return (
            tuple(case for case in self.cases if case in shown),
            tuple(case for case in self.cases if case not in shown),
        )


def cause_reports(
    cases: Iterable[Case], by_selector: Mapping[str, AnySpec]
) -> tuple[CauseReport, ...]:
    """Return every cause that the cases have.

    Args:
        cases: The cases, compared in all columns.
        by_selector: The columns by their selectors.

    Returns:
        The causes by phase, and in a phase the one with most cases first.
    """
    cases_of: dict[CauseKey, list[Case]] = {}
    first: dict[CauseKey, Cause] = {}
    for case in cases:
        for cause in case.causes:
            first.setdefault(cause_key(cause), cause)
            members = cases_of.setdefault(cause_key(cause), [])
            if case not in members[-1:]:
                members.append(case)
    reports = [report_of(cause, by_selector, tuple(cases_of[key])) for key, cause in first.items()]
    phases = list(Phase)
    reports.sort(key=lambda report: (phases.index(report.phase), -len(report.cases), report.id))
    return tuple(reports)


def report_of(
    cause: Cause, by_selector: Mapping[str, AnySpec], cases: tuple[Case, ...] = ()
) -> CauseReport:
    """Return the report of a comparison's cause, with some cases that have it."""
    left, right = by_selector[cause.left.spec], by_selector[cause.right.spec]
    return CauseReport(cause.phase, left, right, cause.left.rule, cause.right.rule, cases)


def _size(case: Case) -> tuple[int, int, str]:
    return len(case.reference), len(case.base), case.base
