"""Characters that two specs assign to different components.

Standards share the names of components, and each reports where its components end in a text. If two
specs split a text differently, they assign some ranges of characters to different components. Such
a range is called a boundary here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.run import PHASES, SPLIT, Run
from hexapla.standard.component import REMOVED, Component, Segment
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, RuleKind
from hexapla.text.span import Span, common_beginning
from hexapla.values.value import Value


class Boundary(NamedTuple):
    """Characters that two specs assign to different components, with the spans of these.

    Spans are in code points of the text. Delimiters belong to the component that they begin or end.

    Attributes:
        span: The span of the characters, in code points.
        components: The component in each spec, the older spec's first.
        spans: The spans of these components.
    """

    span: Span
    components: tuple[Component, Component]
    spans: tuple[Span, Span]


def boundaries(left: Reference, right: Reference) -> Iterator[Boundary]:
    """Yield the ranges of a text that two specs assign to different components.

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
            yield Boundary(Span(start, stop), components, spans)
        one = next(here, None) if end == stop else one
        other = next(there, None) if other_end == stop else other


def _segments(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield the shared name, the start and the end of each component of a text."""
    start = 0
    for name, stop in (reference.ends or {}).items():
        if name != REMOVED:
            yield name, start, stop
            start = stop


def _component_at(segments: Iterable[Segment], offset: int) -> Component:
    """Return the component that has the character at an offset."""
    return next(item.component for item in segments if item.start <= offset < item.stop)


class Place(StrEnum):
    """The text that two specs split differently."""

    BASE = "base"
    REFERENCE = "reference"


@attrs.frozen(repr=False)
class Cut(Value):
    """Characters that two specs assign to different components.

    `text` is the text that they split: the base, or the reference as it is when the phase begins.
    `items` has the characters, followed by other characters that the specs assign to different
    components. If `decides` is true, splitting the text in the same way would remove the
    difference.

    Attributes:
        place: The text: the base or the reference.
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
    items: tuple[Boundary, ...]
    decides: bool = True

    @property
    def span(self) -> Span:
        """The span of the characters, in code points of the text."""
        return self.items[0].span

    @property
    def left(self) -> Component:
        """The component of the characters in the left spec."""
        return self.items[0].components[0]

    @property
    def right(self) -> Component:
        """The component of the characters in the right spec."""
        return self.items[0].components[1]

    @property
    def characters(self) -> str:
        """The characters."""
        return self.text[self.span.start : self.span.stop]


def texts_taken_apart(left: Run, right: Run, index: int) -> Mapping[Place, tuple[Parts, Parts]]:
    """Return the texts that matter in a phase, as the two specs split them."""
    text, texts = _entered_by_both(left, right, index), {}
    if text is not None and PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE, Phase.DOTS):
        texts[Place.REFERENCE] = left.split_as(text, index), right.split_as(text, index)
    if PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE):
        texts[Place.BASE] = left.input.base_parts, right.input.base_parts
    return texts


def _entered_by_both(left: Run, right: Run, index: int) -> str | None:
    """Return the text that both specs have before a phase, if the texts are equivalent."""
    text, other = str(left.entering(index)), str(right.entering(index))
    if text in (other, left.reparsed(other)):
        return text
    return other if other == right.reparsed(text) else None


# In parsing, a standard without these kinds of rules treats the characters that they rewrite as
# data.
_TURNING = frozenset({RuleKind.BACKSLASH, RuleKind.SLASHES, RuleKind.DRIVE_LETTER})


def rewritten_cut(left: Run, right: Run) -> Cut | None:
    """Return the characters that only one side rewrites when it parses a text."""
    steps = [step for run in (left, right) for step in run.steps_in(SPLIT) if step.changed]
    if not steps:
        return None
    text, after = str(steps[0].before), str(steps[0].after)
    references = [Reference(run.spec, run.split_as(text, SPLIT)) for run in (left, right)]
    start = common_beginning(text, after)
    behind = tuple(item for item in boundaries(*references) if item.span.stop > start)
    if behind and behind[0].span.start <= start:
        return Cut(Place.REFERENCE, text, behind, decides=False)
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
    return Cut(Place.REFERENCE, text, (Boundary(span, components, spans),), decides=False)
