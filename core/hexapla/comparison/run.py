"""Runs of a spec, on its own input or resumed from another spec's state after a phase."""

import functools

import attrs

from hexapla.comparison.resuming import by_name, has_components, taken_over
from hexapla.standard.driver import Parts
from hexapla.standard.phases import PhaseResult, Record, State, Step, Target
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec

PHASES = tuple(Phase)
CLEAN = Phase.CLEAN.number
SPLIT = Phase.SPLIT.number
CLASSIFY = Phase.CLASSIFY.number
COMBINE = Phase.COMBINE.number
DOTS = Phase.DOTS.number
RECOMBINE = Phase.RECOMBINE.number

Start = tuple[Parts, Parts, Phase, Rule | None]
"""A parsed base, a parsed text, and the phase and the rule after which a run begins."""


@attrs.frozen(eq=False, slots=False)
class SpecInput:
    """A spec with a base and a reference, each parsed only once.

    Results that don't depend on another spec are cached for all comparisons, as are resumed runs
    and runs under other choices.
    """

    spec: Spec
    base_parts: Parts
    reference_parts: Parts
    target: Target
    _continued: dict[Start, tuple[PhaseResult, ...]] = attrs.field(factory=dict, init=False)
    _under: "dict[Spec, SpecInput]" = attrs.field(factory=dict, init=False)

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return str(self.base_parts[0])

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return str(self.reference_parts[0])

    @functools.cached_property
    def _passed(self) -> tuple[PhaseResult, ...]:
        return self.spec.standard.passed_from(self.base_parts, self.reference_parts)

    @property
    def run(self) -> "Run":
        """The run of the spec on its own input."""
        return Run(self, self._passed)

    @functools.cached_property
    def record(self) -> Record:
        """The run of the spec on its own input, with every step recorded."""
        return self.spec.standard.record(self.reference, base=self.base)

    def continued(self, base: Parts, parts: Parts, after: Phase, rule: Rule | None = None) -> "Run":
        """Return the run of the spec that resumes after a phase, like `continue_parts`.

        Runs are cached, because the search for a cause often tries the same arguments again.
        """
        start = base, parts, after, rule
        if start not in self._continued:
            self._continued[start] = self.spec.standard.passed_from(*start)
        return Run(self, self._continued[start], start)

    def under(self, spec: Spec) -> "SpecInput":
        """Return the same base and reference under other choices of the spec."""
        if spec not in self._under:
            base = spec.standard.split(self.base)
            parts = spec.standard.split(self.reference, base)
            self._under[spec] = SpecInput(
                spec, base, parts, spec.standard.resolve_parts(base, parts)
            )
        return self._under[spec]


