"""Cuts that decide: characters in different components that make two specs differ.

A cut decides if one of the specs, given the other's components of the whole text, would match the
other in the phase.
"""

from hexapla.comparison.attribution import replay, resume_at
from hexapla.comparison.cuts import Cut, Place, boundaries, rewritten_cut, texts_taken_apart
from hexapla.comparison.resuming import aligned
from hexapla.comparison.run import PHASES, SPLIT, Run
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase
from hexapla.text.words import changed_words, common_words


def cut_at_work(left: Run, right: Run, index: int) -> Cut | None:
    """Return the characters in different components that make two specs differ; None if none do.

    One of the specs would match the other if it split the text in the same way: the text before the
    phase, or the base. In parsing, they are the characters that only one spec rewrites.
    """
    if index == SPLIT:
        return rewritten_cut(left, right)
    for where, splits in texts_taken_apart(left, right, index).items():
        references = Reference(left.spec, splits[0]), Reference(right.spec, splits[1])
        items = tuple(boundaries(*references))
        follows = _follows(left, right, index, where) or _follows(right, left, index, where)
        if items and follows:
            start = _change_starts(left, right, index, where)
            behind = [number for number, item in enumerate(items) if item.span.stop > start]
            first = next(iter(behind), len(items) - 1)
            return Cut(where, str(splits[0][0]), items[first:])
    return None


def _change_starts(left: Run, right: Run, index: int, where: Place) -> int:
    """Return the offset of the first character that one spec keeps and the other doesn't."""
    afters = [str(run.after(index)) for run in (left, right)]
    if where is Place.BASE:
        return min(common_words(left.input.base, after) for after in afters)
    before = str(left.entering(index))
    changed = [changed_words(before, after).start for after in afters if after != before]
    return min(changed, default=0) if PHASES[index] is Phase.DOTS else 0


def _follows(run: Run, other: Run, index: int, where: Place) -> bool:
    """Return whether a spec matches another in a phase if it uses the other's components."""
    text, own, others = str(run.entering(index)), run.input.base_parts, other.input.base_parts
    of_base = where is Place.BASE
    taken = aligned(others if of_base else other.split_as(text, index), other.spec, run.spec)
    if taken is None:
        return False
    base, parts = (taken, run.split_as(text, index)) if of_base else (own, taken)
    resumed = resume_at(run, index, run.input, base, parts)
    # If parsing the spec's own text again changes its result, the test shows nothing.
    return resumed.has_equivalent_text(other, index) and replay(run, index, text).has_same_text(
        run, index
    )
