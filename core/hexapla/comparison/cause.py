"""Explain why two specs differ, with the rules on both sides of each difference.

This module works for any standard: every spec runs in the same phases, each phase ends with a
string, and a run can resume from another spec's string (see `hexapla.comparison.run`).

A cause of different targets is found as a chain of differences (see `hexapla.comparison.chain`).
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import attrs

from hexapla.comparison.attribution import do_alike, recombining_rule, rules_at_work
from hexapla.comparison.cause_key import PARTS, TARGET, CauseKey
from hexapla.comparison.chain import Parting
from hexapla.comparison.cut_events import held_in
from hexapla.comparison.cuts import Cut, Place, cut_at_work, disputed_spans
from hexapla.comparison.events import (
    OF_EMPTY_PARTS,
    EventKind,
    Held,
    TraceEvent,
    event_of_step,
)
from hexapla.comparison.readings import DecidingReading, deciding_readings, readings_of_parts
from hexapla.comparison.resuming import by_name, has_components
from hexapla.comparison.run import Run
from hexapla.comparison.wording import effect_of, held_text, quoted, reason_of, within_heading
from hexapla.documents.citation import Citation
from hexapla.standard.component import Segment
from hexapla.standard.phases import Target
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.values.value import Value

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


@attrs.frozen(repr=False, slots=False)
class SpecStep(Value):
    """One spec's part in a difference.

    `rule` is the rule to which the difference is attributed: the rule that the spec applied in the
    phase, or the rule that assigns characters to a component. For different targets, `before` and
    `after` are the target so far before and after the phase. For different components, `before` is
    the reference, and `after` is the component with its delimiters or the cleaned reference. `ends`
    is true if resolving ends in this phase. `supposed` is true if the spec's run was resumed from
    the other spec's run.

    Attributes:
        spec: The spec.
    """

    _json_members = ("spec=spec.selector", "rule", "before!s", "after!s", "ends", "supposed")

    spec: Spec
    rule: Rule
    before: Target
    after: Target
    _say: Callable[[], Said] = attrs.field(eq=False)
    ends: bool = attrs.field(default=False, kw_only=True)
    supposed: bool = attrs.field(default=False, kw_only=True)

    @functools.cached_property
    def said(self) -> Said:
        """A description of what the spec did to this input, with its citation."""
        return self._say()


# Descriptions.


def _said_of_phase(run: Run, phase: Phase, cut: Cut | None, rule: Rule) -> Said:
    """Describe what a rule did in a phase of a run.

    If the difference depends on a cut (see `hexapla.comparison.cuts`), and the rule assigns
    characters to one of the cut's components, this assignment is described. Otherwise, the event in
    which the rule was applied is described or, if there is no such event, the rule itself.
    """
    spec = run.spec
    if cut is not None:
        for component in (cut.left, cut.right):
            if component.rule == rule:
                return _said_of_held(spec, held_in(cut, component, spec))
    acting = _applied_by_itself(run, phase, rule)
    for event in _own_events(run.input.run, phase):
        if event.rules[0] == acting:
            return _said_of_event(spec, event)
    return _said_of_rule(spec, rule)


def _applied_by_itself(run: Run, phase: Phase, rule: Rule) -> Rule:
    """Return the rule that a spec applied in a phase of its own run.

    A run that was resumed from another spec's text is only hypothetical. In this case, the result
    is a rule that the spec applied in its own run. The result is `rule` if the run wasn't resumed,
    or if the spec's own run applied this rule or no rule.
    """
    own = run.input.run
    if run.start is None or not own.reaches(phase):
        return rule
    steps = own.steps_in(phase)
    applied = [step.rule for step in steps if step.changed or step.rule == own.rule(phase)]
    if rule in applied or not applied:
        return rule
    return applied[0]


def _own_events(own: Run, phase: Phase) -> Iterator[TraceEvent]:
    """Yield the events of a spec's own run in a phase.

    In the combining phase, the events that rewrote the base follow.
    """
    for step in own.steps_in(phase):
        yield event_of_step(own.spec, step)
    combining = own.rule(Phase.COMBINE)
    if phase is Phase.COMBINE and combining is not None:
        for step in own.spec.standard.steps_of_base(own.input.base, combining):
            yield event_of_step(own.spec, step, of_base=True)


def _said_of_held(spec: Spec, held: Held) -> Said:
    """Describe to which component a spec assigns characters."""
    return Said(held_text(held), spec.standard.cited(held.places[0].citation))


def _said_of_event(spec: Spec, event: TraceEvent) -> Said:
    """Describe an event of a spec's run."""
    rule = event.rules[0]
    if event.kind is EventKind.ENDS:
        return Said(_error_text(event), spec.standard.cited(event.citations[0]))
    says = effect_of(event) or reason_of(event, rule) or rule.says
    return Said(says, _general_citation(spec, rule))