@attrs.frozen(eq=False, slots=False)
class Run:
    """A run of a spec on an input, or resumed from another spec's state after a phase.

    `start` contains that state as the arguments of `continue_parts`; it is None for a run on the
    spec's own input. An input has no reference to its runs, because each run refers to its input.
    Without such a cycle, both are freed as soon as possible.
    """

    input: SpecInput
    passed: tuple[PhaseResult, ...]
    start: Start | None = None

    @functools.cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the run."""
        if self.start is None:
            return self.input.record.steps
        return self.spec.standard.continue_parts(*self.start).steps

    @functools.cached_property
    def _passed(self) -> dict[int, PhaseResult]:
        return {result.phase.number: result for result in self.passed}

    @functools.cached_property
    def end(self) -> int:
        """The index of the phase in which resolving ended."""
        return max(self._passed)

    @property
    def spec(self) -> Spec:
        """The spec."""
        return self.input.spec

    @property
    def target(self) -> Target:
        """The result of resolving."""
        return self.passed[-1].target

    def after(self, index: int) -> Target:
        """Return the target so far after a phase; after the end of resolving, the final target."""
        return self._passed[min(index, self.end)].target

    def rule(self, index: int) -> Rule | None:
        """Return the rule of the phase at `index`; None unless the run applied a single rule."""
        return self._passed[index].rule if index in self._passed else None

    def state(self, index: int) -> State | None:
        """Return the components after the phase at `index`; None if there are none."""
        return self._passed[index].state if index in self._passed else None

    def split_as(self, text: str, index: int, spec: Spec | None = None) -> Parts:
        """Return the components into which the spec splits a string before the phase at `index`.

        After combining, the components that the run already has are kept. If `spec` (the run's spec
        with other choices) is given, it splits the string instead of the run's own spec.
        """
        column = self.spec if spec is None else spec
        state = self.state(index - 1) if index > COMBINE else None
        is_there = state is not None and text == self.entering(index) and has_components(column)
        # If whole strings were joined, a single component contains the whole string.
        if is_there and state is not None and by_name(column, state)["scheme"] is not None:
            return (text, *state)
        return column.standard.split(text, self.input.base_parts)

    @property
    def combining(self) -> Rule | None:
        """The combining rule that was applied, if resolving continued after it."""
        return None if self.ended(COMBINE) else self.rule(COMBINE)

    @property
    def uses_base(self) -> bool:
        """Whether the reference is combined with the base."""
        parts = by_name(self.spec, self.input.reference_parts[1:])
        ignores_scheme = self.after(CLASSIFY) != self.after(SPLIT)
        return not parts.get("scheme") or ignores_scheme

    @property
    def has_base_with_scheme(self) -> bool:
        """Whether the spec finds a scheme in the base."""
        return bool(by_name(self.spec, self.input.base_parts[1:]).get("scheme"))

    def ended(self, index: int) -> bool:
        """Return whether resolving has ended after the phase at `index`."""
        return self.end <= index

    def changes(self, index: int) -> bool:
        """Return whether the phase at `index` changes the target so far."""
        return index <= self.end and self.entering(index) != self.after(index)

    def has_same_text(self, other: "Run", index: int) -> bool:
        """Return whether both runs have exactly the same text after the phase at `index`.

        For example, `http://a/g` and `http://a/g?` aren't the same, even if one of the standards
        drops the delimiter of an empty query.
        """
        return self.ended(index) == other.ended(index) and self.after(index) == other.after(index)

    def has_equivalent_text(self, other: "Run", index: int) -> bool:
        """Return whether either spec recombines both texts after a phase to the same string.

        For example, `http://a/g` and `http://a/g?` are equivalent if one of the standards drops the
        delimiter of an empty query. Strings that are the same are also equivalent.
        """
        if self.ended(index) != other.ended(index):
            return False
        here, there = self.after(index), other.after(index)
        return here == there or here == self.reparsed(there) or there == other.reparsed(here)

    def reparsed(self, text: Target) -> Target:
        """Parse and recombine a string under the spec, which may drop some delimiters.

        If the standard also rewrites other characters, such as backslashes, the string is returned
        unchanged, so that rewriting counts as a difference.
        """
        if self.spec.standard.rewrites or not isinstance(text, str):
            return text
        standard = self.spec.standard
        parts = standard.split(text, self.input.base_parts)
        return standard.text_of(parts[1:])

    def steps_in(self, index: int) -> tuple[Step, ...]:
        """Return the steps that belong to the phase at `index`."""
        return tuple(step for step in self.steps if step.phase is PHASES[index])

    def entering(self, index: int) -> Target:
        """Return the text of the run before the phase at `index`."""
        return self.after(index - 1) if index else self.input.reference

    def continue_from(self, other: "Run", index: int) -> "Run | None":
        """Resume this run's spec from another run's state after a phase.

        Return None if the other run ends in that phase, because the results would be the same.
        """
        if other.ended(index):
            return None
        phase, spec, state = PHASES[index], self.spec, other.state(index)
        text, base_parts = str(other.after(index)), self.input.base_parts
        if phase is Phase.CLEAN:
            return self.input.continued(
                base_parts, spec.standard.split(text, base_parts), Phase.SPLIT
            )
        # After combining, the text is parsed without the base.
        parts = spec.standard.split(text, base_parts if index < COMBINE else None)
        parts = taken_over(parts, spec, phase, state, other.spec, self.input.base)
        rule = (self.combining or _merging(spec)) if index == COMBINE else None
        return self.input.continued(base_parts, parts, phase, rule)


def _merging(spec: Spec) -> Rule:
    """Return the combining rule that applies if a standard's own run ended before combining."""
    return next((item for item in spec.rules if item.kind is RuleKind.MERGE), spec.rules[-1])
