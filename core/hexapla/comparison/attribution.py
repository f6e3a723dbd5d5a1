"""What makes a difference in a phase: the step on each side, an earlier cut, a reading."""

from collections.abc import Iterator, Mapping

import attrs

from hexapla.comparison.alignment import aligned, has_components, shared_names
from hexapla.comparison.cuts import Cut, Place, boundaries
from hexapla.comparison.run import COMBINE, PHASES, Run, SpecInput
from hexapla.documents.reading import Choice, Rationale, Reading, reading_named
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Step, Target
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span
from hexapla.text.words import changed_words, common_words
from hexapla.values.value import Value

# In these phases a standard rewrites, step by step; in the others it asks one question after
# another, and the answer that ends the phase is at work.
_REWRITING = frozenset({Phase.SPLIT, Phase.DOTS})


def replay(run: Run, index: int, text: str, spec: Spec | None = None) -> Run:
    """Return a run of the phase at an index, and of what follows, on another text.

    Args:
        run: A run that entered the phase.
        index: The index of the phase.
        text: What the column has before the phase, in place of what it had.
        spec: The column under other choices, where these are to be tried.
    """
    column = run.input if spec is None else run.input.under(spec)
    return _behind(run, index, column, column.base_parts, run.split_as(text, index, column.spec))


def _behind(run: Run, index: int, column: SpecInput, base: Parts, parts: Parts) -> Run:
    """Return a run of the phase at an index, and of what follows, on what was taken apart."""
    rule = run.combining if PHASES[index] is Phase.DOTS else None
    behind = PHASES[index - 1] if index else Phase.SPLIT
    return column.continued(base, parts, behind, rule)


# The steps.

