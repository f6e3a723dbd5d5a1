"""What makes a difference in a phase: the step on each side, an earlier cut, a reading."""

from collections.abc import Iterator

import attrs

from hexapla.comparison.run import PHASES, SPLIT, Run, SpecInput
from hexapla.documents.reading import Choice, Rationale, Reading, reading_named
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Step, Target
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.values.value import Value

# In these phases a standard rewrites, step by step; in the others it asks one question after
# another, and the answer that ends the phase is at work.
REWRITING = frozenset({Phase.CLEAN, Phase.SPLIT, Phase.DOTS, Phase.NORMALISE})


def replay(run: Run, index: int, text: str, spec: Spec | None = None) -> Run:
    """Return a run of the phase at an index, and of what follows, on another text.

    Args:
        run: A run that entered the phase.
        index: The index of the phase.
        text: What the column has before the phase, in place of what it had.
        spec: The column under other choices, where these are to be tried.
    """
    column = run.input if spec is None else run.input.under(spec)
    return continue_behind(
        run, index, column, column.base_parts, run.split_as(text, index, column.spec)
    )


def continue_behind(run: Run, index: int, column: SpecInput, base: Parts, parts: Parts) -> Run:
    """Return a run of the phase at an index, and of what follows, on what was taken apart."""
    rule = run.combining if PHASES[index] is Phase.DOTS else None
    behind = PHASES[index - 1] if index > SPLIT else Phase.SPLIT
    return column.continued(base, parts, behind, rule)


# The steps.

EMPTY = dict.fromkeys(
    (RuleKind.DROP_EMPTY_QUERY, RuleKind.DROP_EMPTY_FRAGMENT), RuleKind.DROP_EMPTY
)
"""What is about one empty component, and the kind of work that is about any."""