def _said_of_rule(spec: Spec, rule: Rule) -> Said:
    """Describe a rule of a spec."""
    return Said(rule.says, _general_citation(spec, rule))


def _error_text(error: TraceEvent) -> str:
    """Return why a spec gives no URI, preceded by the rejected string if the string is short."""
    found = effect_of(error)
    reason = reason_of(error, error.rules[0])
    if found and len(found.split()) <= _MOST_WORDS_QUOTED:
        return f"{found}: {reason}"
    return reason


def _general_citation(spec: Spec, rule: Rule) -> Citation:
    """Return the citation with which a spec's standard lists a rule.

    The steps that applied the rule may have more specific citations, but these wouldn't all fit on
    a line.
    """
    citation = spec.standard.rules_by_name.get(rule.name, rule).citation
    return spec.standard.cited(citation)


# Differences.


@attrs.frozen(repr=False, slots=False)
class Difference(Value):
    """A phase in which two specs differ, with what each spec does there.

    Attributes:
        phase: The phase.
        cut: The characters that cause the difference because the specs assign them to different
            components; None if there are none.
        left: What the older spec does.
        right: What the newer spec does.
    """

    _json_members = ("phase", "left", "right", "cut", "readings")

    phase: Phase
    cut: Cut | None = attrs.field(eq=False)
    left: SpecStep
    right: SpecStep
    _find_readings: Callable[[], Iterable[DecidingReading]] = attrs.field(default=tuple, eq=False)

    @functools.cached_property
    def readings(self) -> tuple[DecidingReading, ...]:
        """The readings that have another option under which this difference would disappear."""
        return tuple(self._find_readings())

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
    left_rule, right_rule = _blamed(phase, left, right, cut)
    one = _side_of_run(left, phase, cut, left_rule)
    other = _side_of_run(right, phase, cut, right_rule)
    return Difference(
        phase, cut, one, other, functools.partial(deciding_readings, left, right, phase)
    )


def _side_of_run(run: Run, phase: Phase, cut: Cut | None, rule: Rule) -> SpecStep:
    """Return a spec's part in the difference in a phase; the difference is attributed to `rule`."""
    before = run.entering(phase)
    after = run.after(phase)
    say = functools.partial(_said_of_phase, run, phase, cut, rule)
    return SpecStep(
        run.spec,
        rule,
        before,
        after,
        say,
        ends=run.ended(phase),
        supposed=run.start is not None,
    )


