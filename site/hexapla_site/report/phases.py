"""What each standard did with a case, phase by phase."""

from collections.abc import Iterable, Sequence

import attrs

from hexapla.comparison.cause import Cause
from hexapla.standard.phases import Step, Target
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla_site.report.case import CaseReport


@attrs.frozen
class PhaseCell:
    """What one standard did in a phase: its steps there, none where it had decided already.

    `causing` are the rules by which it differs from another column.
    """

    spec: Spec
    steps: tuple[Step, ...]
    causing: tuple[Rule, ...]

    @property
    def after(self) -> Target:
        """The target so far after the phase."""
        return self.steps[-1].after

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules to name: those that cause a difference, or changed something, or the last."""
        changing = tuple(step.rule for step in self.steps if step.changed)
        return self.causing or changing or (self.steps[-1].rule,)


@attrs.frozen
class PhaseRow:
    """A phase in every standard; `pairs` are the columns that begin to differ there, by index."""

    phase: Phase
    cells: tuple[PhaseCell, ...]
    pairs: tuple[tuple[int, int], ...]


def phase_rows(case: CaseReport, columns: Sequence[Spec]) -> tuple[PhaseRow, ...]:
    """Return what each of the columns, which are all of the case, did with it."""
    causes = case.comparison.target.causes
    steps = [resolution.steps for resolution in case.comparison.resolutions]
    places = {spec.selector: index for index, spec in enumerate(columns)}
    return tuple(
        PhaseRow(
            phase,
            tuple(
                _phase_cell(spec, phase, taken, causes)
                for spec, taken in zip(columns, steps, strict=True)
            ),
            tuple(
                (places[cause.left.spec], places[cause.right.spec])
                for cause in causes
                if cause.phase is phase
            ),
        )
        for phase in Phase
    )


def _phase_cell(
    spec: Spec, phase: Phase, steps: Iterable[Step], causes: Iterable[Cause]
) -> PhaseCell:
    in_phase = tuple(step for step in steps if step.phase is phase)
    return PhaseCell(spec, in_phase, _causing(spec, phase, causes))


def _causing(spec: Spec, phase: Phase, causes: Iterable[Cause]) -> tuple[Rule, ...]:
    """Return the rules by which a standard differs from others in a phase."""
    rules = dict.fromkeys(
        side.rule
        for cause in causes
        for side in (cause.left, cause.right)
        if cause.phase is phase and side.spec == spec.selector
    )
    return tuple(rules)
