"""Find the cuts that an explanation must mention because a spec's behaviour depends on them.

A cut is a range of characters that two specs assign to different components (see
`hexapla.comparison.cuts`). To test whether a cut matters to a spec, the characters of the cut are
moved to the component to which the other spec assigns them. The cut matters if the spec then
behaves differently in a phase. Each cut of a string is tested separately, so only the cuts on which
a later step depends are reported.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hexapla.comparison.cuts import (
    Cut,
    DisputedSpan,
    Place,
    disputed_spans,
    rewritten_cut,
    stretches,
    texts_taken_apart,
)
from hexapla.comparison.resuming import has_components, without_components
from hexapla.comparison.run import Run
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, common_beginning


class MatteringCut(NamedTuple):
    """A cut on which a spec's behaviour depends.

    Attributes:
        acts_in: The phase in which the behaviour depends on the cut.
        text_of: The phase whose input is the string that contains the cut.
        cut: The cut.
    """

    acts_in: Phase
    text_of: Phase
    cut: Cut


class _Side(NamedTuple):
    """One of two compared specs.

    Attributes:
        run: The run of the spec.
        other: The run of the other spec.
        is_left: Whether the spec is the left one.
    """

    run: Run
    other: Run
    is_left: bool

    def theirs(self, cut: Cut) -> Component:
        """Return the component to which the other spec assigns the characters of a cut."""
        if self.is_left:
            return cut.right
        return cut.left


def cuts_that_matter(left: Run, right: Run) -> Iterator[MatteringCut]:
    """Yield the cuts on which the behaviour of either spec depends, each with its phases.

    In the parsing phase, the cut is that of `rewritten_cut`, unless both specs assign its
    characters to components with the same shared name. If only one spec finds a scheme in the base,
    the scheme is a cut. Most other cuts are found by moving their characters to another component,
    as described at the top of this module. Characters of the reference that a spec rejects as part
    of an authority aren't a cut: the spec's target has no such authority.
    """
    for mattering in _cuts_that_matter(left, right):
        cut = mattering.cut
        rejected = left.rejects_component and cut.left.shared == "authority"
        rejected |= right.rejects_component and cut.right.shared == "authority"
        if not (rejected and cut.place is Place.REFERENCE):
            yield mattering


def cuts_lost(run: Run, other: Run) -> Iterator[Cut]:
    """Yield the cuts of the base that a spec drops because it lacks the other spec's component."""
    side = _Side(run, other, is_left=True)
    for items in stretches(disputed_spans(run.base, other.base)):
        cut = Cut(Place.BASE, run.input.base, items)
        if _loses_characters(side, cut):
            yield cut


def _cuts_that_matter(left: Run, right: Run) -> Iterator[MatteringCut]:
    rewritten = rewritten_cut(left, right)
    if rewritten is not None and rewritten.left.shared != rewritten.right.shared:
        yield MatteringCut(Phase.SPLIT, Phase.SPLIT, rewritten)
    scheme = _scheme_found_by_one(left, right)
    if scheme is not None:
        yield MatteringCut(Phase.CLASSIFY, Phase.CLASSIFY, scheme)
    for phase in (Phase.CLASSIFY, Phase.COMBINE, Phase.DOTS):
        is_reached = left.reaches(phase) or right.reaches(phase)
        skips_dots = phase is Phase.DOTS and (_skips_dots(left) or _skips_dots(right))
        if is_reached and not skips_dots:
            yield from _mattering_in_phase(left, right, phase)


def _mattering_in_phase(left: Run, right: Run, phase: Phase) -> Iterator[MatteringCut]:
    # If a run has ended, the text of the last phase that both runs reached is used.
    text_of = min(phase, left.end, right.end, key=lambda each: each.number)
    texts = texts_taken_apart(left, right, text_of)
    if phase is Phase.DOTS and not texts:  # the strings differ, but both end with the reference
        text_of = Phase.COMBINE
        texts = texts_taken_apart(left, right, text_of)
    for split in texts:
        if split.place is Place.BASE and phase is Phase.DOTS:
            continue
        disputed = disputed_spans(split.left, split.right)
        cuts = [Cut(split.place, split.left.text, items) for items in stretches(disputed)]
        for cut in _mattering(left, right, phase, cuts):
            yield MatteringCut(phase, text_of, cut)


