"""What each standard did with a case, phase by phase."""

from collections.abc import Iterable, Sequence

import attrs

from hexapla.comparison.cause import Cause
from hexapla.standard.phases import Phase, Rule, Step, Target
from hexapla.standard.spec import Spec
from hexapla_site.report.case import Case, target_of


@attrs.frozen
class PhaseCell:
    """What one standard did in a phase: its steps there, none where it had decided already.

    `causing` are the rules by which it differs from a default column; `causing_optional` those by
    which it differs from any column.
    """

    spec: Spec
    steps: tuple[Step, ...]
    causing: tuple[Rule, ...]
    causing_optional: tuple[Rule, ...]

    @property
    def after(self) -> Target:
        """The target so far after the phase."""
        return self.steps[-1].after

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules to name: those that cause a difference, or changed something, or the last."""
        changing = tuple(step.rule for step in self.steps if step.changed)
        return self.causing or changing or (self.steps[-1].rule,)

    @property
    def further_rules(self) -> tuple[Rule, ...]:
        """The rules to name in addition when the optional columns are shown."""
        return tuple(rule for rule in self.causing_optional if rule not in self.rules)


@attrs.frozen
class PhaseRow:
    """A phase in every standard, and whether columns begin to differ there.

    `differ` is about the default columns; `optional_differ` says that only others differ.
    """

    phase: Phase
    cells: tuple[PhaseCell, ...]
    differ: bool
    optional_differ: bool


def phase_rows(case: Case, columns: Sequence[Spec]) -> tuple[PhaseRow, ...]:
    """Return what each of the columns, which are all of the case, did with it."""
    causes, all_causes = target_of(case.comparison).causes, target_of(case.full).causes
    steps = [resolution.steps for resolution in case.full.resolutions]
    return tuple(
        PhaseRow(
            phase,
            tuple(
                _phase_cell(spec, phase, taken, causes, all_causes)
                for spec, taken in zip(columns, steps, strict=True)
            ),
            _differ_in(phase, causes),
            _differ_in(phase, all_causes) and not _differ_in(phase, causes),
        )
        for phase in Phase
    )


def _phase_cell(
    spec: Spec,
    phase: Phase,
    steps: Iterable[Step],
    causes: Iterable[Cause],
    all_causes: Iterable[Cause],
) -> PhaseCell:
    return PhaseCell(
        spec,
        tuple(step for step in steps if step.phase is phase),
        _causing(spec, phase, causes),
        _causing(spec, phase, all_causes),
    )


def _causing(spec: Spec, phase: Phase, causes: Iterable[Cause]) -> tuple[Rule, ...]:
    """Return the rules by which a standard differs from others in a phase."""
    rules = dict.fromkeys(
        side.rule
        for cause in causes
        for side in (cause.left, cause.right)
        if cause.phase is phase and side.spec == spec.selector
    )
    return tuple(rules)


def _differ_in(phase: Phase, causes: Iterable[Cause]) -> bool:
    return any(cause.phase is phase for cause in causes)
