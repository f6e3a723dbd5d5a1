"""What makes a difference in a phase: the step on each side, an earlier cut, a reading."""

from collections.abc import Iterator, Mapping

from hexapla.comparison.apart import apart
from hexapla.comparison.run import COMBINE, PHASES, Input, Run
from hexapla.comparison.side import ConsultedReading, Cut, DecidingReading, Place
from hexapla.comparison.taking_over import aligned
from hexapla.documents.reading import Choice, reading_named
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Step, Target
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.span import Span
from hexapla.text.words import changed_words, common_words

AtWork = tuple[Rule, Step | None]
"""The rule that makes a difference, with the step that applied it where that is known already."""

# In these phases a standard rewrites, step by step; in the others it asks one question after
# another, and the answer that ends the phase is at work.
_REWRITING = frozenset({Phase.SPLIT, Phase.DOTS})


def again(run: Run, place: int, text: str, spec: Spec | None = None) -> Run:
    """Return a run of the phase at a place, and of what follows, on another text.

    Args:
        run: A run that entered the phase.
        place: The place of the phase.
        text: What the column has before the phase, in place of what it had.
        spec: The column under other choices, where these are to be tried.
    """
    column = run.input if spec is None else run.input.under(spec)
    return _behind(run, place, column, column.base_parts, run.apart(text, place, column.spec))


def _behind(run: Run, place: int, column: Input, base: Parts, parts: Parts) -> Run:
    """Return a run of the phase at a place, and of what follows, on what was taken apart."""
    rule = run.combining if PHASES[place] is Phase.DOTS else None
    behind = PHASES[place - 1] if place else Phase.SPLIT
    return column.continued(base, parts, behind, rule)


# The steps.


def rules_at_work(left: Run, right: Run, place: int) -> tuple[AtWork, AtWork]:
    """Return the rule on each side that makes the difference in a phase."""
    if PHASES[place] not in _REWRITING:
        return _last_of(left, place), _last_of(right, place)
    here, there = left.steps_in(place), right.steps_in(place)
    if not here or not there:
        return _last_step(left, here), _last_step(right, there)
    one = _consulting(left, right, place) or _breaking(here, right, place)
    other = _consulting(right, left, place) or _breaking(there, left, place)
    if one is None and other is None:
        one, other = _last_changed(here), _last_changed(there)
    one, other = one or _same_move(here, other), other or _same_move(there, one)
    return (one.rule, one), (other.rule, other)


def _last_of(run: Run, place: int) -> AtWork:
    """Return the rule of a phase; where there is none, the last one that was applied."""
    rule = run.rule(place)
    return _last_step(run, ()) if rule is None else (rule, None)


def _last_step(run: Run, steps: tuple[Step, ...]) -> AtWork:
    step = (steps or run.steps or run.input.run.steps)[-1]
    return step.rule, step


def _consulting(run: Run, other: Run, place: int) -> Step | None:
    """Return the step that consulted a reading by which the two differ."""
    for step in run.steps_in(place):
        for choice in step.choices:
            if _alternative(run, other, place, choice) is not None:
                return step
    return None


def _breaking(steps: tuple[Step, ...], other: Run, place: int) -> Step | None:
    """Return the first step from whose text the other column does not get where it got."""
    changed = [step for step in steps if step.changed]
    for step in changed:
        if not isinstance(step.after, str) or not again(other, place, step.after).same(
            other, place
        ):
            return step
    return None


def _last_changed(steps: tuple[Step, ...]) -> Step:
    return next((step for step in reversed(steps) if step.changed), steps[-1])


def _same_move(steps: tuple[Step, ...], other: Step | None) -> Step:
    """Return the step of a side that does the same kind of work as the other side's."""
    if other is None:
        return steps[-1]
    alike = (step for step in steps if step.rule.kind is other.rule.kind)
    return next(alike, _last_changed(steps))


# Readings.


def deciding_readings(left: Run, right: Run, place: int) -> tuple[DecidingReading, ...]:
    """Return the readings under whose other option a side would have what the other side has."""
    return (*_readings(left, right, place), *_readings(right, left, place))


def _readings(run: Run, other: Run, place: int) -> Iterator[DecidingReading]:
    consulted = (choice for step in run.steps_in(place) for choice in step.choices)
    for choice in dict.fromkeys((*consulted, *_consulted_until(run, place))):
        alternative = _alternative(run, other, place, choice)
        if alternative is not None:
            yield DecidingReading(run.spec, choice, alternative)


