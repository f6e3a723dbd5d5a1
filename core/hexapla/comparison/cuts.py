"""Characters that two specs assign to different components.

Components have names that standards share, and most standards report where the components end in a
string. If two specs split a string differently, they assign some ranges of characters to different
components. Such a range is called a disputed span here.

A cut consists of one or more disputed spans of a string. A cut decides a phase if one of the specs,
using the other spec's components of the whole string, would match the other in this phase.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.resuming import aligned
from hexapla.comparison.run import Run
from hexapla.standard.component import REMOVED, Component, Segment
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, RuleKind
from hexapla.text.span import Span, common_beginning
from hexapla.text.words import changed_words, common_words
from hexapla.values.value import Value


class DisputedSpan(NamedTuple):
    """Characters that two specs assign to different components.

    Positions are measured in code points. Delimiters belong to the component that they begin or
    end.

    Attributes:
        span: The span of the characters.
        left: The whole component in the older spec, with its position.
        right: The whole component in the newer spec.
    """

    span: Span
    left: Segment
    right: Segment

    def continues(self, other: "DisputedSpan") -> bool:
        """Return whether this span directly follows another with the same two components."""
        alike = (
            self.left.component == other.left.component
            and self.right.component == other.right.component
        )
        return alike and other.span.stop == self.span.start


def disputed_spans(left: Reference, right: Reference) -> Iterator[DisputedSpan]:
    """Yield the spans of a string that two specs assign to different components.

    There are none if one of the specs doesn't report the positions of its components.
    """
    if left.ends == right.ends:
        return
    left_segments = left.segments()
    right_segments = right.segments()
    of_right = list(_spans_by_name(right))
    for name, here in _spans_by_name(left):
        for other_name, there in of_right:
            start = max(here.start, there.start)
            stop = min(here.stop, there.stop)
            if name == other_name or start >= stop:
                continue
            one = segment_at(left_segments, start)
            other = segment_at(right_segments, start)
            if one is not None and other is not None:
                yield DisputedSpan(
                    Span(start, stop),
                    Segment(*here, one.component, one.content),
                    Segment(*there, other.component, other.content),
                )


def _spans_by_name(reference: Reference) -> Iterator[tuple[str, Span]]:
    """Yield the shared name and the span of each component of a string."""
    start = 0
    for name, stop in (reference.ends or {}).items():
        if name != REMOVED:
            yield name, Span(start, stop)
            start = stop


def segment_at(segments: Iterable[Segment], offset: int) -> Segment | None:
    """Return the segment that contains the character at an offset; None if there is none."""
    for item in segments:
        if item.start <= offset < item.stop:
            return item
    return None


def stretches(spans: Iterable[DisputedSpan]) -> Iterator[tuple[DisputedSpan, ...]]:
    """Yield groups of adjacent disputed spans that have the same two components."""
    stretch: list[DisputedSpan] = []
    for disputed in spans:
        if stretch and not disputed.continues(stretch[-1]):
            yield tuple(stretch)
            stretch = []
        stretch.append(disputed)
    if stretch:
        yield tuple(stretch)


class Place(StrEnum):
    """The string that two specs split differently: the base or the reference."""

    BASE = "base"
    REFERENCE = "reference"


@attrs.frozen(repr=False)
class Cut(Value):
    """Characters that two specs assign to different components.

    `text` is the string that both specs split: the base, or the text so far at the beginning of a
    phase. The first of `items` is the disputed span of these characters; further disputed spans of
    the string may follow. If `decides` is true, the difference would disappear if both specs split
    the string in the same way.

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
        """The span from the start of the first item to the end of the last item."""
        return Span(self.items[0].span.start, self.items[-1].span.stop)

    @property
    def left(self) -> Component:
        """The component to which the older spec assigns the characters."""
        return self.items[0].left.component

    @property
    def right(self) -> Component:
        """The component to which the newer spec assigns the characters."""
        return self.items[0].right.component

    @property
    def characters(self) -> str:
        """The characters of the first disputed span."""
        return self.span.of(self.text)


class SplitText(NamedTuple):
    """A string as split by two specs.

    Attributes:
        place: Whether the string is the base or the reference.
        left: The string as split by the older spec.
        right: The string as split by the newer spec.
    """

    place: Place
    left: Reference
    right: Reference


