"""A run of a column: what it has behind each phase, by itself or gone on from another column's."""

import functools
from collections.abc import Callable

import attrs

from hexapla.comparison.side import Side
from hexapla.comparison.taking_over import (
    has_authority,
    has_components,
    merges_with_authority,
    rejoined,
    taken_over,
    with_authority,
)
from hexapla.standard.driver import Parts, continue_parts, passed_from, record
from hexapla.standard.phases import Passed, Record, State, Step, Target
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec

PHASES = tuple(Phase)
SPLIT = PHASES.index(Phase.SPLIT)
COMBINE = PHASES.index(Phase.COMBINE)


@attrs.frozen(eq=False, slots=False)
class Input:
    """A column with a base and a reference that it takes apart once.

    What does not depend on the other column is worked out once for all comparisons with others, and
    so is what the column does from the middle on, or under other choices.
    """

    spec: Spec
    base_parts: Parts
    reference_parts: Parts
    _target: Target | None = None

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return str(self.base_parts[0])

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return str(self.reference_parts[0])

    @functools.cached_property
    def target(self) -> Target:
        """What resolving gives."""
        if self._target is not None:
            return self._target
        return self.spec.resolve_parts(self.base_parts, self.reference_parts)

    @functools.cached_property
    def run(self) -> "Run":
        """What the column does by itself."""
        passed = passed_from(self.spec, self.base_parts, self.reference_parts, Phase.SPLIT)
        return Run(self, passed, lambda: self.record.steps)

    @functools.cached_property
    def record(self) -> Record:
        """What the column does by itself, with every step."""
        return record(self.spec, self.base, self.reference)

    @functools.cached_property
    def steps_behind_split(self) -> tuple[Step, ...]:
        """What `record` has behind taking the reference apart, in half the time."""
        if any(step.rule is None for step in self.spec.parsing):
            return self.record.steps  # the next step tells the readings of one without a rule
        parts = self.base_parts, self.reference_parts
        return continue_parts(self.spec, *parts, Phase.SPLIT).steps

    @functools.cached_property
    def _continued(self) -> dict[tuple[object, ...], "Run"]:
        return {}

    def continued(
        self,
        base: Parts,
        parts: Parts,
        behind: Phase,
        rule: Rule | None = None,
        glued: bool = False,
    ) -> "Run":
        """Return the run of the column from the middle on, as `continue_parts`.

        It is worked out once for the same arguments: the search for what makes a difference tries
        the same more than once.
        """
        key = base, parts, behind, rule, glued
        run = self._continued.get(key)
        if run is None:
            spec = self.spec

            def find_steps() -> tuple[Step, ...]:
                return continue_parts(spec, base, parts, behind, rule).steps

            passed = passed_from(spec, base, parts, behind, rule)
            run = self._continued[key] = Run(self, passed, find_steps, True, glued)
        return run

    @functools.cached_property
    def _under(self) -> "dict[Spec, Input]":
        return {}

    def under(self, spec: Spec) -> "Input":
        """Return the same base and reference under other choices of the column."""
        known = self._under.get(spec)
        if known is None:
            parts = spec.split(self.base), spec.split(self.reference)
            known = self._under[spec] = Input(spec, *parts)
        return known

    @functools.cached_property
    def rewritten_base(self) -> Side | None:
        """What taking the base apart makes of its text, where that is something else."""
        spec = self.spec
        text = rejoined(spec, self.base_parts)
        if text == self.base:
            return None
        changed = [step for step in spec.record_parsing(self.base).steps if step.changed]
        if not changed:
            return None
        return Side(spec, changed[-1].rule, self.base, changed[-1].after)


