"""Explain why two specs differ, with the rules on both sides of each difference.

This module works for any standard: all standards are run in the same phases, each phase ends with a
string, and a run can resume from another standard's string (see `hexapla.comparison.run`).

A cause is found as a chain of differences. The run of one spec resumes from the other spec's result
after the first phase in which the specs diverge. If the targets still differ, the run resumes again
after the next such phase, until the targets are the same. Each of these phases is a difference, and
the last one decides.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import attrs

from hexapla.comparison.attribution import do_alike, recombining_rule, rules_at_work
from hexapla.comparison.cause_key import PARTS, TARGET, CauseKey
from hexapla.comparison.cut_events import held_in
from hexapla.comparison.cuts import Cut, Place, cut_at_work, disputed_spans
from hexapla.comparison.events import Held, TraceEvent, event_of_base_step, event_of_step
from hexapla.comparison.readings import DecidingReading, deciding_readings, readings_of_parts
from hexapla.comparison.resuming import by_name, has_components
from hexapla.comparison.run import Run
from hexapla.comparison.wording import effect_of, held_text, quoted, reason_of, within_heading
from hexapla.documents.citation import Citation
from hexapla.standard.component import Component, Segment
from hexapla.standard.phases import NoUri, Target
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.values.value import Value

_PHASES = tuple(Phase)

_MOST_WORDS_QUOTED = 2
"""The maximum length, in words, of a rejected string that a cause's sentence quotes."""


class Said(NamedTuple):
    """A description of what a spec did to an input, with its citation."""

    says: str
    citation: Citation

    @property
    def section(self) -> str:
        """The cited section, without an unnumbered heading."""
        return within_heading(self.citation.section)


@attrs.frozen(eq=False, repr=False)
class RunStep:
    """A phase in which a spec's run differs from another run.

    Attributes:
        run: The run.
        phase: The phase.
        cut: The characters that cause the difference because the specs assign them to different
            components; None if there are none.
    """

    run: Run
    phase: Phase
    cut: Cut | None

    def evidence_of(self, rule: Rule) -> Held | TraceEvent | Rule:
        """Return the event in which a rule was applied, or the component that the rule governs.

        If there is neither, the rule itself is returned. A run that was resumed from another spec's
        text is only hypothetical. For such a run, an event of the spec's own run is returned.
        """
        spec = self.run.spec
        if self.cut is not None:
            for component in (self.cut.left, self.cut.right):
                if component.rule == rule:
                    return _held_in(self.cut, component, spec)
        acting = self._applied_by_itself(rule)
        for event in self._events():
            if event.rules[0] == acting:
                return event
        return rule

    def _applied_by_itself(self, rule: Rule) -> Rule:
        """Return the rule that the spec applied in this phase of its own run.

        The given rule is returned if this run wasn't resumed from another spec's text, or if the
        spec's own run applied the same rule or none.
        """
        own = self.run.input.run
        if self.run.start is None or not own.reaches(self.phase):
            return rule
        steps = own.steps_in(self.phase)
        applied = [step.rule for step in steps if step.changed or step.rule == own.rule(self.phase)]
        return rule if rule in applied or not applied else applied[0]

    def _events(self) -> Iterator[TraceEvent]:
        """Yield the events of the spec's own run in this phase, then any that rewrite the base."""
        own = self.run.input.run
        for step in own.steps_in(self.phase):
            yield event_of_step(own.spec, step)
        combining = own.rule(Phase.COMBINE)
        if self.phase is Phase.COMBINE and combining is not None:
            for step in own.spec.standard.steps_of_base(own.input.base, combining):
                yield event_of_base_step(own.spec, step)


def _held_in(cut: Cut, component: Component, spec: Spec) -> Held:
    """Return the characters of a cut, with the component to which a spec assigns them."""
    other = cut.right if component is cut.left else cut.left
    place = held_in(spec, component, other)
    return Held(cut.characters, (place,), other, of_base=cut.place is Place.BASE)


