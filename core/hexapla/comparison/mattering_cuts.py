"""Find the cuts that an explanation must mention because a spec's behaviour depends on them.

A cut is a range of characters that two specs assign to different components (see
`hexapla.comparison.cuts`). To test whether a cut matters to a spec, its characters are moved to the
component to which the other spec assigns them. The cut matters if the spec then behaves differently
in a phase. Each cut of a string is tested separately, so only the cuts on which a later step
depends are reported.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from hexapla.comparison.attribution import replay, resume_at
from hexapla.comparison.cuts import (
    Cut,
    DisputedSpan,
    Place,
    disputed_spans,
    rewritten_cut,
    texts_taken_apart,
)
from hexapla.comparison.resuming import by_name, has_components, shared_names
from hexapla.comparison.run import CLASSIFY, COMBINE, DOTS, SPLIT, Run
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.rule import RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, common_beginning


class MatteringCut(NamedTuple):
    """A cut on which a spec's behaviour depends.

    Attributes:
        acts_in: The index of the phase in which the behaviour depends on the cut.
        text_of: The index of the phase that specs enter with the cut's text.
        cut: The cut.
    """

    acts_in: int
    text_of: int
    cut: Cut


class CutSide(Enum):
    """The side of one of two compared specs."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> "CutSide":
        """The other side."""
        return CutSide.RIGHT if self is CutSide.LEFT else CutSide.LEFT

    def of(self, cut: Cut) -> Component:
        """Return the component to which the spec on this side assigns the characters of a cut."""
        return cut.left if self is CutSide.LEFT else cut.right


def cuts_that_matter(left: Run, right: Run) -> Iterator[MatteringCut]:
    """Yield the cuts on which the behaviour of one of two specs in a phase depends.

    The characters of each cut are moved to the component to which the other spec assigns them. In
    the parsing phase, a cut consists of the characters that only one spec rewrites.
    """
    rewritten = rewritten_cut(left, right)
    if rewritten is not None and rewritten.left.shared != rewritten.right.shared:
        yield MatteringCut(SPLIT, SPLIT, rewritten)
    scheme = _scheme_found_by_one(left, right)
    if scheme is not None:
        yield MatteringCut(CLASSIFY, CLASSIFY, scheme)
    for index in range(CLASSIFY, min(max(left.end, right.end), DOTS) + 1):
        if index == DOTS and (_skips_dots(left) or _skips_dots(right)):
            continue
        # If a run has ended, or the texts differ, the last text that both runs had is used.
        text_of = min(index, left.end, right.end)
        texts = texts_taken_apart(left, right, text_of)
        if index == DOTS and not texts:  # the strings differ, but both end with the reference
            text_of = COMBINE
            texts = texts_taken_apart(left, right, COMBINE)
        for where, splits in texts.items():
            if where is Place.BASE and index == DOTS:
                continue
            references = Reference(left.spec, splits[0]), Reference(right.spec, splits[1])
            stretches = _stretches(disputed_spans(*references))
            cuts = [Cut(where, str(splits[0][0]), items) for items in stretches]
            for number in _mattering(left, right, index, cuts):
                yield MatteringCut(index, text_of, cuts[number])


def _mattering(left: Run, right: Run, index: int, cuts: Sequence[Cut]) -> list[int]:
    """Return the indexes of the cuts of a string that matter in a phase.

    One of the specs may assign two adjacent cuts of a base to the same component, so that they
    can't be separated. If the second cut matters, the first is then also returned.
    """
    found: set[int] = set()
    for number, cut in enumerate(cuts):
        of_base = cut.place is Place.BASE and index == COMBINE
        if of_base and _is_kept_alike(left, right, cut):
            continue
        # Characters that both specs keep matter only if the specs would match without the cut.
        alike = index == DOTS and _leave_alike(left, right, cut)
        sides = []
        if _matters(left, index, cut, CutSide.LEFT, cuts, right if alike else None):
            sides.append(CutSide.LEFT)
        if _matters(right, index, cut, CutSide.RIGHT, cuts, left if alike else None):
            sides.append(CutSide.RIGHT)
        if sides or _is_kept_by_one(left, right, index, cut):
            found.add(number)
        if of_base and number > 0:
            before = cuts[number - 1]
            if any(_go_together(before, cut, side.other) for side in sides):
                found.add(number - 1)
    return sorted(found)