def texts_taken_apart(left: Run, right: Run, phase: Phase) -> list[SplitText]:
    """Return the strings that a phase uses, as split by both specs.

    The text so far is left out if the specs enter the phase with texts that aren't equivalent.
    """
    text = _entered_by_both(left, right, phase)
    texts = []
    if text is not None and phase in (Phase.CLASSIFY, Phase.COMBINE, Phase.DOTS):
        here = left.parsed(text, phase)
        there = right.parsed(text, phase)
        texts.append(SplitText(Place.REFERENCE, here, there))
    if phase in (Phase.CLASSIFY, Phase.COMBINE):
        texts.append(SplitText(Place.BASE, left.base, right.base))
    return texts


def _entered_by_both(left: Run, right: Run, phase: Phase) -> str | None:
    """Return the string with which both specs enter a phase.

    The result is None if the strings differ, even after one spec has parsed and recombined the
    string of the other.
    """
    text = str(left.entering(phase))
    other = str(right.entering(phase))
    if text in (other, left.reparsed(other)):
        return text
    if other == right.reparsed(text):
        return other
    return None


# Kinds of rules that rewrite characters in parsing. A standard without these rules treats the same
# characters as data.
_TURNING = frozenset({RuleKind.BACKSLASH, RuleKind.SLASHES, RuleKind.DRIVE_LETTER})


def rewritten_cut(left: Run, right: Run) -> Cut | None:
    """Return the cut at the first characters that a spec rewrites in parsing, if there is one.

    If the older spec rewrites characters, its rewriting is used; otherwise, that of the newer spec.
    If both specs assign the rewritten characters to the same component, there is a cut only if the
    rule is of a kind in `_TURNING`.
    """
    steps = (*left.steps_in(Phase.SPLIT), *right.steps_in(Phase.SPLIT))
    step = next((step for step in steps if step.changed), None)
    if step is None:
        return None
    text = str(step.before)
    after = str(step.after)
    here = left.parsed(text, Phase.SPLIT)
    there = right.parsed(text, Phase.SPLIT)
    start = common_beginning(text, after)
    following = _reaching_beyond(start, disputed_spans(here, there))
    if following and following[0].span.start <= start:
        return Cut(Place.REFERENCE, text, following, decides=False)
    if step.rule.kind not in _TURNING:
        return None
    one = segment_at(here.segments(), start)
    other = segment_at(there.segments(), start)
    if one is None or other is None:
        return None
    stop = start + 1
    while len(text) == len(after) and stop < len(text) and text[stop] != after[stop]:
        stop += 1
    disputed = DisputedSpan(Span(start, min(stop, one.stop)), one, other)
    return Cut(Place.REFERENCE, text, (disputed,), decides=False)


def _reaching_beyond(start: int, items: Iterable[DisputedSpan]) -> tuple[DisputedSpan, ...]:
    """Return the disputed spans that end after an offset."""
    return tuple([item for item in items if item.span.stop > start])


# Cuts that decide.


def cut_at_work(left: Run, right: Run, phase: Phase) -> Cut | None:
    """Return the characters whose components make two specs differ; None if there are none.

    One of the specs would match the other if both split the string (the base, or the text before
    the phase) in the same way. In the parsing phase, the result is that of `rewritten_cut`.
    """
    if phase is Phase.SPLIT:
        return rewritten_cut(left, right)
    for split in texts_taken_apart(left, right, phase):
        place = split.place
        items = tuple(disputed_spans(split.left, split.right))
        if not items:
            continue
        if _follows(left, right, phase, place) or _follows(right, left, phase, place):
            start = _change_starts(left, right, phase, place)
            return Cut(place, split.left.text, _reaching_beyond(start, items) or items[-1:])
    return None


def _change_starts(left: Run, right: Run, phase: Phase, place: Place) -> int:
    """Return the offset of the first character that one of two specs doesn't keep.

    For the reference, the offset is 0 in all phases but the one that removes dot segments.
    """
    afters = [str(run.after(phase)) for run in (left, right)]
    if place is Place.BASE:
        return min(common_words(left.input.base, after) for after in afters)
    if phase is not Phase.DOTS:
        return 0
    before = str(left.entering(phase))
    changed = [changed_words(before, after).start for after in afters if after != before]
    return min(changed, default=0)


def _follows(run: Run, other: Run, phase: Phase, place: Place) -> bool:
    """Return whether a spec would match another in a phase if it used the other's components."""
    of_base = place is Place.BASE
    text = str(run.entering(phase))
    if of_base:
        theirs = other.input.base_parts
    else:
        theirs = other.split_as(text, phase)
    taken = aligned(theirs, other.spec, run.spec)
    if taken is None:
        return False
    if of_base:
        resumed = run.resumed(phase, base=taken)
    else:
        resumed = run.resumed(phase, parts=taken)
    # The test proves nothing if the spec's own result changes when its text is parsed again.
    return resumed.has_equivalent_text(other, phase) and run.is_stable(phase)