# What is left by a standard that another one removes by a rule of the kind, in order of likeness.
_LEFT = {
    RuleKind.FINAL_CLIMB: (RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    RuleKind.DROP_PAIR: (RuleKind.DROP_PAIR, RuleKind.CLIMB),
    RuleKind.DROP_FINAL_PAIR: (RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    **{kind: (kind, RuleKind.DROP_EMPTY) for kind in EMPTY},
    RuleKind.ENCODED_DOTS: (RuleKind.KEEP_REST,),
}
_PAIRS = {RuleKind.CLIMB: RuleKind.DROP_PAIR, RuleKind.FINAL_CLIMB: RuleKind.DROP_FINAL_PAIR}


def do_alike(one: Rule, other: Rule) -> bool:
    """Return whether two rules do the same kind of work, or one leaves what the other removes."""
    return _PAIRS.get(one.kind, one.kind) is _PAIRS.get(other.kind, other.kind)


def rules_at_work(left: Run, right: Run, index: int) -> tuple[Rule, Rule]:
    """Return the rule on each side that makes the difference in a phase."""
    if PHASES[index] not in REWRITING:
        return _last_rule(left, index), _last_rule(right, index)
    here, there = left.steps_in(index), right.steps_in(index)
    one = _consulting(left, right, index) or _ending(here) or _breaking(here, right, index)
    other = _consulting(right, left, index) or _ending(there) or _breaking(there, left, index)
    if one is None and other is None:
        one, other = _last_changed(here), _last_changed(there)
    return (
        _left_by(left, index, other) if one is None else one.rule,
        _left_by(right, index, one) if other is None else other.rule,
    )


def _last_rule(run: Run, index: int) -> Rule:
    """Return the rule of a phase; where there is none, what the standard has instead of one."""
    steps = run.steps_in(index) if PHASES[index] in REWRITING else ()
    return run.rule(index) or (steps[-1].rule if steps else _idle_rule(run, index))


def _idle_rule(run: Run, index: int) -> Rule:
    """Return the rule by which a standard leaves all in a phase that it does not have."""
    idle = (rule for rule in run.spec.rules if rule.keeps and rule.phase is PHASES[index])
    return next(idle, run.input.record.steps[-1].rule)


def _consulting(run: Run, other: Run, index: int) -> Step | None:
    """Return the step that consulted a reading by which the two differ."""
    for step in run.steps_in(index):
        for choice in step.choices:
            if _alternative(run, other, index, choice) is not None:
                keeper = None if step.changed else keeper_of(run, step.rule)
                return step if keeper is None else attrs.evolve(step, rule=keeper)
    return None


def _ending(steps: tuple[Step, ...]) -> Step | None:
    """Return the step by which resolving ends without a URI, whatever was rewritten before."""
    return steps[-1] if steps and not isinstance(steps[-1].after, str) else None


def _breaking(steps: tuple[Step, ...], other: Run, index: int) -> Step | None:
    """Return the first step from whose text the other column does not get where it got."""
    changed = [step for step in steps if step.changed]
    for step in changed:
        if not isinstance(step.after, str) or not replay(other, index, step.after).same(
            other, index
        ):
            return step
    return None


def _last_changed(steps: tuple[Step, ...]) -> Step | None:
    last = steps[-1] if steps else None
    return next((step for step in reversed(steps) if step.changed), last)


def _left_by(run: Run, index: int, other: Step | None) -> Rule:
    """Return the rule by which a side leaves what the other removes, or that does likewise."""
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
    changed = _last_changed(steps)
    assert changed is not None
    return changed.rule


def keeper_of(run: Run, rule: Rule) -> Rule | None:
    """Return the rule by which a column leaves what another standard's rule removes, if any."""
    kinds = _LEFT.get(rule.kind, (rule.kind,))
    keepers = (_keeper(run, rule.phase, kind) for kind in kinds)
    return next((keeper for keeper in keepers if keeper is not None), None)


def _keeper(run: Run, phase: Phase, kind: RuleKind) -> Rule | None:
    """Return the rule by which a standard leaves what a rule of a kind removes.

    Where several do, it is the one in the section by which the run goes on.
    """
    rules = [rule for rule in run.spec.rules if rule.keeps and rule.phase is phase]
    keepers = {rule.citation: rule for rule in rules if rule.kind is kind}
    applied = (rule.citation for _, _, rule, _ in reversed(run.passed) if rule is not None)
    here = (keepers[citation] for citation in applied if citation in keepers)
    return next(here, next(iter(keepers.values()), None))


# Readings.


@attrs.frozen(repr=False)
class DecidingReading(Value):
    """A reading that makes a difference: under another option, a column would do as the other.

    `column` has `choice` in force; `alternative` is the option under which the difference is gone.
    """

    _json_members = (
        *("spec=column.selector", "reading=choice.reading", "option=choice.option"),
        *("alternative", "rationale"),
    )

    column: Spec
    choice: Choice
    alternative: str

    def __repr__(self) -> str:
        return f"<DecidingReading {self.column.selector}: {self.choice}, not {self.alternative}>"

    @property
    def reading(self) -> Reading:
        """The reading."""
        return reading_named(self.choice.reading, self.column.readings)

    @property
    def rationale(self) -> Rationale:
        """What speaks for the option in force."""
        return self.reading.rationales[self.choice.option]


def deciding_readings(left: Run, right: Run, index: int) -> tuple[DecidingReading, ...]:
    """Return the readings under whose other option a side would have what the other side has."""
    return (*_readings(left, right, index), *_readings(right, left, index))


def _readings(run: Run, other: Run, index: int) -> Iterator[DecidingReading]:
    consulted = (choice for step in run.steps_in(index) for choice in step.choices)
    for choice in dict.fromkeys((*consulted, *_consulted_until(run, index))):
        alternative = _alternative(run, other, index, choice)
        if alternative is not None:
            yield DecidingReading(run.spec, choice, alternative)


def _consulted_until(run: Run, index: int) -> Iterator[Choice]:
    """Yield the readings that a column consults for its input before a phase ends."""
    record, so_far = run.input.record, PHASES[: index + 1]
    before = {item for step in record.steps if step.phase in so_far for item in step.choices}
    later = {item for step in record.steps if step.phase not in so_far for item in step.choices}
    only_later = later - before
    return (choice for choice in record.choices if choice not in only_later)


def _alternative(run: Run, other: Run, index: int, choice: Choice) -> str | None:
    """Return the option of a reading under which a column would do, or end, as the other does."""
    texts = dict.fromkeys((run.entering(index), other.entering(index)))
    for option in _others(run.spec, choice):
        spec = run.spec.choosing(Choice(choice.reading, option))
        tried = (replay(run, index, text, spec) for text in texts if isinstance(text, str))
        if any(_does_as(item, other, index) for item in tried):
            return option
        own = _target_under(run, spec)
        if own == other.input.target or (own == other.target and not run.supposed):
            return option
    return None


def _does_as(run: Run, other: Run, index: int) -> bool:
    """Return whether a column does what another does in a phase, or ends as it does."""
    if index <= SPLIT:  # what a text is to a column is what this phase is about
        return run.same(other, index)
    return run.meets(other, index) or run.ends_as(other)


def _target_under(run: Run, spec: Spec) -> Target:
    """Return what a column would resolve its own input to under other choices."""
    return run.input.under(spec).target


def readings_of_parts(left: Reference, right: Reference) -> tuple[DecidingReading, ...]:
    """Return the readings under whose other option a column would have the other's parts."""
    return (*_readings_of_parts(left, right), *_readings_of_parts(right, left))


def _readings_of_parts(one: Reference, other: Reference) -> Iterator[DecidingReading]:
    spec = one.spec
    assert isinstance(spec, Spec)
    for choice in spec.record_parsing(one.text).choices:
        for option in _others(spec, choice):
            if spec.choosing(Choice(choice.reading, option)).parse(one.text).ends == other.ends:
                yield DecidingReading(spec, choice, option)
                break


def _others(spec: Spec, choice: Choice) -> Iterator[str]:
    """Yield the options of a reading that are not in force."""
    options = reading_named(choice.reading, spec.readings).options
    return (option for option in options if option != choice.option)