@attrs.frozen(repr=False, slots=False)
class SpecStep(Value):
    """One spec's part in a difference.

    `rule` is the rule to which the difference is attributed: the rule that the spec applied in the
    phase, or the rule that assigns characters to a component. `applied` is always the applied rule.
    `before` and `after` are the target so far before and after the phase. `said` is derived from
    `evidence`. `ends` is true if resolving ends in this phase. `supposed` is true if `before` is
    copied from the other spec's run.

    Attributes:
        spec: The spec.
    """

    _json_members = ("spec=spec.selector", "rule", "before!s", "after!s", "ends", "supposed")

    spec: Spec
    rule: Rule
    before: Target
    after: Target
    evidence: RunStep | Held | TraceEvent | Rule = attrs.field(eq=False)
    ends: bool = attrs.field(default=False, kw_only=True)
    supposed: bool = attrs.field(default=False, kw_only=True)
    applied: Rule = attrs.field(kw_only=True, eq=False)

    @applied.default
    def _default_applied(self) -> Rule:
        return self.rule

    @functools.cached_property
    def said(self) -> Said:
        """A description of what the spec did to this input, with its citation."""
        evidence = self.evidence
        if isinstance(evidence, RunStep):
            evidence = evidence.evidence_of(self.rule)
        match evidence:
            case Held():
                says, citation = held_text(evidence), evidence.places[0].citation
            case TraceEvent(after=NoUri()):
                says = _error_text(evidence)
                citation = evidence.citations[0]
            case TraceEvent():
                rule = evidence.rules[0]
                says = effect_of(evidence) or reason_of(evidence, rule) or rule.says
                citation = _general_citation(self.spec, rule)
            case Rule():
                says, citation = evidence.says, _general_citation(self.spec, evidence)
        return Said(says, self.spec.standard.cited(citation))


def _error_text(error: TraceEvent) -> str:
    """Return why a spec gives no URI, preceded by the rejected string if the string is short."""
    found, reason = effect_of(error), reason_of(error, error.rules[0])
    names_text = found and len(found.split()) <= _MOST_WORDS_QUOTED
    return f"{found}: {reason}" if names_text else reason


def _general_citation(spec: Spec, rule: Rule) -> Citation:
    """Return the citation of a rule as its standard lists it.

    The more specific citations of all the steps that applied the rule wouldn't fit on a line.
    """
    return spec.standard.rules_by_name.get(rule.name, rule).citation


@attrs.frozen(repr=False, slots=False)
class Difference(Value):
    """A phase in which two specs differ, with what each spec does there.

    Attributes:
        phase: The phase.
        cut: The characters that cause the difference because the specs assign them to different
            components; None if there are none.
        left: What the older spec does.
        right: What the newer spec does.
        between: The two runs or references that differ; None if no reading can decide the
            difference.
    """

    _json_members = ("phase", "left", "right", "cut", "readings")

    phase: Phase
    cut: Cut | None = attrs.field(eq=False)
    left: SpecStep
    right: SpecStep
    between: tuple[Run, Run] | tuple[Reference, Reference] | None = attrs.field(eq=False)

    @functools.cached_property
    def readings(self) -> tuple[DecidingReading, ...]:
        """The readings that have another option under which this difference would disappear."""
        match self.between:
            case (Run() as left, Run() as right):
                return tuple(deciding_readings(left, right, self.phase))
            case (Reference() as left, Reference() as right):
                return tuple(readings_of_parts(left, right))
        return ()

    @property
    def sides(self) -> tuple[SpecStep, SpecStep]:
        """What each spec does, the older one first."""
        return self.left, self.right

    def __repr__(self) -> str:
        left, right = (f"{side.spec.selector} {side.rule.citation.section}" for side in self.sides)
        return f"<Difference {self.phase}: {left} against {right}>"


def difference_of_runs(phase: Phase, left: Run, right: Run) -> Difference:
    """Return the difference between two runs in a phase; one may be resumed from the other."""
    cut = cut_at_work(left, right, phase)
    applied = rules_at_work(left, right, phase)
    rules = _blamed(phase, left, right, applied, cut)
    one = _side_of_run(RunStep(left, phase, cut), rules[0], applied[0])
    other = _side_of_run(RunStep(right, phase, cut), rules[1], applied[1])
    return Difference(phase, cut, one, other, (left, right))


def _side_of_run(step: RunStep, rule: Rule, applied: Rule) -> SpecStep:
    """Return what a spec does in a phase of its run."""
    run, phase = step.run, step.phase
    return SpecStep(
        run.spec,
        rule,
        run.entering(phase),
        run.after(phase),
        step,
        ends=run.ended(phase),
        supposed=run.start is not None,
        applied=applied,
    )