# What is left by a standard that another one removes by a rule of the kind, in order of likeness.
_LEFT = {
    RuleKind.FINAL_CLIMB: (RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
    RuleKind.DROP_PAIR: (RuleKind.DROP_PAIR, RuleKind.CLIMB),
    RuleKind.DROP_FINAL_PAIR: (RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB, RuleKind.CLIMB),
}
_PAIRS = {RuleKind.CLIMB: RuleKind.DROP_PAIR, RuleKind.FINAL_CLIMB: RuleKind.DROP_FINAL_PAIR}


def do_alike(one: Rule, other: Rule) -> bool:
    """Return whether two rules do the same kind of work, or one leaves what the other removes."""
    return _PAIRS.get(one.kind, one.kind) is _PAIRS.get(other.kind, other.kind)


def rules_at_work(left: Run, right: Run, index: int) -> tuple[Rule, Rule]:
    """Return the rule on each side that makes the difference in a phase."""
    here, there = left.steps_in(index), right.steps_in(index)
    if PHASES[index] not in _REWRITING or not here or not there:
        return _last_rule(left, index), _last_rule(right, index)
    one = _consulting(left, right, index) or _breaking(here, right, index)
    other = _consulting(right, left, index) or _breaking(there, left, index)
    if one is None and other is None:
        one, other = _last_changed(here), _last_changed(there)
    return (
        _left_by(left, here, other) if one is None else one.rule,
        _left_by(right, there, one) if other is None else other.rule,
    )


def _last_rule(run: Run, index: int) -> Rule:
    """Return the rule of a phase; where there is none, the last one that was applied."""
    steps = run.steps_in(index) if PHASES[index] in _REWRITING else ()
    return run.rule(index) or (steps or run.input.record.steps)[-1].rule


def _consulting(run: Run, other: Run, index: int) -> Step | None:
    """Return the step that consulted a reading by which the two differ."""
    for step in run.steps_in(index):
        for choice in step.choices:
            if _alternative(run, other, index, choice) is not None:
                return step
    return None


def _breaking(steps: tuple[Step, ...], other: Run, index: int) -> Step | None:
    """Return the first step from whose text the other column does not get where it got."""
    changed = [step for step in steps if step.changed]
    for step in changed:
        if not isinstance(step.after, str) or not replay(other, index, step.after).same(
            other, index
        ):
            return step
    return None


def _last_changed(steps: tuple[Step, ...]) -> Step:
    return next((step for step in reversed(steps) if step.changed), steps[-1])


def _left_by(run: Run, steps: tuple[Step, ...], other: Step | None) -> Rule:
    """Return the rule by which a side leaves what the other removes, or that does likewise."""
    if other is None or steps[0].rule.kind is RuleKind.SKIP_DOTS:
        return steps[-1].rule
    rules = [rule for rule in run.spec.rules if rule.keeps and rule.phase is other.phase]
    keepers = {rule.kind: rule for rule in rules}
    for kind in _LEFT.get(other.rule.kind, (other.rule.kind,)):
        alike = [step for step in steps if step.rule.kind is kind]
        if kind in keepers and not any(step.changed for step in alike):
            return keepers[kind]
        if alike:
            return alike[0].rule
    return _last_changed(steps).rule


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
    if not index:  # what a text is to a column is what this phase is about
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


# Cuts.


def cut_at_work(left: Run, right: Run, index: int) -> Cut | None:
    """Return the characters that two columns have in different components, if that matters.

    It decides where one of the columns would have what the other has, if it took the text apart as
    that one does: what stands before the phase, or the base. It contributes where the characters
    are among those that one side changes and the other does not.
    """
    # What kind of reference it is does not hang on single characters of the base.
    texts = _taken_apart(left, right, index).items()
    for decides in (True,) if PHASES[index] is Phase.CLASSIFY else (True, False):
        for where, splits in texts:
            cut = _cut(left, right, index, where, splits, decides)
            if cut is not None:
                return cut
    return None


def _taken_apart(left: Run, right: Run, index: int) -> Mapping[Place, tuple[Parts, Parts]]:
    """Return the texts that matter in a phase, as the two columns take them apart."""
    phase, text = PHASES[index], _entered_by_both(left, right, index)
    texts = {}
    if text is not None and phase is not Phase.RECOMBINE:
        texts[Place.REFERENCE] = left.split_as(text, index), right.split_as(text, index)
    if phase in (Phase.CLASSIFY, Phase.COMBINE):
        texts[Place.BASE] = left.input.base_parts, right.input.base_parts
    return texts


def _cut(
    left: Run, right: Run, index: int, where: Place, splits: tuple[Parts, Parts], decides: bool
) -> Cut | None:
    ends = left.spec.ends_of(splits[0]), right.spec.ends_of(splits[1])
    if ends[0] == ends[1] or None in ends:
        return None
    if decides and (index == 0 or not _follows_either(left, right, index, where)):
        return None
    if not decides and not all(_is_lossless(run, index) for run in (left, right)):
        return None
    references = Reference(left.spec, splits[0]), Reference(right.spec, splits[1])
    items = list(boundaries(*references))
    cuts = [
        Cut(where, references[0].text, tuple(items[number:]), decides)
        for number in range(len(items))
    ]
    ranges = list(_ranges(where, left, right, index))
    inside = [cut for cut in cuts if any(_overlap(cut.span, item) for item in ranges)]
    # When a reference is taken apart, only what is dropped itself counts.
    beside = [cut for cut in cuts if any(_touch(cut.span, item) for item in ranges) and index]
    nearest = (*inside[:1], *beside[-1:], *(cuts[:1] if decides else ()))
    return next(iter(nearest), None)


def _overlap(span: Span, changed: tuple[int, int]) -> bool:
    """Return whether characters are among those that are changed."""
    return span.start < changed[1] and changed[0] < span.stop


def _touch(span: Span, changed: tuple[int, int]) -> bool:
    """Return whether characters are right beside those that are changed."""
    return span.start <= changed[1] and changed[0] <= span.stop


def _is_lossless(run: Run, index: int) -> bool:
    """Return whether a column does the same if it takes what it has apart once more."""
    text = run.entering(index)
    return isinstance(text, str) and replay(run, index, text).same(run, index)


def _entered_by_both(left: Run, right: Run, index: int) -> str | None:
    """Return the text that both have before a phase, as far as both can tell."""
    text, other = left.entering(index), right.entering(index)
    if not isinstance(text, str) or not isinstance(other, str):
        return None
    if text in (other, left.to_itself(other)):
        return text
    return other if other == right.to_itself(text) else None


def _follows_either(left: Run, right: Run, index: int, where: Place) -> bool:
    return _follows(left, right, index, where) or _follows(right, left, index, where)


def _follows(run: Run, other: Run, index: int, where: Place) -> bool:
    """Return whether a column does what the other does if it has the other's components."""
    text, own, others = str(run.entering(index)), run.input.base_parts, other.input.base_parts
    of_base = where is Place.BASE
    taken = aligned(others if of_base else other.split_as(text, index), other.spec, run.spec)
    if taken is None:
        return False
    base, parts = (taken, run.split_as(text, index)) if of_base else (own, taken)
    follows = _behind(run, index, run.input, base, parts).meets(other, index)
    # Taking the text apart once more may lose something by itself: then nothing is shown.
    return follows and replay(run, index, text).same(run, index)


def _ranges(where: Place, left: Run, right: Run, index: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text, in code points, in which the columns do different things."""
    afters = [str(run.behind(index)) for run in (left, right)]
    if where is Place.BASE:
        kept = sorted(common_words(left.input.base, after) for after in afters)
        yield kept[0], kept[1]
    elif PHASES[index] in _REWRITING:
        before = str(left.entering(index))
        changed = [changed_words(before, after) for after in afters if after != before]
        if len(changed) == 2:
            changed = [Span(min(pair), max(pair)) for pair in zip(*changed, strict=True)]
        yield from changed
    elif PHASES[index] is Phase.COMBINE and _combine_otherwise(left, right):
        yield 0, len(str(left.entering(index)))


def _combine_otherwise(left: Run, right: Run) -> bool:
    """Return whether two columns do another kind of work when they combine."""
    rules = left.rule(COMBINE), right.rule(COMBINE)
    return None not in rules and len({rule.kind for rule in rules if rule is not None}) > 1


# Separators.


def differ_in_separators(left: Run, right: Run, index: int) -> bool:
    """Return whether two columns have the same behind a phase, but for what is empty.

    Then they differ only in the separators that they write.
    """
    text, other = left.behind(index), right.behind(index)
    if not isinstance(text, str) or not isinstance(other, str):
        return False
    held = [_parts_that_are_there(run, index) for run in (left, right)]
    if None not in held and held[0] == held[1]:
        return True
    return _without_empty(left.spec.parse(text)) == _without_empty(right.spec.parse(other))


def _parts_that_are_there(run: Run, index: int) -> Mapping[str, str] | None:
    """Return the parts behind a phase that are not empty, by their shared names, if it has any."""
    state = run.state(index)
    if state is None or not has_components(run.spec):
        return None
    parts = zip(shared_names(run.spec), state, strict=True)
    return {name: part for name, part in parts if part}


def _without_empty(reference: Reference) -> str:
    """Return a text without the separators of its empty components."""
    text = reference.text
    for component, part, span in reversed(reference.places()):
        if not part:
            start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
            text = text[:start] + text[stop:]
    return text