def _go_together(before: Cut, cut: Cut, side: CutSide) -> bool:
    """Return whether two cuts are adjacent, and a spec assigns both to the same component."""
    return before.full_span.stop == cut.full_span.start and side.of(before) is side.of(cut)


def _scheme_found_by_one(left: Run, right: Run) -> Cut | None:
    """Return the base's scheme as a cut if only one spec finds a scheme; otherwise None."""
    for run, other in ((left, right), (right, left)):
        if not run.has_base_with_scheme or other.has_base_with_scheme:
            continue
        scheme, *others = Reference(run.spec, run.input.base_parts).segments()
        no_scheme = other.spec.components[-1]
        span = Span(scheme.start, scheme.stop)
        components = scheme.component, no_scheme
        disputed = DisputedSpan(span, components, (span, span))
        return Cut(Place.BASE, run.input.base, (disputed,))
    return None


def _leave_alike(left: Run, right: Run, cut: Cut) -> bool:
    """Return whether both specs keep the characters of a cut while they remove dot segments."""
    if not left.entering(DOTS) == right.entering(DOTS) == cut.text:
        return False
    start, stop = cut.full_span
    from_start = len(cut.text) - start
    for run in (left, right):
        after = str(run.after(DOTS))
        is_at_front = common_beginning(cut.text, after) >= stop
        is_at_end = common_beginning(cut.text[::-1], after[::-1]) >= from_start
        if not (is_at_front or is_at_end):
            return False
    return True


def _skips_dots(run: Run) -> bool:
    """Return whether a spec keeps the dot segments of all components."""
    rule = run.rule(DOTS)
    return rule is not None and rule.kind is RuleKind.SKIP_DOTS


def _stretches(spans: Iterable[DisputedSpan]) -> Iterator[tuple[DisputedSpan, ...]]:
    """Yield groups of adjacent disputed spans that have the same two components."""
    stretch: list[DisputedSpan] = []
    for disputed in spans:
        if stretch:
            follows = stretch[-1].span.stop == disputed.span.start
            if not follows or stretch[0].components != disputed.components:
                yield tuple(stretch)
                stretch = []
        stretch.append(disputed)
    if stretch:
        yield tuple(stretch)


def _matters(
    run: Run,
    index: int,
    cut: Cut,
    side: CutSide,
    cuts: Sequence[Cut],
    must_match: Run | None,
) -> bool:
    """Return whether a spec would behave differently if the characters of a cut were moved.

    If necessary, adjacent cuts that the other spec assigns to the same component are moved as well.

    Args:
        run: The run of the spec.
        index: The index of the phase.
        cut: The cut.
        side: The side of the spec.
        cuts: All cuts of the text.
        must_match: A run that the changed behaviour must match, if any.
    """
    spans = dict.fromkeys((cut.full_span, _with_neighbours(cut, side, cuts)))
    return any(_matters_moved(run, index, cut, side, span, must_match) for span in spans)


def _with_neighbours(cut: Cut, side: CutSide, cuts: Sequence[Cut]) -> Span:
    """Return the span of a cut, extended over neighbours in the other spec's same component."""
    start, stop = cut.full_span
    component = side.other.of(cut)
    alike = [each.full_span for each in cuts if side.other.of(each) is component]
    for span in alike:
        if span.start == stop:
            stop = span.stop
    for span in reversed(alike):
        if span.stop == start:
            start = span.start
    return Span(start, stop)


