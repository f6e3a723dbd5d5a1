"""The causes of disagreements over all cases, each with the cases that have it."""

from collections.abc import Iterable, Sequence

import attrs

from hexapla.comparison.cause import Cause
from hexapla.comparison.key import PARTS, TARGET, CauseKey, cause_key
from hexapla.standard.phases import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla_site.report.case import Case

_MOST_IN_FULL = 24  # cases


def key_of(cause: Cause, specs: Iterable[Spec]) -> CauseKey:
    """Return the key of a cause of parts or of a target, by columns among which are both sides."""
    return cause_key(PARTS if cause.characters else TARGET, cause, specs)


@attrs.frozen(repr=False)
class CauseReport:
    """A cause, and every case that has it."""

    key: CauseKey
    left: Spec
    right: Spec
    left_rule: Rule
    right_rule: Rule
    cases: tuple[Case, ...]

    def __repr__(self) -> str:
        return f"CauseReport({self.id!r}, {len(self.cases)} cases)"

    @property
    def phase(self) -> Phase:
        """The phase in which the two columns begin to differ."""
        return Phase(self.key.phase)

    @property
    def id(self) -> str:
        """A name made of the phase and the two rules."""
        return self.key.name

    @property
    def optional(self) -> bool:
        """Whether an optional column is one of its sides."""
        return not (self.left.default_column and self.right.default_column)

    @property
    def in_smallest(self) -> tuple[Cause, ...]:
        """The cause as the shortest case has it."""
        specs, causes = self.smallest.full.specs, self.smallest.causes
        return tuple(cause for cause in causes if key_of(cause, specs) == self.key)[:1]

    @property
    def of_parts(self) -> bool:
        """Whether it is about the parts of the reference, and not about the target."""
        return self.key.facet == PARTS

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


def cause_reports(cases: Iterable[Case], columns: Sequence[Spec]) -> tuple[CauseReport, ...]:
    """Return every cause that the cases have.

    Args:
        cases: The cases.
        columns: All columns that the cases were compared in.

    Returns:
        The causes by phase, and in a phase the one with most cases first.
    """
    cases_of: dict[CauseKey, list[Case]] = {}
    first: dict[CauseKey, Cause] = {}
    for case in cases:
        for cause in case.causes:
            key = key_of(cause, columns)
            first.setdefault(key, cause)
            members = cases_of.setdefault(key, [])
            if case not in members[-1:]:
                members.append(case)
    by_selector = {spec.selector: spec for spec in columns}
    reports = [
        CauseReport(
            key,
            by_selector[cause.left.spec],
            by_selector[cause.right.spec],
            cause.left.rule,
            cause.right.rule,
            tuple(cases_of[key]),
        )
        for key, cause in first.items()
    ]
    phases = list(Phase)
    reports.sort(key=lambda report: (phases.index(report.phase), -len(report.cases), report.id))
    return tuple(reports)


def _size(case: Case) -> tuple[int, int, str]:
    return len(case.reference), len(case.base), case.base
