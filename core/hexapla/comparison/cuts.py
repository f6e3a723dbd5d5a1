"""Characters that two specs assign to different components.

Standards share the names of components, and each reports where its components end in a string. If
two specs split a string differently, they assign some ranges of characters to different components.
Such a range is called a disputed span here.

A cut consists of one or more disputed spans of a string. It decides a phase if one of the specs
would match the other spec in this phase once it used the other's components for the whole string.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.attribution import replay, resume_at
from hexapla.comparison.resuming import aligned
from hexapla.comparison.run import PHASES, SPLIT, Run
from hexapla.standard.component import REMOVED, Component, Segment
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, RuleKind
from hexapla.text.span import Span, common_beginning
from hexapla.text.words import changed_words, common_words
from hexapla.values.value import Value


class DisputedSpan(NamedTuple):
    """Characters that two specs assign to different components, with the spans of the components.

    Spans are measured in code points. Delimiters belong to the component that they begin or end.

    Attributes:
        span: The span of the characters, in code points.
        components: The component in each spec, the older spec's first.
        spans: The spans of these components.
    """

    span: Span
    components: tuple[Component, Component]
    spans: tuple[Span, Span]


def disputed_spans(left: Reference, right: Reference) -> Iterator[DisputedSpan]:
    """Yield the spans of a string that two specs assign to different components.

    There are none if one of the specs doesn't report the positions of its components.
    """
    here, there = _segments(left), _segments(right)
    one, other = next(here, None), next(there, None)
    segments: tuple[Sequence[Segment], Sequence[Segment]] | None = None
    while one is not None and other is not None:
        (name, begin, end), (other_name, other_begin, other_end) = one, other
        start = begin if begin > other_begin else other_begin
        stop = end if end < other_end else other_end
        if name != other_name and start < stop:
            if segments is None:
                segments = left.segments(), right.segments()
            components = _component_at(segments[0], start), _component_at(segments[1], start)
            spans = Span(begin, end), Span(other_begin, other_end)
            yield DisputedSpan(Span(start, stop), components, spans)
        one = next(here, None) if end == stop else one
        other = next(there, None) if other_end == stop else other


def _segments(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield the shared name, the start and the end of each component of a string."""
    start = 0
    for name, stop in (reference.ends or {}).items():
        if name != REMOVED:
            yield name, start, stop
            start = stop


def _component_at(segments: Iterable[Segment], offset: int) -> Component:
    """Return the component that contains the character at an offset."""
    return next(item.component for item in segments if item.start <= offset < item.stop)


class Place(StrEnum):
    """Which string two specs split differently."""

    BASE = "base"
    REFERENCE = "reference"


@attrs.frozen(repr=False)
class Cut(Value):
    """Characters that two specs assign to different components.

    `text` is the string that both specs split: the base, or the reference at the beginning of the
    phase. The first of `items` is the disputed span of these characters; the other disputed spans
    follow. If `decides` is true, the difference would disappear if both specs split the string in
    the same way.

    Attributes:
        place: Whether the string is the base or the reference.
    """

    _json_members = (
        "in=place",
        "text",
        "span",
        "characters",
        "left=left.name",
        "right=right.name",
        "decides",
    )

    place: Place
    text: str
    items: tuple[DisputedSpan, ...]
    decides: bool = True

    @property
    def span(self) -> Span:
        """The span of the characters in the text, in code points."""
        return self.items[0].span

    @property
    def full_span(self) -> Span:
        """The span from the first character of all items to the last."""
        return Span(self.items[0].span.start, self.items[-1].span.stop)

    @property
    def left(self) -> Component:
        """The component to which the left spec assigns the characters."""
        return self.items[0].components[0]

    @property
    def right(self) -> Component:
        """The component to which the right spec assigns the characters."""
        return self.items[0].components[1]

    @property
    def characters(self) -> str:
        """The characters of the first disputed span."""
        return self.text[self.span.start : self.span.stop]


def texts_taken_apart(left: Run, right: Run, index: int) -> Mapping[Place, tuple[Parts, Parts]]:
    """Return the strings that a phase uses, as split by both specs, keyed by place."""
    text, texts = _entered_by_both(left, right, index), {}
    if text is not None and PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE, Phase.DOTS):
        texts[Place.REFERENCE] = left.split_as(text, index), right.split_as(text, index)
    if PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE):
        texts[Place.BASE] = left.input.base_parts, right.input.base_parts
    return texts