def _mattering(left: Run, right: Run, phase: Phase, cuts: Sequence[Cut]) -> list[Cut]:
    """Return the cuts of a string that matter in a phase.

    Two adjacent cuts of a base can't be separated if a spec assigns both to the same component. If
    the second of these cuts matters, the first is also returned.
    """
    both = _Side(left, right, is_left=True), _Side(right, left, is_left=False)
    found: list[Cut] = []
    for before, cut in zip([None, *cuts], cuts, strict=False):
        of_base = cut.place is Place.BASE and phase is Phase.COMBINE
        if of_base and _is_kept_alike(left, right, cut):
            continue
        # Characters that both specs keep matter only if the specs would match without the cut.
        must_match = phase is Phase.DOTS and _leave_alike(left, right, cut)
        sides = [side for side in both if _matters(side, phase, cut, cuts, must_match)]
        if of_base and before is not None:
            goes_along = any(_go_together(before, cut, side) for side in sides)
            if goes_along and before not in found:
                found.append(before)
        is_lost = any(_loses_characters(side, cut) for side in both)
        if sides or (of_base and (is_lost or _is_kept_by_one(left, right, cut))):
            found.append(cut)
    return found


def _go_together(before: Cut, cut: Cut, side: _Side) -> bool:
    """Return whether two cuts are adjacent, and the other spec assigns both to one component."""
    are_adjacent = before.full_span.stop == cut.full_span.start
    return are_adjacent and side.theirs(before) is side.theirs(cut)


def _scheme_found_by_one(left: Run, right: Run) -> Cut | None:
    """Return the base's scheme as a cut if only one spec finds a scheme; otherwise None."""
    for run, other in ((left, right), (right, left)):
        if run.has_base_with_scheme and not other.has_base_with_scheme:
            return _cut_of_scheme(Place.BASE, run.base, other.spec)
    return None


def scheme_missed(run: Run, other: Run) -> Cut | None:
    """Return the reference's scheme as a cut if only the other spec finds a scheme.

    The result is None if one of the specs rewrites the reference before it is parsed.
    """
    text = run.input.reference
    is_rewritten = not text == run.after(Phase.CLEAN) == other.after(Phase.CLEAN)
    if is_rewritten or run.has_scheme or not other.has_scheme:
        return None
    parsed = other.input.parsed(other.input.reference_parts)
    return _cut_of_scheme(Place.REFERENCE, parsed, run.spec)


def _cut_of_scheme(place: Place, parsed: Reference, lacking: Spec) -> Cut:
    """Return the scheme of a parsed string as a cut, for a spec that finds no scheme in it."""
    scheme = parsed.segments()[0]
    elsewhere = scheme._replace(component=lacking.components[-1])
    disputed = DisputedSpan(Span(scheme.start, scheme.stop), scheme, elsewhere)
    return Cut(place, parsed.text, (disputed,))


def _leave_alike(left: Run, right: Run, cut: Cut) -> bool:
    """Return whether both specs keep the characters of a cut when removing dot segments."""
    if not left.entering(Phase.DOTS) == right.entering(Phase.DOTS) == cut.text:
        return False
    start, stop = cut.full_span
    from_start = len(cut.text) - start
    for run in (left, right):
        after = str(run.after(Phase.DOTS))
        is_at_front = common_beginning(cut.text, after) >= stop
        is_at_end = common_beginning(cut.text[::-1], after[::-1]) >= from_start
        if not (is_at_front or is_at_end):
            return False
    return True


def _skips_dots(run: Run) -> bool:
    """Return whether a run skips the removal of dot segments."""
    rule = run.rule(Phase.DOTS)
    return rule is not None and rule.kind is RuleKind.SKIP_DOTS


def _matters(side: _Side, phase: Phase, cut: Cut, cuts: Sequence[Cut], must_match: bool) -> bool:
    """Return whether a spec would behave differently if the characters of a cut were moved.

    If necessary, adjacent cuts that the other spec assigns to the same component are moved as well.

    Args:
        side: The spec.
        phase: The phase.
        cut: The cut.
        cuts: All cuts of the text.
        must_match: Whether the changed behaviour must match that of the other spec.
    """
    spans = dict.fromkeys((cut.full_span, _with_neighbours(cut, side, cuts)))
    return any(_matters_moved(side, phase, cut, span, must_match) for span in spans)


def _with_neighbours(cut: Cut, side: _Side, cuts: Sequence[Cut]) -> Span:
    """Return the span of a cut and adjacent cuts that the other spec puts in the same component.

    A scheme is left out: a reference without its scheme is classified differently in any case.
    """
    start, stop = cut.full_span
    component = side.theirs(cut)
    alike = []
    for each in cuts:
        is_scheme = "scheme" in (each.left.shared, each.right.shared)
        if side.theirs(each) is component and not is_scheme:
            alike.append(each.full_span)
    for span in alike:
        if span.start == stop:
            stop = span.stop
    for span in reversed(alike):
        if span.stop == start:
            start = span.start
    return Span(start, stop)