def _blamed(
    phase: Phase, left: Run, right: Run, applied: tuple[Rule, Rule], item: Cut | None
) -> tuple[Rule, Rule]:
    """Return the rules to which a difference is attributed, usually the applied rules.

    If both applied rules do the same thing, the rules that assign the characters to different
    components are returned instead. If the combined strings differ only in delimiters, the
    recombining rules are returned. In parsing, one spec may drop characters that the other assigns
    to a component; for the spec that keeps the characters, the rule of this component is returned.
    """
    one, other = applied
    if phase is Phase.SPLIT:
        if item is not None and left.entering(phase) == left.after(phase):
            one = item.left.rule
        if item is not None and right.entering(phase) == right.after(phase):
            other = item.right.rule
        return one, other
    if item is not None and item.decides and do_alike(one, other):
        return item.left.rule, item.right.rule
    rewrites = RuleKind.REWRITE in (one.kind, other.kind)
    if phase is Phase.COMBINE and not rewrites and _differ_in_separators(left, right, phase):
        one_recombines, other_recombines = recombining_rule(left.spec), recombining_rule(right.spec)
        if one_recombines is not None and other_recombines is not None:
            return one_recombines, other_recombines
    return applied


def _differ_in_separators(left: Run, right: Run, phase: Phase) -> bool:
    """Return whether two specs have the same non-empty components after a phase.

    If so, their strings differ only in delimiters.
    """
    text, other = left.after(phase), right.after(phase)
    if not isinstance(text, str) or not isinstance(other, str):
        return False
    here, there = _parts_that_are_there(left, phase), _parts_that_are_there(right, phase)
    if here is not None and here == there:
        return True
    return without_empty(left.spec.parse(text)) == without_empty(right.spec.parse(other))


def _parts_that_are_there(run: Run, phase: Phase) -> Mapping[str, str] | None:
    """Return the non-empty components after a phase, keyed by shared name.

    The result is None if the run has no components after the phase, or if two components of its
    spec have the same shared name.
    """
    state = run.state(phase)
    if state is None or not has_components(run.spec):
        return None
    return {name: part for name, part in by_name(run.spec, state).items() if part}


def without_empty(reference: Reference) -> str:
    """Return a string without the delimiters of its empty components."""
    text = reference.text
    for component, part, span in reversed(reference.places()):
        if not part:
            start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
            text = text[:start] + text[stop:]
    return text


@attrs.frozen(repr=False, slots=False)
class Cause(Value):
    """The reason why two specs differ, as a list of differences.

    Attributes:
        facet: The name of the facet that differs: "parts" or "target".
        differences: All differences, in the order of the phases; the last is the deciding one.
    """

    _json_members = ("key", "sentence", "differences")

    facet: str
    differences: tuple[Difference, ...]

    @property
    def deciding(self) -> Difference:
        """The difference that makes the specs disagree."""
        return self.differences[-1]

    @property
    def phase(self) -> Phase:
        """The phase of the deciding difference."""
        return self.deciding.phase

    @property
    def left(self) -> SpecStep:
        """What the older spec does in the deciding phase."""
        return self.deciding.left

    @property
    def right(self) -> SpecStep:
        """What the newer spec does in the deciding phase."""
        return self.deciding.right

    @functools.cached_property
    def key(self) -> CauseKey:
        """The key that identifies this cause across inputs."""
        return self._key_of(self.deciding)

    @property
    def keys(self) -> tuple[CauseKey, ...]:
        """The key for each difference, as if that difference were the deciding one."""
        return tuple(map(self._key_of, self.differences))

    def _key_of(self, difference: Difference) -> CauseKey:
        left, right = difference.sides
        return CauseKey(
            self.facet,
            difference.phase.value,
            left.spec.selector,
            left.rule.name,
            right.spec.selector,
            right.rule.name,
        )

    @property
    def sentence(self) -> str:
        """A sentence of at most 30 words that states what each spec does and cites its rule."""
        told = []
        if self.left.said.says != self.right.said.says:
            for side in self.deciding.sides:
                told.append(f"{side.spec.label}: {side.said.says} ({side.said.section})")
            return "; ".join(told)
        # Two sides that do the same thing still get different strings if they began with different
        # strings.
        for side in self.deciding.sides:
            told.append(f"{side.spec.label} ({side.said.section}): {quoted(str(side.after))}")
        return f"{self.left.said.says}: {'; '.join(told)}"

    def __repr__(self) -> str:
        return f"<Cause {self.phase}: {self.sentence}>"