@attrs.frozen(eq=False, slots=False)
class Run:
    """What a column does with an input, or with what another column has behind some phase.

    `supposed` says that it is the latter, `glued` that the column then has, in one component, an
    authority and a path that the other has apart, with no slash between.
    """

    input: Input
    passed: tuple[Passed, ...]
    _find_steps: Callable[[], tuple[Step, ...]]
    supposed: bool = False
    glued: bool = False
    start: int = attrs.field(init=False)
    end: int = attrs.field(init=False)

    @start.default
    def _find_start(self) -> int:
        return PHASES.index(self.passed[0][0])

    @end.default
    def _find_end(self) -> int:
        return self.start + len(self.passed) - 1

    @functools.cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps that were taken."""
        return self._find_steps()

    @property
    def spec(self) -> Spec:
        """The column."""
        return self.input.spec

    @property
    def target(self) -> Target:
        """What resolving gives."""
        return self.passed[-1][1]

    def behind(self, place: int) -> Target:
        """Return the target so far behind the phase at a place; resolving may have ended before."""
        return self.passed[min(place, self.end) - self.start][1]

    def rule(self, place: int) -> Rule | None:
        """Return the rule of the phase at a place, if it is one rule that the run applied."""
        return self.passed[place - self.start][2] if self.start <= place <= self.end else None

    def state(self, place: int) -> State | None:
        """Return the components behind the phase at a place; None where there are none."""
        return self.passed[place - self.start][3] if self.start <= place <= self.end else None

    def apart(self, text: str, place: int, spec: Spec | None = None) -> Parts:
        """Return what the column takes for the components of a text before the phase at a place.

        Once components were merged, they stay what they are. Of another text the authority stays: a
        path behind it is no part of it, even with no slash between.
        """
        column = self.spec if spec is None else spec
        state = self.state(place - 1) if place > COMBINE else None
        if state is None:
            return column.split(text)
        if text == self.entering(place) and has_components(column):
            return (text, *state)
        return with_authority(column.split(text), column, state, self.spec)

    @property
    def combining(self) -> Rule | None:
        """The rule of combining that was applied, where resolving did not end with it."""
        return None if self.ended(COMBINE) else self.rule(COMBINE)

    def ended(self, place: int) -> bool:
        """Return whether resolving has ended behind the phase at a place."""
        return self.end <= place

    def same(self, other: "Run", place: int) -> bool:
        """Return whether both have the same behind the phase at a place."""
        ended = self.end <= place
        return ended == (other.end <= place) and self.behind(place) == other.behind(place)

    def to_itself(self, text: Target) -> Target:
        """Return what a text is to the column: without separators that it drops, say."""
        return rejoined(self.spec, self.spec.split(text)) if isinstance(text, str) else text

    def has_same(self, other: "Run", place: int) -> bool:
        """Return whether it has, behind a phase, what the other's text is to the column.

        A standard to which an empty component is none has `g` where another has `g?`.
        """
        if self.same(other, place):
            return True
        if self.ended(place) != other.ended(place):
            return False
        return self.behind(place) == self.to_itself(other.behind(place))

    def meets(self, other: "Run", place: int) -> bool:
        """Return whether both have the same behind a phase, as far as both can tell."""
        return self.has_same(other, place) or other.has_same(self, place)

    def ends_as(self, other: "Run") -> bool:
        """Return whether both end with the same, as far as both can tell."""
        ends = self.target in (other.target, self.to_itself(other.target))
        return ends or other.target == other.to_itself(self.target)

    def steps_in(self, place: int) -> tuple[Step, ...]:
        """Return the steps that belong to the phase at a place."""
        known = self._steps_by_place.get(place)
        if known is None:
            phase = PHASES[place]
            own_work = place and not self.supposed
            steps = self.input.steps_behind_split if own_work else self.steps
            known = tuple([step for step in steps if step.rule.phase is phase])
            self._steps_by_place[place] = known
        return known

    @functools.cached_property
    def _steps_by_place(self) -> dict[int, tuple[Step, ...]]:
        return {}

    def entering(self, place: int) -> Target:
        """Return what the run has before the phase at a place."""
        return self.behind(place - 1) if place else self.input.reference

    def gone_on(self, other: "Run", place: int) -> "Run | None":
        """Return this column going on from what another has behind a phase.

        None where the other ends in that phase: who takes over its decision ends as it does.
        """
        if other.ended(place):
            return None
        phase, spec, state = PHASES[place], self.spec, other.state(place)
        text, base = str(other.behind(place)), self.input.base
        parts = taken_over(text, spec, phase, state, other.spec, base)
        rule = None
        if place == COMBINE:
            rule = self.combining or _rule_like(spec, other.combining)
        glued = not has_authority(spec) and merges_with_authority(state, other.spec)
        return self.input.continued(self.input.base_parts, parts, phase, rule, glued)


def _rule_like(spec: Spec, rule: Rule | None) -> Rule:
    """Return the rule of combining that does most nearly what another standard's rule does."""
    combining = [item for item in spec.rules if item.phase is Phase.COMBINE]
    kinds = (rule.kind if rule else RuleKind.MERGE, RuleKind.MERGE)
    alike = (item for kind in kinds for item in combining if item.kind is kind)
    return next(alike, (combining or spec.rules)[-1])
