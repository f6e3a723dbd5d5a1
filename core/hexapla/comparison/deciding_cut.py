"""Which characters make a difference in a phase, as two columns have them in other components."""

from collections.abc import Iterator, Mapping

from hexapla.comparison.alignment import aligned, has_components, shared_names
from hexapla.comparison.attribution import REWRITING, continue_behind, replay
from hexapla.comparison.cuts import Boundary, Cut, Place, boundaries
from hexapla.comparison.run import COMBINE, PHASES, SPLIT, Run
from hexapla.standard.component import Segment
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, RuleKind
from hexapla.text.changes import changed_spans
from hexapla.text.span import Span
from hexapla.text.words import changed_words, common_words


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
    return _scheme_cut(left, right, index) or _rewritten_cut(left, right, index)


def _scheme_cut(left: Run, right: Run, index: int) -> Cut | None:
    """Return the characters that are a scheme to one column only, if what it is asks for one."""
    text = _entered_by_both(left, right, index)
    if PHASES[index] is not Phase.CLASSIFY or text is None:
        return None
    references = [Reference(run.spec, run.split_as(text, index)) for run in (left, right)]
    items = tuple(boundaries(*references))
    if not items or "scheme" not in (items[0].left.shared, items[0].right.shared):
        return None
    return Cut(Place.REFERENCE, text, items, decides=False)


# In parsing, what a rule of these kinds rewrites is data to a standard that has no such rule.
_TURNING = frozenset({RuleKind.BACKSLASH, RuleKind.SLASHES, RuleKind.DRIVE_LETTER})


def _rewritten_cut(left: Run, right: Run, index: int) -> Cut | None:
    """Return the characters that only one side rewrites when it takes a text apart."""
    if PHASES[index] is not Phase.SPLIT:
        return None
    first = [next((s for s in run.steps_in(index) if s.changed), None) for run in (left, right)]
    changed = [step for step in first if step is not None]
    if len(changed) != 1 or changed[0].rule.kind not in _TURNING:
        return None
    step = changed[0]
    text = str(step.before)
    references = [Reference(run.spec, run.split_as(text, index)) for run in (left, right)]
    items = tuple(boundaries(*references))
    if items and "scheme" in (items[0].left.shared, items[0].right.shared):
        return Cut(Place.REFERENCE, text, items, decides=False)
    held = [rewritten_in(reference, str(step.after)) for reference in references]
    one, other = held
    if one is None or other is None:
        return None
    (span, one_part), (_, other_part) = one, other
    spans = Span(one_part.start, one_part.stop), Span(other_part.start, other_part.stop)
    item = Boundary(span, one_part.component, spans[0], other_part.component, spans[1])
    return Cut(Place.REFERENCE, text, (item,), decides=False)


def rewritten_in(reference: Reference, after: str) -> tuple[Span, Segment] | None:
    """Return the first characters that a step rewrites, and which part of a text has them.

    Args:
        reference: The text, taken apart by a standard that has no such step.
        after: The text behind the step.
    """
    text = reference.text
    start = changed_spans(text, after)[0].start
    stop = start + 1
    while len(text) == len(after) and stop < len(text) and text[stop] != after[stop]:
        stop += 1
    held = (item for item in reference.segments() if item.start <= start < item.stop)
    return next(((Span(start, min(stop, item.stop)), item) for item in held), None)


def _taken_apart(left: Run, right: Run, index: int) -> Mapping[Place, tuple[Parts, Parts]]:
    """Return the texts that matter in a phase, as the two columns take them apart."""
    phase, text = PHASES[index], _entered_by_both(left, right, index)
    texts = {}
    if text is not None and phase not in (Phase.CLEAN, Phase.NORMALISE, Phase.RECOMBINE):
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
    if decides and (index <= SPLIT or not _follows_either(left, right, index, where)):
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
    touching = [cut for cut in cuts if any(_touch(cut.span, item) for item in ranges)]
    beside = touching if index > SPLIT else []
    nearest = (*inside[:1], *beside[-1:], *(cuts[:1] if decides else ()))
    return next(iter(nearest), None)


def cut_of_base(left: Run, right: Run) -> Cut | None:
    """Return the characters of the base that two columns have elsewhere, if what is taken differs.

    It does where one of them would take something else if it took the base apart as the other does.
    """
    if min(left.end, right.end) < COMBINE:
        return None
    if not (_takes_otherwise(left, right) or _takes_otherwise(right, left)):
        return None
    references = [Reference(run.spec, run.input.base_parts) for run in (left, right)]
    items = list(boundaries(*references))
    ranges = list(_ranges(Place.BASE, left, right, COMBINE))
    numbers = [n for n, item in enumerate(items) if any(_overlap(item.span, at) for at in ranges)]
    start = next(iter(numbers), 0)
    return Cut(Place.BASE, left.input.base, tuple(items[start:])) if items else None


def _takes_otherwise(run: Run, other: Run) -> bool:
    base = aligned(other.input.base_parts, other.spec, run.spec)
    text = run.entering(COMBINE)
    if base is None or not isinstance(text, str):
        return False
    tried = continue_behind(run, COMBINE, run.input, base, run.split_as(text, COMBINE))
    return not tried.same(run, COMBINE)


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
    follows = continue_behind(run, index, run.input, base, parts).meets(other, index)
    # Taking the text apart once more may lose something by itself: then nothing is shown.
    return follows and replay(run, index, text).same(run, index)


def _ranges(where: Place, left: Run, right: Run, index: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text, in code points, in which the columns do different things."""
    afters = [str(run.behind(index)) for run in (left, right)]
    if where is Place.BASE:
        kept = sorted(common_words(left.input.base, after) for after in afters)
        yield kept[0], kept[1]
    elif PHASES[index] in REWRITING:
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
