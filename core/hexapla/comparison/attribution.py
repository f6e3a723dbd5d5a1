"""The step or rule on each side that makes a difference in a phase."""

from collections.abc import Iterator

from hexapla.comparison.run import COMBINE, PHASES, RECOMBINE, SPLIT, Run, SpecInput
from hexapla.documents.reading import Choice, reading_named
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Step
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec

# In these phases, a standard rewrites in steps. In the others, it tests one condition after
# another, and the test that ends the phase is responsible.
REWRITING = frozenset({Phase.CLEAN, Phase.SPLIT, Phase.DOTS, Phase.NORMALISE})


def replay(run: Run, index: int, text: str, spec: Spec | None = None) -> Run:
    """Return a run from the phase at an index on, with another string.

    If `spec` is given, it is the run's spec under other choices, and the run uses these.
    """
    column = run.input if spec is None else run.input.under(spec)
    parts = run.split_as(text, index, column.spec)
    return resume_at(run, index, column, column.base_parts, parts)


def resume_at(run: Run, index: int, column: SpecInput, base: Parts, parts: Parts) -> Run:
    """Return a run from the phase at an index on, with a parsed base and a parsed text."""
    after = PHASES[index - 1] if index > SPLIT else Phase.SPLIT
    return column.continued(base, parts, after, run.combining)


# Steps.

EMPTY = dict.fromkeys(
    (RuleKind.DROP_EMPTY_QUERY, RuleKind.DROP_EMPTY_FRAGMENT), RuleKind.DROP_EMPTY
)
"""For each kind of rule about one empty component, the kind that is about any of them."""

# For a kind of rule, the kinds of rules that keep what it removes, the most similar one first.
_LEFT = {
    RuleKind.FINAL_CLIMB: (RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    RuleKind.DROP_PAIR: (RuleKind.DROP_PAIR, RuleKind.CLIMB),
    RuleKind.DROP_FINAL_PAIR: (RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    **{kind: (kind, RuleKind.DROP_EMPTY) for kind in EMPTY},
    RuleKind.ENCODED_DOTS: (RuleKind.KEEP_REST,),
}
_PAIRS = {RuleKind.CLIMB: RuleKind.DROP_PAIR, RuleKind.FINAL_CLIMB: RuleKind.DROP_FINAL_PAIR}


def do_alike(one: Rule, other: Rule) -> bool:
    """Return whether two rules have the same kind, or one keeps what the other removes."""
    return _PAIRS.get(one.kind, one.kind) is _PAIRS.get(other.kind, other.kind)


def rules_at_work(left: Run, right: Run, index: int) -> tuple[Rule, Rule]:
    """Return the rule on each side that makes the difference in a phase."""
    one, other = _step_at_work(left, right, index), _step_at_work(right, left, index)
    left_rule = _left_by(left, index, other) if one is None else one.rule
    right_rule = _left_by(right, index, one) if other is None else other.rule
    if index != COMBINE or left.ended(index) or right.ended(index):
        return left_rule, right_rule
    # Rules that rewrote the base are responsible if only one side applied them.
    of_left, of_right = _rules_of_base(left, left_rule), _rules_of_base(right, right_rule)
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
    """Return whether a run combines like another run, given the base as the other reads it."""
    written = other.spec.standard.base_as_read(run.input.base)
    base = run.spec.standard.split(written)
    parts = run.split_as(str(run.entering(COMBINE)), COMBINE)
    resumed = resume_at(run, COMBINE, run.input, base, parts)
    return resumed.has_equivalent_text(other, COMBINE)


def _last_rule(run: Run, index: int) -> Rule:
    """Return the rule of a phase; for a standard without it, the rule that keeps everything."""
    idle = (rule for rule in run.spec.rules if rule.keeps and rule.phase is PHASES[index])
    return run.rule(index) or next(idle, run.input.record.steps[-1].rule)


def _step_at_work(run: Run, other: Run, index: int) -> Step | None:
    """Return the step that makes the difference; None if no step does.

    The step consulted a reading by which the two differ, or ended resolving without a URI.
    Otherwise, it is the first step after which the other spec no longer gets its own result from
    the text.
    """
    steps = run.steps_in(index)
    for step in steps:
        if any(alternative(run, other, index, choice) for choice in step.choices):
            keeper = None if step.changed else keeper_of(run, step.rule)
            return step if keeper is None else step._replace(rule=keeper)
    if steps and not isinstance(steps[-1].after, str):
        return steps[-1]
    for step in steps:
        if not step.changed:
            continue
        replayed = replay(other, index, str(step.after))
        if not replayed.has_same_text(other, index):
            return step
    return None


def _left_by(run: Run, index: int, other: Step | None) -> Rule:
    """Return the rule by which a side keeps, or also removes, what the other side removes."""
    steps = run.steps_in(index)
    if not steps or other is None or steps[0].rule.kind is RuleKind.SKIP_DOTS:
        return _last_rule(run, index)
    for kind in _LEFT.get(other.rule.kind, (other.rule.kind,)):
        alike = [step for step in steps if step.rule.kind is kind]
        keeper = _keeper(run, other.phase, kind)
        if keeper is not None and not any(step.changed for step in alike):
            return keeper
        if alike:
            return alike[0].rule
    return next((step for step in reversed(steps) if step.changed), steps[-1]).rule


def keeper_of(run: Run, rule: Rule) -> Rule | None:
    """Return the rule by which a spec keeps what another standard's rule removes, if any."""
    kinds = _LEFT.get(rule.kind, (rule.kind,))
    keepers = (_keeper(run, rule.phase, kind) for kind in kinds)
    return next((keeper for keeper in keepers if keeper is not None), None)


def recombining_rule(spec: Spec) -> Rule | None:
    """Return the rule of a standard for recombining components; None if there is none."""
    return next((rule for rule in spec.rules if rule.phase is Phase.RECOMBINE), None)


def _keeper(run: Run, phase: Phase, kind: RuleKind) -> Rule | None:
    """Return the rule by which a standard keeps what a kind of rule removes.

    Of several such rules, the one in a section that the run applied is returned.
    """
    rules = [rule for rule in run.spec.rules if rule.keeps and rule.phase is phase]
    keepers = {rule.citation: rule for rule in rules if rule.kind is kind}
    for result in reversed(run.passed):
        if result.rule is not None and result.rule.citation in keepers:
            return keepers[result.rule.citation]
    return next(iter(keepers.values()), None)


def alternative(run: Run, other: Run, index: int, choice: Choice) -> str | None:
    """Return the option of a reading under which a spec would match, or end, like the other."""
    texts = dict.fromkeys((run.entering(index), other.entering(index)))
    for option in other_options(run.spec, choice):
        spec = run.spec.choosing(Choice(choice.reading, option))
        tried = (replay(run, index, text, spec) for text in texts if isinstance(text, str))
        if any(_does_as(item, other, index) for item in tried):
            return option
        if run.input.under(spec).target == other.input.target:
            return option
    return None


def _does_as(run: Run, other: Run, index: int) -> bool:
    """Return whether a spec matches another in a phase, or has the same result."""
    if index <= SPLIT:  # this phase decides how a spec reads a string
        return run.has_same_text(other, index)
    return run.has_equivalent_text(other, index) or run.has_equivalent_text(other, RECOMBINE)


def other_options(spec: Spec, choice: Choice) -> Iterator[str]:
    """Yield the options of a reading other than the current one."""
    options = reading_named(choice.reading, spec.readings).options
    return (option for option in options if option != choice.option)