def _consulted_until(run: Run, place: int) -> Iterator[Choice]:
    """Yield the readings that a column consults for its input before a phase ends."""
    record, so_far = run.input.record, PHASES[: place + 1]
    before = {item for step in record.steps if step.phase in so_far for item in step.choices}
    later = {item for step in record.steps if step.phase not in so_far for item in step.choices}
    only_later = later - before
    return (choice for choice in record.choices if choice not in only_later)


def consulted_readings(
    left: Run, right: Run, place: int, cut: Cut | None
) -> tuple[ConsultedReading, ...]:
    """Return the readings that were consulted, and that do not make the difference.

    They are those of the rules at work, and of the parsing where that makes a difference.

    Args:
        left: What the left column does.
        right: What the right column does.
        place: The place of the phase in which they part.
        cut: The characters that both have in different components, if any.
    """
    here, there = rules_at_work(left, right, place)
    parsed = None if cut is None else cut.text
    return (
        *_consulted(left, right, place, here[0], parsed),
        *_consulted(right, left, place, there[0], parsed),
    )


def _consulted(
    run: Run, other: Run, place: int, rule: Rule, parsed: str | None
) -> Iterator[ConsultedReading]:
    text = run.entering(place)
    steps = (step for step in run.steps_in(place) if step.rule == rule)
    by_rule = (choice for step in steps for choice in step.choices)
    by_parsing = () if parsed is None else run.spec.record_parsing(parsed).choices
    for choice in dict.fromkeys((*by_rule, *by_parsing)) if isinstance(text, str) and place else ():
        if _alternative(run, other, place, choice) is None:
            yield from _instead(run, place, str(text), choice)


def _instead(run: Run, place: int, text: str, choice: Choice) -> Iterator[ConsultedReading]:
    """Yield the first option under which a column would end with something else."""
    for option in _others(run.spec, choice):
        spec = run.spec.choosing(Choice(choice.reading, option))
        supposed = run.supposed
        instead = again(run, place, text, spec).target if supposed else _target_under(run, spec)
        if instead != run.target:
            yield ConsultedReading(run.spec, choice, option, instead=instead)
            return


def _alternative(run: Run, other: Run, place: int, choice: Choice) -> str | None:
    """Return the option of a reading under which a column would do, or end, as the other does."""
    texts = dict.fromkeys((run.entering(place), other.entering(place)))
    for option in _others(run.spec, choice):
        spec = run.spec.choosing(Choice(choice.reading, option))
        tried = (again(run, place, text, spec) for text in texts if isinstance(text, str))
        if any(_does_as(item, other, place) for item in tried):
            return option
        own = _target_under(run, spec)
        if own == other.input.target or (own == other.target and not run.supposed):
            return option
    return None


def _does_as(run: Run, other: Run, place: int) -> bool:
    """Return whether a column does what another does in a phase, or ends as it does."""
    if not place:  # what a text is to a column is what this phase is about
        return run.same(other, place)
    return run.meets(other, place) or run.ends_as(other)


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


def cut_at_work(left: Run, right: Run, place: int) -> Cut | None:
    """Return the characters that two columns have in different components, if that matters.

    It decides where one of the columns would have what the other has, if it took the text apart as
    that one does: what stands before the phase, or the base. It contributes where the characters
    are among those that one side changes and the other does not.
    """
    # What kind of reference it is does not hang on single characters of the base.
    texts = _taken_apart(left, right, place).items()
    for decides in (True,) if PHASES[place] is Phase.CLASSIFY else (True, False):
        for where, splits in texts:
            cut = _cut(left, right, place, where, splits, decides)
            if cut is not None:
                return cut
    return None


def cut_of_base(left: Run, right: Run, place: int) -> Cut | None:
    """Return the characters of the base that two columns have apart, if that contributes."""
    splits = _taken_apart(left, right, place).get(Place.BASE)
    return None if splits is None else _cut(left, right, place, Place.BASE, splits, False)


def _taken_apart(left: Run, right: Run, place: int) -> Mapping[Place, tuple[Parts, Parts]]:
    """Return the texts that matter in a phase, as the two columns take them apart."""
    phase, text = PHASES[place], _entered_by_both(left, right, place)
    texts = {}
    if text is not None and phase is not Phase.RECOMBINE:
        texts[Place.REFERENCE] = left.apart(text, place), right.apart(text, place)
    if phase in (Phase.CLASSIFY, Phase.COMBINE):
        texts[Place.BASE] = left.input.base_parts, right.input.base_parts
    return texts