def _matters_moved(
    run: Run, index: int, cut: Cut, side: CutSide, span: Span, must_match: Run | None
) -> bool:
    """Return whether moving a span of a string would change a spec's behaviour in a phase."""
    if run.end < index:
        return False
    text = str(run.entering(index))
    base, parts = run.input.base_parts, run.split_as(text, index)
    other = side.other.of(cut)
    of_base = cut.place is Place.BASE
    if not of_base and text != cut.text:
        if not text.endswith(cut.text):
            return False
        before = len(text) - len(cut.text)
        span = Span(span.start + before, span.stop + before)
    moved = _moved(run.spec, base if of_base else parts, span, other)
    if moved is None:
        return False
    base, parts = (moved, parts) if of_base else (base, moved)
    resumed = resume_at(run, index, run.input, base, parts)
    decides_alike = index != CLASSIFY or resumed.rule(index) == run.rule(index)
    if resumed.has_same_text(run, index) and decides_alike:
        return False
    if must_match is not None and not resumed.has_equivalent_text(must_match, index):
        return False
    # The test proves nothing if the spec's own result changes when its text is parsed again.
    return replay(run, index, text).has_same_text(run, index)


def _is_kept_by_one(left: Run, right: Run, index: int, cut: Cut) -> bool:
    """Return whether only one of two specs keeps some characters of the base.

    This test is for specs that lack the component to which the other spec assigns the characters.
    """
    lacks = any(
        component.shared not in shared_names(run.spec)
        for run, component in ((left, cut.right), (right, cut.left))
    )
    rules = [run.rule(COMBINE) for run in (left, right)]
    # A matching rule is applied before the components of the base are used.
    matches = any(rule is None or rule.kind is RuleKind.MATCH for rule in rules)
    if not (left.uses_base and right.uses_base):
        return False
    if cut.place is not Place.BASE or index != COMBINE or not lacks or matches:
        return False
    start, stop = cut.full_span
    keep = [run for run in (left, right) if _keeps_base_to(run, stop)]
    drop = [run for run in (left, right) if not _keeps_base_to(run, stop)]
    # Characters that are dropped together with those before them would be dropped in any component.
    return bool(keep) and any(_keeps_base_to(run, start) for run in drop)


def _is_kept_alike(left: Run, right: Run, cut: Cut) -> bool:
    """Return whether two specs both keep some characters of the base, or both drop them."""
    if not (left.uses_base and right.uses_base):
        return False
    ends = cut.full_span.start + 1, cut.full_span.stop
    begins, stops = ({_keeps_base_to(run, stop) for run in (left, right)} for stop in ends)
    return begins == {False} or stops == {True}


def _keeps_base_to(run: Run, stop: int) -> bool:
    """Return whether a spec keeps its base up to an offset, except for final slashes."""
    as_read = run.spec.standard.base_as_read(run.input.base[:stop]).rstrip("/")
    return str(run.after(COMBINE)).startswith(as_read)


def _moved(spec: Spec, parts: Parts, span: Span, other: Component) -> Parts | None:
    """Return the components of a string after moving some characters to another component.

    None if the spec has no such component, or if the move would put components out of order.
    """
    names = shared_names(spec)
    if other.shared not in names or not has_components(spec):
        return None
    labels: list[tuple[str, int, int]] = []
    for segment in Reference(spec, parts).segments():
        inside = max(segment.start, span.start), min(segment.stop, span.stop)
        if inside[0] >= inside[1]:
            inside = segment.stop, segment.stop
        for name, start, stop in (
            (segment.component.shared, segment.start, inside[0]),
            (other.shared, *inside),
            (segment.component.shared, inside[1], segment.stop),
        ):
            if labels and labels[-1][0] == name:
                labels[-1] = name, labels[-1][1], stop
            elif start < stop:
                labels.append((name, start, stop))
    order = [names.index(name) for name, _, _ in labels]
    if order != sorted(set(order)):
        return None
    text = str(parts[0])
    values = by_name(spec, spec.standard.split("")[1:])
    components = dict(zip(names, spec.components, strict=True))
    for name, start, stop in labels:
        component = components[name]
        value = text[start:stop].removeprefix(component.prefix)
        values[name] = value.removesuffix(component.suffix)
    return (text, *values.values())