def _blamed(phase: Phase, left: Run, right: Run, item: Cut | None) -> tuple[Rule, Rule]:
    """Return the rules to which a difference is attributed, usually the applied rules.

    If both applied rules do the same thing, and a cut (see `hexapla.comparison.cuts`) decides the
    phase, the rules that assign its characters to different components are returned instead. If the
    combined strings differ only in delimiters, the recombining rules are returned. In parsing, one
    spec may rewrite characters that the other assigns to a component. For a spec that doesn't
    rewrite them, the rule of its component is returned.
    """
    one, other = rules_at_work(left, right, phase)
    if phase is Phase.SPLIT:
        if item is None:
            return one, other
        if left.entering(phase) == left.after(phase):
            one = item.left.rule
        if right.entering(phase) == right.after(phase):
            other = item.right.rule
        return one, other
    if item is not None and item.decides and do_alike(one, other):
        return item.left.rule, item.right.rule
    rewrites = RuleKind.REWRITE in (one.kind, other.kind)
    if phase is Phase.COMBINE and not rewrites and _differ_in_separators(left, right, phase):
        one_recombines = recombining_rule(left.spec)
        other_recombines = recombining_rule(right.spec)
        if one_recombines is not None and other_recombines is not None:
            return one_recombines, other_recombines
    return one, other


def _differ_in_separators(left: Run, right: Run, phase: Phase) -> bool:
    """Return whether two specs have the same non-empty components after a phase.

    If so, their strings differ only in delimiters.
    """
    text = left.after(phase)
    other = right.after(phase)
    if not isinstance(text, str) or not isinstance(other, str):
        return False
    here = _parts_that_are_there(left, phase)
    there = _parts_that_are_there(right, phase)
    if here is not None and here == there:
        return True
    return without_empty(left.spec.parse(text)) == without_empty(right.spec.parse(other))


def _parts_that_are_there(run: Run, phase: Phase) -> Mapping[str, str] | None:
    """Return the non-empty components after a phase, keyed by shared name.

    The result is None if the run has no components after the phase. It is also None if the spec
    lacks a scheme or a path, or if several of its components have the same shared name.
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
            start = span.start - len(component.prefix)
            stop = span.stop + len(component.suffix)
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

    The cause concerns the first range of characters that the specs assign to different components.
    If there is no such range, the cause is that one spec removes characters that the other keeps.
    """
    first = next(disputed_spans(left, right), None)
    if first is None:
        difference = Difference(Phase.CLEAN, None, _cleaning(left), _cleaning(right))
    else:
        cut = Cut(Place.REFERENCE, left.text, (first,))
        one = _holding(left, cut, first.left)
        other = _holding(right, cut, first.right)
        find_readings = functools.partial(readings_of_parts, left, right)
        difference = Difference(Phase.SPLIT, cut, one, other, find_readings)
    return Cause(PARTS, (difference,))


def _holding(reference: Reference, cut: Cut, segment: Segment) -> SpecStep:
    """Return the step that assigns the characters of a cut to a component of a reference."""
    spec = reference.spec
    text = reference.text
    component = segment.component
    say = functools.partial(_said_of_held, spec, held_in(cut, component, spec))
    return SpecStep(spec, component.rule, text, text[segment.start : segment.stop], say)


def _cleaning(reference: Reference) -> SpecStep:
    """Return the first step that removes characters, or a step for the rule that keeps them all."""
    spec = reference.spec
    text = reference.text
    for step in spec.standard.record_parsing(text).steps:
        # Replacing a lone surrogate doesn't count as removing a character.
        is_shorter = len(str(step.after)) < len(str(step.before))
        if is_shorter and step.rule.kind not in OF_EMPTY_PARTS:
            say = functools.partial(_said_of_event, spec, event_of_step(spec, step))
            return SpecStep(spec, step.rule, step.before, step.after, say)
    rule = _keeping_in_cleaning(reference)
    return SpecStep(spec, rule, text, text, functools.partial(_said_of_rule, spec, rule))


def _keeping_in_cleaning(reference: Reference) -> Rule:
    """Return the rule by which a spec keeps characters that another spec removes."""
    for rule in reference.spec.rules:
        if rule.phase is Phase.CLEAN and rule.keeps:
            return rule
    # Some dated versions of the URL Standard keep these characters as part of a component.
    return reference.segments()[0].component.rule


def cause_of_chain(chain: Iterable[Parting]) -> Cause:
    """Return the cause of different targets, given the phases in which two runs diverge."""
    differences = [difference_of_runs(*parting) for parting in chain]
    return Cause(TARGET, tuple(differences))