def _cut(
    left: Run, right: Run, place: int, where: Place, splits: tuple[Parts, Parts], decides: bool
) -> Cut | None:
    ends = left.spec.ends_of(splits[0]), right.spec.ends_of(splits[1])
    if ends[0] == ends[1] or None in ends:
        return None
    if decides and (place == 0 or not _follows_either(left, right, place, where)):
        return None
    if not decides and not all(_is_lossless(run, place) for run in (left, right)):
        return None
    references = Reference(left.spec, splits[0]), Reference(right.spec, splits[1])
    items = list(apart(*references))
    cuts = [
        Cut(where, references[0].text, tuple(items[number:]), decides)
        for number in range(len(items))
    ]
    ranges = list(_ranges(where, left, right, place))
    inside = [cut for cut in cuts if any(_overlap(cut.span, item) for item in ranges)]
    # When a reference is taken apart, only what is dropped itself counts.
    beside = [cut for cut in cuts if any(_touch(cut.span, item) for item in ranges) and place]
    nearest = (*inside[:1], *beside[-1:], *(cuts[:1] if decides else ()))
    return next(iter(nearest), None)


def _overlap(span: Span, changed: tuple[int, int]) -> bool:
    """Return whether characters are among those that are changed."""
    return span.start < changed[1] and changed[0] < span.stop


def _touch(span: Span, changed: tuple[int, int]) -> bool:
    """Return whether characters are right beside those that are changed."""
    return span.start <= changed[1] and changed[0] <= span.stop


def _is_lossless(run: Run, place: int) -> bool:
    """Return whether a column does the same if it takes what it has apart once more."""
    text = run.entering(place)
    return isinstance(text, str) and again(run, place, text).same(run, place)


def _entered_by_both(left: Run, right: Run, place: int) -> str | None:
    """Return the text that both have before a phase, as far as both can tell."""
    text, other = left.entering(place), right.entering(place)
    if not isinstance(text, str) or not isinstance(other, str):
        return None
    if text in (other, left.to_itself(other)):
        return text
    return other if other == right.to_itself(text) else None


def _follows_either(left: Run, right: Run, place: int, where: Place) -> bool:
    return _follows(left, right, place, where) or _follows(right, left, place, where)


def _follows(run: Run, other: Run, place: int, where: Place) -> bool:
    """Return whether a column does what the other does if it has the other's components."""
    text, own, others = str(run.entering(place)), run.input.base_parts, other.input.base_parts
    of_base = where is Place.BASE
    taken = aligned(others if of_base else other.apart(text, place), other.spec, run.spec)
    if taken is None:
        return False
    base, parts = (taken, run.apart(text, place)) if of_base else (own, taken)
    follows = _behind(run, place, run.input, base, parts).meets(other, place)
    # Taking the text apart once more may lose something by itself: then nothing is shown.
    return follows and again(run, place, text).same(run, place)


def _ranges(where: Place, left: Run, right: Run, place: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text, in code points, in which the columns do different things."""
    afters = [str(run.behind(place)) for run in (left, right)]
    if where is Place.BASE:
        kept = sorted(common_words(left.input.base, after) for after in afters)
        yield kept[0], kept[1]
    elif PHASES[place] in _REWRITING:
        before = str(left.entering(place))
        changed = [changed_words(before, after) for after in afters if after != before]
        if len(changed) == 2:
            changed = [Span(min(pair), max(pair)) for pair in zip(*changed, strict=True)]
        yield from changed
    elif PHASES[place] is Phase.COMBINE and _combine_otherwise(left, right):
        yield 0, len(str(left.entering(place)))


def _combine_otherwise(left: Run, right: Run) -> bool:
    """Return whether two columns do another kind of work when they combine."""
    rules = left.rule(COMBINE), right.rule(COMBINE)
    return None not in rules and len({rule.kind for rule in rules if rule is not None}) > 1


# Separators.


def differ_in_separators(left: Run, right: Run, place: int) -> bool:
    """Return whether two columns have the same behind a phase, but for what is empty.

    Then they differ only in the separators that they write.
    """
    text, other = left.behind(place), right.behind(place)
    if not isinstance(text, str) or not isinstance(other, str):
        return False
    return _without_empty(left.spec.parse(text)) == _without_empty(right.spec.parse(other))


def _without_empty(reference: Reference) -> str:
    """Return a text without the separators of its empty components."""
    text = reference.text
    for component, part, span in reversed(reference.places()):
        if not part:
            start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
            text = text[:start] + text[stop:]
    return text
