"""Runs of a spec, on its own input or resumed after a phase.

All standards go through the same phases, and each phase ends with a string and its components. To
find out what a difference depends on, a spec is run again from a given phase onward: with another
spec's string, with other components of the same string, or under another option of a reading.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import attrs

from hexapla.comparison.resuming import by_name, has_components, taken_over
from hexapla.documents.reading import Choice
from hexapla.standard.component import Segment
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, PhaseResult, Record, State, Step, Target
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.values.frozen import late

PARSING = frozenset({Phase.CLEAN, Phase.SPLIT})
"""The phases that decide how a spec parses a string."""

_BEFORE_COMBINING = PARSING | {Phase.CLASSIFY}

Start = tuple[Parts, Parts, Phase, Rule | None]
"""A parsed base, a parsed text, and the phase and the rule after which a run begins."""


class Extended(NamedTuple):
    """A result of resolving under an extension of a standard.

    Attributes:
        choice: The option that turns on the extension.
        spec: The spec under the extension.
        target: The result.
    """

    choice: Choice
    spec: Spec
    target: Target


class ParsedText(Reference):
    """A string as parsed by a spec, with positions that are computed only once."""

    @late
    def _known_ends(self) -> Mapping[str, int] | None:
        return super().ends

    @late
    def _known_segments(self) -> tuple[Segment, ...]:
        return super().segments()

    @property
    def ends(self) -> Mapping[str, int] | None:
        """The end offset of each component, keyed by shared name, or None (see `Reference`)."""
        return self._known_ends

    def segments(self) -> tuple[Segment, ...]:
        """Return the whole text split into segments, each with its component (see `Reference`)."""
        return self._known_segments


# Inputs and runs aren't frozen, because many are created and `late` sets their attributes.


@attrs.define(eq=False, slots=False)
class SpecInput:
    """A spec with a base and a reference, each parsed only once.

    Results that don't depend on another spec are cached, so that comparisons with several other
    specs can share them. Resumed runs, runs under other choices, and other parsed strings are
    cached as well.
    """

    spec: Spec
    base_parts: Parts
    reference_parts: Parts
    target: Target
    _continued: dict[Start, tuple[PhaseResult, ...]] = attrs.field(factory=dict, init=False)
    _under: "dict[Spec, SpecInput]" = attrs.field(factory=dict, init=False)
    _splits: dict[str, Parts] = attrs.field(factory=dict, init=False)
    _parsed: dict[Parts, ParsedText] = attrs.field(factory=dict, init=False)

    @classmethod
    def of(cls, spec: Spec, base: str, reference: str) -> "SpecInput":
        """Parse a base and a reference under a spec, and resolve the reference."""
        base_parts = spec.standard.split(base)
        reference_parts = spec.standard.split(reference, base_parts)
        target = spec.standard.resolve_parts(base_parts, reference_parts)
        return cls(spec, base_parts, reference_parts, target)

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return str(self.base_parts[0])

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return str(self.reference_parts[0])

    @late
    def _passed(self) -> tuple[PhaseResult, ...]:
        parts = self.base_parts, self.reference_parts
        return self.spec.standard.passed_in(self.record, *parts)

    @property
    def run(self) -> "Run":
        """The run of the spec on its own input."""
        return Run(self, self._passed)

    @late
    def record(self) -> Record:
        """The run of the spec on its own input, with every step recorded."""
        return self.spec.standard.record(self.reference, base=self.base)

    @late
    def consulted(self) -> tuple[Choice, ...]:
        """The readings that the spec consults, with its current options, in the order of use."""
        if "record" in vars(self):
            return self.record.choices  # no further run is needed
        return self.spec.standard.consulted(self.reference, base=self.base)

    @late
    def components(self) -> Mapping[str, str | None]:
        """The components of the reference, keyed by shared name."""
        return by_name(self.spec, self.reference_parts[1:])

    def split(self, text: str) -> Parts:
        """Parse a string under the spec, with the base of this input."""
        if text not in self._splits:
            self._splits[text] = self.spec.standard.split(text, self.base_parts)
        return self._splits[text]

    def parsed(self, parts: Parts) -> ParsedText:
        """Return a string as parsed by the spec, given the string and its components."""
        if parts not in self._parsed:
            self._parsed[parts] = ParsedText(self.spec, parts)
        return self._parsed[parts]

    def continued(self, base: Parts, parts: Parts, after: Phase, rule: Rule | None = None) -> "Run":
        """Resume the spec after a phase, as `Standard.continue_parts` does, and return the run.

        Runs are cached, because the search for a cause often tries the same arguments again.
        """
        start = base, parts, after, rule
        if start not in self._continued:
            self._continued[start] = self.spec.standard.passed_from(*start)
        return Run(self, self._continued[start], start)

    def under(self, spec: Spec) -> "SpecInput":
        """Return the same base and reference under other choices of the spec."""
        if spec == self.spec:
            return self
        if spec not in self._under:
            self._under[spec] = SpecInput.of(spec, self.base, self.reference)
        return self._under[spec]

    def extended(self) -> Iterator[Extended]:
        """Yield the results under extensions, except for results that are the same as the target.

        If the target is a URI, nothing is yielded.
        """
        if isinstance(self.target, str):
            return
        for choice in self.spec.standard.extensions:
            spec = self.spec.choosing(choice)
            target = spec.standard.resolve_parts(self.base_parts, self.reference_parts)
            if target != self.target:
                yield Extended(choice, spec, target)


@attrs.define(eq=False, slots=False)
class Run:
    """A run of a spec on its own input, or one resumed after a phase.

    `start` contains the arguments of `Standard.continue_parts` for a resumed run; it is None for a
    run on the spec's own input. A run refers to its input, but an input doesn't refer to its runs:
    without a reference cycle, both are freed as soon as possible.
    """

    input: SpecInput
    passed: tuple[PhaseResult, ...]
    start: Start | None = None

    @late
    def steps(self) -> tuple[Step, ...]:
        """The steps of the run."""
        if self.start is None:
            return self.input.record.steps
        return self.spec.standard.continue_parts(*self.start).steps

    @late
    def _steps_by_phase(self) -> dict[Phase, list[Step]]:
        by_phase: dict[Phase, list[Step]] = {}
        for step in self.steps:
            by_phase.setdefault(step.phase, []).append(step)
        return by_phase

    @late
    def _results(self) -> dict[Phase, PhaseResult]:
        return {result.phase: result for result in self.passed}

    @property
    def end(self) -> Phase:
        """The phase in which resolving ended."""
        return self.passed[-1].phase

    @property
    def spec(self) -> Spec:
        """The spec."""
        return self.input.spec

    @property
    def target(self) -> Target:
        """The result of resolving."""
        return self.passed[-1].target

    def entering(self, phase: Phase) -> Target:
        """Return the text of the run before a phase."""
        if phase is Phase.CLEAN:
            return self.input.reference
        return self.after(phase.previous)

    def after(self, phase: Phase) -> Target:
        """Return the target so far after a phase; after the end of resolving, the final target."""
        return self._results.get(phase, self.passed[-1]).target

    def rule(self, phase: Phase) -> Rule | None:
        """Return the rule of a phase; None unless the run applied a single rule."""
        if phase in self._results:
            return self._results[phase].rule
        return None

    def state(self, phase: Phase) -> State | None:
        """Return the components after a phase; None if there are none."""
        if phase in self._results:
            return self._results[phase].state
        return None

    def steps_in(self, phase: Phase) -> Sequence[Step]:
        """Return the steps that belong to a phase."""
        return self._steps_by_phase.get(phase, [])

    def ended(self, phase: Phase) -> bool:
        """Return whether resolving ended in a phase or before it."""
        return self.end.number <= phase.number

    def reaches(self, phase: Phase) -> bool:
        """Return whether resolving didn't end before a phase."""
        return self.end.number >= phase.number

    @property
    def is_refused(self) -> bool:
        """Whether resolving ended without a URI before the reference was combined with the base."""
        return self.ended(Phase.CLASSIFY) and isinstance(self.target, NoUri)

    @property
    def rejects_component(self) -> bool:
        """Whether resolving ended without a URI because a component of the target was rejected."""
        return self.end is Phase.NORMALISE and isinstance(self.target, NoUri)

    def split_as(self, text: str, phase: Phase) -> Parts:
        """Return the components into which the spec splits a string before a phase.

        After combining, if the string is the run's own text, the run's components are returned.
        """
        return self._split_under(self.input, text, phase)

    def _split_under(self, column: SpecInput, text: str, phase: Phase) -> Parts:
        """Split a string like `split_as`, but under the choices of another input."""
        state = self.state(phase.previous) if phase.number > Phase.COMBINE.number else None
        if state is not None and text == self.entering(phase) and _has_scheme(self.spec, state):
            return (text, *state)
        return column.split(text)

    def parsed(self, text: str, phase: Phase) -> ParsedText:
        """Return a string as parsed by the spec before a phase (see `split_as`)."""
        return self.input.parsed(self.split_as(text, phase))

    @property
    def base(self) -> ParsedText:
        """The base as parsed by the spec."""
        return self.input.parsed(self.input.base_parts)

    @property
    def combining(self) -> Rule | None:
        """The combining rule that was applied; None unless resolving continued after combining."""
        if self.ended(Phase.COMBINE):
            return None
        return self.rule(Phase.COMBINE)

    @property
    def has_scheme(self) -> bool:
        """Whether the spec finds a scheme in the reference."""
        return bool(self.input.components.get("scheme"))

    @property
    def uses_base(self) -> bool:
        """Whether the reference is combined with the base."""
        ignores_scheme = self.after(Phase.CLASSIFY) != self.after(Phase.SPLIT)
        return ignores_scheme or not self.has_scheme

    @property
    def has_base_with_scheme(self) -> bool:
        """Whether the spec finds a scheme in the base."""
        return bool(by_name(self.spec, self.input.base_parts[1:]).get("scheme"))

    def has_same_text(self, other: "Run", phase: Phase) -> bool:
        """Return whether both runs have exactly the same text after a phase.

        For example, `http://a/g` and `http://a/g?` aren't the same, even if one of the standards
        drops the delimiter of an empty query.
        """
        return self.ended(phase) == other.ended(phase) and self.after(phase) == other.after(phase)

    def has_equivalent_text(self, other: "Run", phase: Phase) -> bool:
        """Return whether both runs have equivalent texts after a phase.

        Two texts are equivalent if they are the same, or if one of the texts becomes the other when
        it is parsed and recombined under the other's spec. For example, `http://a/g` and
        `http://a/g?` are equivalent if the standard with the former result drops the delimiter of
        an empty query.
        """
        if self.ended(phase) != other.ended(phase):
            return False
        here = self.after(phase)
        there = other.after(phase)
        return here == there or here == self.reparsed(there) or there == other.reparsed(here)

    def reparsed(self, text: Target) -> Target:
        """Parse and recombine a string under the spec, which may drop some delimiters.

        If the standard also rewrites other characters, such as backslashes, the string is returned
        unchanged, so that rewriting counts as a difference.
        """
        standard = self.spec.standard
        if standard.rewrites or not isinstance(text, str):
            return text
        return standard.text_of(self.input.split(text)[1:])

    # Runs of the same spec that resume from a phase of this run.

    def resumed(
        self, phase: Phase, *, base: Parts | None = None, parts: Parts | None = None
    ) -> "Run":
        """Run the spec again from a phase onward, with other components of the base or the text."""
        if base is None:
            base = self.input.base_parts
        if parts is None:
            parts = self.split_as(str(self.entering(phase)), phase)
        return self.input.continued(base, parts, _last_kept(phase), self.combining)

    def replayed(self, phase: Phase, text: str, spec: Spec | None = None) -> "Run":
        """Run the spec again from a phase onward, with another string.

        If `spec` (the run's spec with other choices) is given, it is run instead.
        """
        column = self.input if spec is None else self.input.under(spec)
        parts = self._split_under(column, text, phase)
        return column.continued(column.base_parts, parts, _last_kept(phase), self.combining)

    def is_stable(self, phase: Phase) -> bool:
        """Return whether a phase has the same result if its text is parsed again."""
        return self.resumed(phase).has_same_text(self, phase)

    def continue_from(self, other: "Run", phase: Phase) -> "Run | None":
        """Resume this run's spec from another run's state after a phase.

        Return None if the other run ended in that phase or before it, because the results would be
        the same.
        """
        if other.ended(phase):
            return None
        base_parts = self.input.base_parts
        text = str(other.after(phase))
        if phase is Phase.CLEAN:
            return self.input.continued(base_parts, self.input.split(text), Phase.SPLIT)
        if phase in _BEFORE_COMBINING:
            parts = self.input.split(text)
        else:
            parts = self.spec.standard.split(text)
        state = other.state(phase)
        parts = taken_over(parts, self.spec, phase, state, other.spec, self.input.base)
        rule = None
        if phase is Phase.COMBINE:
            rule = self.combining or _merging(self.spec)
        return self.input.continued(base_parts, parts, phase, rule)


def _has_scheme(spec: Spec, state: State) -> bool:
    """Return whether the components include a scheme.

    They don't if the phase of combining joined whole strings.
    """
    return has_components(spec) and by_name(spec, state)["scheme"] is not None


def _last_kept(phase: Phase) -> Phase:
    """Return the phase after which a run must resume to repeat a given phase."""
    if phase in PARSING:
        return Phase.SPLIT
    return phase.previous


def _merging(spec: Spec) -> Rule | None:
    """Return the combining rule with which to resume a spec whose own run ended before combining.

    This is the rule for merging or, if there is none, the first combining rule. The result is None
    if the standard has no combining rules.
    """
    first = None
    for rule in spec.rules:
        if rule.phase is Phase.COMBINE:
            if rule.kind is RuleKind.MERGE:
                return rule
            if first is None:
                first = rule
    return first