def _matters_moved(side: _Side, phase: Phase, cut: Cut, span: Span, must_match: bool) -> bool:
    """Return whether a spec would behave differently in a phase if a span of a string were moved.

    It is moved to the component of the other spec. If `must_match` is true, the spec must then
    behave like the other spec.
    """
    run = side.run
    theirs = side.theirs(cut)
    if not run.reaches(phase):
        return False
    if cut.place is Place.BASE:
        base = _moved(run.base, span, theirs)
        if base is None:
            return False
        resumed = run.resumed(phase, base=base)
    else:
        text = str(run.entering(phase))
        if not text.endswith(cut.text):
            return False
        before = len(text) - len(cut.text)
        shifted = Span(span.start + before, span.stop + before)
        parts = _moved(run.parsed(text, phase), shifted, theirs)
        if parts is None:
            return False
        resumed = run.resumed(phase, parts=parts)
    decides_alike = phase is not Phase.CLASSIFY or resumed.rule(phase) == run.rule(phase)
    if resumed.has_same_text(run, phase) and decides_alike:
        return False
    if must_match and not resumed.has_equivalent_text(side.other, phase):
        return False
    # The test proves nothing if the spec's own result changes when its text is parsed again.
    return run.is_stable(phase)


def _is_kept_by_one(left: Run, right: Run, cut: Cut) -> bool:
    """Return whether one of two specs keeps the characters of a cut, and the other drops them.

    The result is false unless both specs use the base, and one of them lacks the component to which
    the other spec assigns these characters.
    """
    if not (left.uses_base and right.uses_base):
        return False
    left_has_both = cut.right.shared in left.spec.standard.shared_names
    right_has_both = cut.left.shared in right.spec.standard.shared_names
    if left_has_both and right_has_both:
        return False
    for run in (left, right):
        rule = run.rule(Phase.COMBINE)
        # A rule of kind `MATCH` is applied before the components of the base are used.
        if rule is None or rule.kind is RuleKind.MATCH:
            return False
    start, stop = cut.full_span
    dropping = [run for run in (left, right) if not _keeps_base_to(run, stop)]
    # Characters that are dropped together with those before them would be dropped in any component.
    return len(dropping) == 1 and _keeps_base_to(dropping[0], start)


def _loses_characters(side: _Side, cut: Cut) -> bool:
    """Return whether only the spec of `side` uses the base, and drops the characters of a cut.

    It must drop them because it lacks the component to which the other spec assigns them.

    For example, RFC 1630 has no authority: the host counts as part of the path, and may be replaced
    together with the path.
    """
    run = side.run
    is_used_by_other = side.other.uses_base and side.other.reaches(Phase.COMBINE)
    if not run.uses_base or is_used_by_other:
        return False
    lacks_component = side.theirs(cut).shared not in run.spec.standard.shared_names
    rule = run.rule(Phase.COMBINE)
    if not lacks_component or rule is None or rule.kind is RuleKind.MATCH:
        return False
    start, stop = cut.full_span
    return _keeps_base_to(run, start) and not _keeps_base_to(run, stop)


def _is_kept_alike(left: Run, right: Run, cut: Cut) -> bool:
    """Return whether two specs both keep some characters of the base."""
    if not (left.uses_base and right.uses_base):
        return False
    _, stop = cut.full_span
    return _keeps_base_to(left, stop) and _keeps_base_to(right, stop)


def _keeps_base_to(run: Run, stop: int) -> bool:
    """Return whether a spec keeps the base up to an offset, except for final slashes."""
    as_read = run.spec.standard.base_as_read(run.input.base[:stop]).rstrip("/")
    return str(run.after(Phase.COMBINE)).startswith(as_read)


def _moved(reference: Reference, moved: Span, other: Component) -> Parts | None:
    """Return the components of a string after moving some characters to another component.

    The result is None if the spec lacks the other component, or if the move would put components
    out of order.
    """
    spec = reference.spec
    text = reference.text
    names = spec.standard.shared_names
    if other.shared not in names or not has_components(spec):
        return None
    spans: dict[str, Span] = {}
    for name, piece in _labelled(reference, moved, other):
        known = spans.get(name, piece)
        if name in spans and known.stop != piece.start:
            return None
        spans[name] = Span(known.start, piece.stop)
    if list(spans) != [name for name in names if name in spans]:
        return None
    values = without_components(spec)
    for component in spec.components:
        if component.shared in spans:
            value = spans[component.shared].of(text).removeprefix(component.prefix)
            values[component.shared] = value.removesuffix(component.suffix)
    return (text, *values.values())


def _labelled(reference: Reference, moved: Span, other: Component) -> Iterator[tuple[str, Span]]:
    """Yield the pieces of a string, each with its component after moving some characters."""
    for segment in reference.segments():
        start = min(max(segment.start, moved.start), segment.stop)
        stop = max(min(segment.stop, moved.stop), start)
        own = segment.component.shared
        pieces = (own, segment.start, start), (other.shared, start, stop), (own, stop, segment.stop)
        for name, begin, end in pieces:
            if begin < end:
                yield name, Span(begin, end)
