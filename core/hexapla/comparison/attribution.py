"""For two specs that differ in a phase, find the responsible step or rule of each spec.

Usually, the step is found by experiment: for each step, the other spec is run again from this phase
onward, with the string after this step. If the other spec no longer reaches its previous result,
the step made the difference. If a spec has no such step, the responsible rule is usually the rule
by which this spec keeps the text that the other spec's step removes.

A reading is an open question of a standard; its options are the possible answers (see
`hexapla.documents.reading`).
"""

from collections.abc import Iterator

import attrs

from hexapla.comparison.run import PARSING, Run
from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice, reading_named
from hexapla.standard.component import Component
from hexapla.standard.phases import Step
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec

# The kinds of rules that keep what another kind of rule removes, keyed by the removing kind. The
# most similar kind comes first.
_LEFT = {
    RuleKind.FINAL_CLIMB: (RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    RuleKind.DROP_PAIR: (RuleKind.DROP_PAIR, RuleKind.CLIMB),
    RuleKind.DROP_FINAL_PAIR: (RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    RuleKind.DROP_EMPTY_QUERY: (RuleKind.DROP_EMPTY_QUERY, RuleKind.DROP_EMPTY),
    RuleKind.DROP_EMPTY_FRAGMENT: (RuleKind.DROP_EMPTY_FRAGMENT, RuleKind.DROP_EMPTY),
    RuleKind.ENCODED_DOTS: (RuleKind.KEEP_REST,),
}
_PAIRS = {RuleKind.CLIMB: RuleKind.DROP_PAIR, RuleKind.FINAL_CLIMB: RuleKind.DROP_FINAL_PAIR}


def do_alike(one: Rule, other: Rule) -> bool:
    """Return whether two rules are of the same kind.

    A rule about a ".." without a segment to remove counts as the same kind as a rule that removes a
    segment and the ".." after it.
    """
    return _PAIRS.get(one.kind, one.kind) is _PAIRS.get(other.kind, other.kind)


def rules_at_work(left: Run, right: Run, phase: Phase) -> tuple[Rule, Rule]:
    """Return the rules that cause the difference between two runs in a phase, one for each run."""
    one = _step_at_work(left, right, phase)
    other = _step_at_work(right, left, phase)
    left_rule = _left_by(left, phase, other) if one is None else one.rule
    right_rule = _left_by(right, phase, one) if other is None else other.rule
    if phase is not Phase.COMBINE or left.ended(phase) or right.ended(phase):
        return left_rule, right_rule
    # Rules that rewrote the base are responsible if only one side applied them.
    of_left = _rules_of_base(left, left_rule)
    of_right = _rules_of_base(right, right_rule)
    left_alone = [rule for rule in of_left if rule not in of_right]
    right_alone = [rule for rule in of_right if rule not in of_left]
    alike = do_alike(left_rule, right_rule)
    if left_alone and (alike or _combines_alike_with_base_of(right, left)):
        left_rule = left_alone[0]
    if right_alone and (alike or _combines_alike_with_base_of(left, right)):
        right_rule = right_alone[0]
    return left_rule, right_rule


def _rules_of_base(run: Run, rule: Rule) -> tuple[Rule, ...]:
    """Return the rules that rewrote the part of the base that a combining rule uses."""
    steps = run.spec.standard.steps_of_base(run.input.base, rule)
    return tuple(dict.fromkeys(step.rule for step in steps))


def _combines_alike_with_base_of(run: Run, other: Run) -> bool:
    """Return whether a run would have another run's combined text if it used the other run's base.

    The other run's base is the base as rewritten by its standard. Equivalent texts suffice.
    """
    written = other.spec.standard.base_as_read(run.input.base)
    base = run.spec.standard.split(written)
    return run.resumed(Phase.COMBINE, base=base).has_equivalent_text(other, Phase.COMBINE)


def _last_rule(run: Run, phase: Phase) -> Rule:
    """Return the rule that a run applied in a phase.

    If the run applied no single rule, the result is the rule by which its spec keeps text in that
    phase. If there is no such rule, the result is the rule of the last step in the spec's run on
    its own input.
    """
    applied = run.rule(phase)
    if applied is not None:
        return applied
    for rule in run.spec.rules:
        if rule.keeps and rule.phase is phase:
            return rule
    return run.input.record.steps[-1].rule


def _step_at_work(run: Run, other: Run, phase: Phase) -> Step | None:
    """Return the step that is responsible for the difference in a phase; None if there is none.

    The result is the first of these that exists:

    - the first step that consulted a reading on which the difference depends; if this step changed
      nothing, its rule is replaced with the rule, if any, by which the spec keeps the text
    - the last step, if it ended resolving without a URI
    - the first step that makes the difference: if the other spec is run again with the string after
      this step, the other spec no longer reaches its previous result
    """
    steps = run.steps_in(phase)
    for step in steps:
        if any(alternative(run, other, phase, choice) for choice in step.choices):
            if step.changed:
                return step
            keeper = keeper_of(run, step.rule)
            return step._replace(rule=keeper or step.rule)
    if steps and not isinstance(steps[-1].after, str):
        return steps[-1]
    for step in steps:
        if step.changed:
            replayed = other.replayed(phase, str(step.after))
            if not replayed.has_same_text(other, phase):
                return step
    return None


def _left_by(run: Run, phase: Phase, other: Step | None) -> Rule:
    """Return the rule by which a run keeps the text that a step of the other run removes.

    If the run removes such text as well, the result is the rule that removes it. If the run neither
    keeps nor removes such text, the result is the rule of the last step that changed the text or,
    if no step did, of the last step. If the other run has no step (`other` is None), or this run
    has no steps in the phase or skips the removal of dot segments, see `_last_rule`.
    """
    steps = run.steps_in(phase)
    if not steps or other is None or steps[0].rule.kind is RuleKind.SKIP_DOTS:
        return _last_rule(run, phase)
    for kind in _kept_kinds(other.rule):
        alike = [step for step in steps if step.rule.kind is kind]
        keeper = _keeper(run, other.phase, kind)
        if keeper is not None and not any(step.changed for step in alike):
            return keeper
        if alike:
            return alike[0].rule
    for step in reversed(steps):
        if step.changed:
            return step.rule
    return steps[-1].rule


def keeper_of(run: Run, rule: Rule) -> Rule | None:
    """Return the rule by which a run's spec keeps the text that a given rule removes, if any."""
    for kind in _kept_kinds(rule):
        keeper = _keeper(run, rule.phase, kind)
        if keeper is not None:
            return keeper
    return None


def _kept_kinds(rule: Rule) -> tuple[RuleKind, ...]:
    return _LEFT.get(rule.kind, (rule.kind,))


def recombining_rule(spec: Spec) -> Rule | None:
    """Return a standard's rule for recombining components; None if it has no such rule."""
    for rule in spec.rules:
        if rule.phase is Phase.RECOMBINE:
            return rule
    return None


def rule_of_empty_part(spec: Spec, component: Component) -> Rule | None:
    """Return the rule by which a standard leaves out an empty component of the base.

    This is the rule for recombining. For the authority, `also` of this rule lists the standard's
    rules for an empty authority, if there are any. The result is None if the standard has no rule
    for recombining.
    """
    recombining = recombining_rule(spec)
    if recombining is None or component.shared != "authority":
        return recombining
    dropping = [rule for rule in spec.rules if _drops_authority(rule)]
    return attrs.evolve(recombining, name=recombining.name, also=tuple(dropping))


def _drops_authority(rule: Rule) -> bool:
    return rule.phase is Phase.RECOMBINE and rule.kind is RuleKind.DROP_EMPTY


def _keeper(run: Run, phase: Phase, kind: RuleKind) -> Rule | None:
    """Return a standard's rule for keeping the text that rules of a given kind remove, if any.

    Of several such rules, a rule from the same section as a rule that the run applied is preferred.
    """
    keepers: dict[Citation, Rule] = {}
    for rule in run.spec.rules:
        if rule.keeps and rule.phase is phase and rule.kind is kind:
            keepers[rule.citation] = rule
    for result in reversed(run.passed):
        if result.rule is not None and result.rule.citation in keepers:
            return keepers[result.rule.citation]
    return next(iter(keepers.values()), None)


def alternative(run: Run, other: Run, phase: Phase, choice: Choice) -> str | None:
    """Return the first alternative option of a reading that makes a spec match the other spec.

    The specs match if they have the same result in the phase, or at the end of resolving. If no
    option makes them match, the result is None.
    """
    texts = dict.fromkeys((run.entering(phase), other.entering(phase)))
    for option, spec in under_other_options(run.spec, choice):
        for text in texts:
            if isinstance(text, str) and _does_as(run.replayed(phase, text, spec), other, phase):
                return option
        if run.input.under(spec).target == other.input.target:
            return option
    return None


def _does_as(run: Run, other: Run, phase: Phase) -> bool:
    """Return whether a run matches another run in a phase.

    In the phases before classifying, the texts must be the same. In later phases, equivalent texts
    suffice, and so do equivalent texts at the end of resolving.
    """
    if phase in PARSING:
        return run.has_same_text(other, phase)
    return run.has_equivalent_text(other, phase) or run.has_equivalent_text(other, Phase.RECOMBINE)


def under_other_options(spec: Spec, choice: Choice) -> Iterator[tuple[str, Spec]]:
    """Yield each option of a reading other than the current one, with the spec that uses it."""
    for option in reading_named(choice.reading, spec.readings).options:
        if option != choice.option:
            yield option, spec.choosing(Choice(choice.reading, option))