def cause_of_parts(left: Reference, right: Reference) -> Cause:
    """Return the cause of a difference between two specs' components of the same reference.

    The cause is the first range of characters that the specs assign to different components. If
    there is no such range, one spec removes characters that the other keeps.
    """
    first = next(disputed_spans(left, right), None)
    if first is None:
        difference = Difference(Phase.CLEAN, None, _cleaning(left), _cleaning(right), None)
    else:
        cut = Cut(Place.REFERENCE, left.text, (first,))
        one, other = _holding(left, cut, first.left), _holding(right, cut, first.right)
        difference = Difference(Phase.SPLIT, cut, one, other, (left, right))
    return Cause(PARTS, (difference,))


def _holding(reference: Reference, cut: Cut, segment: Segment) -> SpecStep:
    """Return the step that assigns the characters of a cut to a component of a reference."""
    spec, text, component = reference.spec, reference.text, segment.component
    held = _held_in(cut, component, spec)
    return SpecStep(spec, component.rule, text, text[segment.start : segment.stop], held)


def _cleaning(reference: Reference) -> SpecStep:
    """Return the first step that removes characters, or a step for the rule that keeps them all."""
    spec, text = reference.spec, reference.text
    for step in spec.standard.record_parsing(text).steps:
        # Replacing a lone surrogate doesn't count as removing a character.
        is_shorter = len(str(step.after)) < len(str(step.before))
        if step.phase is Phase.CLEAN and is_shorter:
            event = event_of_step(spec, step)
            return SpecStep(spec, step.rule, step.before, step.after, event)
    for rule in spec.rules:
        if rule.phase is Phase.CLEAN and rule.keeps:
            return SpecStep(spec, rule, text, text, rule)
    # Some dated versions of the URL Standard keep these characters as part of a component.
    rule = reference.segments()[0].component.rule
    return SpecStep(spec, rule, text, text, rule)


def cause_of_chain(chain: "Iterable[Parting]") -> Cause:
    """Return the cause of different targets, given the phases in which two runs diverge."""
    differences = [difference_of_runs(*parting) for parting in chain]
    return Cause(TARGET, tuple(differences))


# Chains.


class Parting(NamedTuple):
    """Two runs, and the phase in which they diverge."""

    phase: Phase
    left: Run
    right: Run


def chain_of(one: Run, other: Run) -> tuple[Parting, ...]:
    """Return the phases in which two specs with different results diverge, in order.

    After each of these phases, one spec resumes from the other's intermediate result. The targets
    become the same only after the last of these phases. Both directions are tried, and the shorter
    chain is returned. Of two equally long chains, the chain with fewer resumed runs is preferred,
    then the chain in which the older spec (`one`) resumes from the newer.
    """
    phase = _parts_from(one, other, _PHASES, Run.has_same_text)
    if decides(one, other, phase):
        return (Parting(phase, one, other),)
    older_continues = _follow(other, one, phase)
    newer_continues = _follow(one, other, phase)
    if _rank(newer_continues) < _rank(older_continues):
        return tuple(newer_continues)
    return tuple([Parting(phase, moving, fixed) for phase, fixed, moving in older_continues])


def _rank(chain: Sequence[Parting]) -> tuple[int, int]:
    """Return the rank of a chain; shorter chains, and those with fewer resumed runs, rank lower."""
    return len(chain), sum(parting.right.start is not None for parting in chain)


def _follow(fixed: Run, moving: Run, phase: Phase) -> list[Parting]:
    """Resume `moving` from `fixed` until the results are the same, and return the chain."""
    chain = [Parting(phase, fixed, moving)]
    while True:
        continued = moving.continue_from(fixed, phase)
        assert continued is not None
        # A resumed run replaces the previous one only if it has a different text after this phase.
        if not continued.has_same_text(moving, phase):
            moving = continued
        later = _PHASES[phase.number + 1 :]
        phase = _parts_from(moving, fixed, later, Run.has_equivalent_text)
        chain.append(Parting(phase, fixed, moving))
        if decides(moving, fixed, phase):
            return chain


def _parts_from(
    run: Run, other: Run, phases: Sequence[Phase], meet: Callable[[Run, Run, Phase], bool]
) -> Phase:
    """Return the first phase after which two runs never become equivalent again."""
    parted = phases[-1]
    for phase in reversed(phases):
        if meet(run, other, phase):
            break
        parted = phase
    return parted


def decides(run: Run, other: Run, phase: Phase) -> bool:
    """Return whether results become the same if one run resumes from the other after a phase."""
    return _ends_like(run, other, phase) or _ends_like(other, run, phase)


def _ends_like(run: Run, other: Run, phase: Phase) -> bool:
    continued = run.continue_from(other, phase)
    return continued is None or continued.has_equivalent_text(other, Phase.RECOMBINE)