def _entered_by_both(left: Run, right: Run, index: int) -> str | None:
    """Return the string with which both specs enter a phase; None if theirs aren't equivalent."""
    text, other = str(left.entering(index)), str(right.entering(index))
    if text in (other, left.reparsed(other)):
        return text
    return other if other == right.reparsed(text) else None


# Kinds of rules that rewrite characters in parsing. A standard without these rules treats the same
# characters as data.
_TURNING = frozenset({RuleKind.BACKSLASH, RuleKind.SLASHES, RuleKind.DRIVE_LETTER})


def rewritten_cut(left: Run, right: Run) -> Cut | None:
    """Return the characters that only one side rewrites in parsing; None if there are none."""
    steps = [step for run in (left, right) for step in run.steps_in(SPLIT) if step.changed]
    if not steps:
        return None
    text, after = str(steps[0].before), str(steps[0].after)
    references = [Reference(run.spec, run.split_as(text, SPLIT)) for run in (left, right)]
    start = common_beginning(text, after)
    disputed = disputed_spans(*references)
    following = tuple(each for each in disputed if each.span.stop > start)
    if following and following[0].span.start <= start:
        return Cut(Place.REFERENCE, text, following, decides=False)
    if steps[0].rule.kind not in _TURNING:
        return None
    stop = start + 1
    while len(text) == len(after) and stop < len(text) and text[stop] != after[stop]:
        stop += 1
    segments = (item for reference in references for item in reference.segments())
    held = [item for item in segments if item.start <= start < item.stop]
    if len(held) < len(references):
        return None
    span = Span(start, min(stop, held[0].stop))
    components = held[0].component, held[1].component
    spans = Span(held[0].start, held[0].stop), Span(held[1].start, held[1].stop)
    disputed_span = DisputedSpan(span, components, spans)
    return Cut(Place.REFERENCE, text, (disputed_span,), decides=False)


# Cuts that decide.


def cut_at_work(left: Run, right: Run, index: int) -> Cut | None:
    """Return the characters that make two specs differ because of their components, if any.

    One of the specs would match the other if both split the string (the base, or the text before
    the phase) in the same way. In the parsing phase, the characters that only one spec rewrites are
    returned.
    """
    if index == SPLIT:
        return rewritten_cut(left, right)
    for where, splits in texts_taken_apart(left, right, index).items():
        references = Reference(left.spec, splits[0]), Reference(right.spec, splits[1])
        items = tuple(disputed_spans(*references))
        follows = _follows(left, right, index, where) or _follows(right, left, index, where)
        if items and follows:
            start = _change_starts(left, right, index, where)
            following = tuple(item for item in items if item.span.stop > start)
            return Cut(where, str(splits[0][0]), following or items[-1:])
    return None


def _change_starts(left: Run, right: Run, index: int, where: Place) -> int:
    """Return the offset of the first character that one of two specs doesn't keep.

    For the reference, it is 0 in all phases but the one that removes dot segments.
    """
    afters = [str(run.after(index)) for run in (left, right)]
    if where is Place.BASE:
        return min(common_words(left.input.base, after) for after in afters)
    before = str(left.entering(index))
    changed = [changed_words(before, after).start for after in afters if after != before]
    return min(changed, default=0) if PHASES[index] is Phase.DOTS else 0


def _follows(run: Run, other: Run, index: int, where: Place) -> bool:
    """Return whether a spec would match another in a phase if it used the other's components."""
    text, own, others = str(run.entering(index)), run.input.base_parts, other.input.base_parts
    of_base = where is Place.BASE
    taken = aligned(others if of_base else other.split_as(text, index), other.spec, run.spec)
    if taken is None:
        return False
    base, parts = (taken, run.split_as(text, index)) if of_base else (own, taken)
    resumed = resume_at(run, index, run.input, base, parts)
    # The test proves nothing if the spec's own result changes when its text is parsed again.
    return resumed.has_equivalent_text(other, index) and replay(run, index, text).has_same_text(
        run, index
    )
