"""Events that report to which component each spec assigns some characters.

The characters are a cut, which two specs assign to different components (see
`hexapla.comparison.cuts`), or a stretch of a string that is split by several specs. Components of a
spec that have the same shared name, such as user and host in RFC 1738, are called one shared
component.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hexapla.comparison.cuts import Cut, Place, segment_at, stretches
from hexapla.comparison.events import Held, HeldIn, TraceEvent, event_of_characters
from hexapla.comparison.run import Run
from hexapla.standard.component import Component, Segment
from hexapla.standard.phases import NoUri
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, without_spans


def events_of_cut(item: Cut, phase: Phase, references: Iterable[Reference]) -> Iterator[TraceEvent]:
    """Yield an event for each spec that assigns all characters of a cut to one shared component.

    For exceptions, see `_held_by`.
    """
    for reference in references:
        held = _held_by(reference, item)
        if held is not None and held.places:
            yield event_of_characters(reference.spec, phase, item.text, held)


# The parts of a string under several specs.


class _Stretch(NamedTuple):
    """Characters that each spec assigns to a single shared component.

    Attributes:
        span: The span of the characters.
        segments: The segment of each spec that contains the first character; None if there is none.
    """

    span: Span
    segments: Sequence[Segment | None]

    @property
    def found(self) -> Sequence[Segment]:
        """The segments that contain the first character."""
        return [segment for segment in self.segments if segment is not None]

    @property
    def names(self) -> Sequence[str]:
        """The shared name of each spec's component; "" if there is none."""
        return [segment.component.shared if segment else "" for segment in self.segments]

    @property
    def is_disputed(self) -> bool:
        """Whether specs assign the characters to different components."""
        return len({segment.component.shared for segment in self.found}) > 1

    @property
    def scheme(self) -> Segment | None:
        """The segment of a spec that assigns the characters to the scheme; None if none does."""
        for segment in self.found:
            if segment.component.shared == "scheme":
                return segment
        return None

    def without_scheme(self) -> "_Stretch":
        """Return the stretch without the specs that assign the characters to the scheme."""
        segments = []
        for segment in self.segments:
            is_scheme = segment is not None and segment.component.shared == "scheme"
            segments.append(None if is_scheme else segment)
        return self._replace(segments=segments)

    @property
    def authority(self) -> Component | None:
        """The authority to which specs assign the characters.

        The value is None if there is none, or if a spec's authority continues after the stretch.
        """
        authorities = [item for item in self.found if item.component.shared == "authority"]
        if authorities and all(item.stop <= self.span.stop for item in authorities):
            return authorities[0].component
        return None


def events_of_parts(references: Sequence[Reference]) -> Iterator[TraceEvent]:
    """Yield an event for each spec and each stretch that specs assign to different components.

    A scheme that not every spec finds is reported as a whole.
    """
    schemes: set[Segment] = set()
    for stretch in _stretches_of(references):
        scheme = stretch.scheme
        if scheme is not None and scheme not in schemes and stretch.is_disputed:
            schemes.add(scheme)
            for reference in references:
                yield from _event_of_held(reference, _held_of_scheme(reference, scheme))
        rest = stretch.without_scheme()
        if rest.is_disputed:
            for reference in references:
                yield from _event_of_held(reference, _held_in_stretch(reference, rest))


def _event_of_held(reference: Reference, held: Held | None) -> Iterator[TraceEvent]:
    """Yield the event for some characters of a string, if the spec assigns them to a component."""
    if held is not None and held.places:
        yield event_of_characters(reference.spec, Phase.SPLIT, reference.text, held)


def _stretches_of(references: Sequence[Reference]) -> Iterator[_Stretch]:
    """Yield the longest stretches of a string that each spec assigns to one shared component."""
    segments = [reference.segments() for reference in references]
    ends = {segment.stop for segment in itertools.chain(*segments)}
    current: _Stretch | None = None
    start = 0
    for end in sorted(ends):
        piece = _Stretch(Span(start, end), [segment_at(each, start) for each in segments])
        if current is not None and current.names == piece.names:
            current = current._replace(span=Span(current.span.start, end))
        else:
            if current is not None:
                yield current
            current = piece
        start = end
    if current is not None:
        yield current


def _held_of_scheme(reference: Reference, scheme: Segment) -> Held:
    """Return the characters of a scheme, with the component that contains the first character.

    If the spec doesn't parse the string because it finds no scheme, the result states that the
    characters aren't a scheme.
    """
    span = Span(scheme.start, scheme.stop)
    text = span.of(reference.text)
    own = _scheme_of(reference.spec)
    segment = segment_at(reference.segments(), scheme.start)
    if segment is None:
        places = _places(reference, [own], [own])
        return Held(text, text, places, scheme.component, is_parsed=False)
    other = None if segment.component is own else scheme.component
    places = _places(reference, [segment.component], [own])
    return Held(text, _own_characters(reference, span), places, other)


def _held_in_stretch(reference: Reference, stretch: _Stretch) -> Held | None:
    """Return the characters of a stretch, with the components to which a spec assigns them.

    The result is None if the spec removes the characters, or assigns them to a scheme, to several
    shared components, or to none.
    """
    components = _components_of(reference, stretch.span)
    if not components or components[0].shared == "scheme" or _removes(reference, stretch.span):
        return None
    text = stretch.span.of(reference.text)
    own = _own_characters(reference, stretch.span)
    places = _places(reference, components, components)
    is_delimiter = _is_delimiter(reference, stretch.span)
    return Held(text, own, places, stretch.authority, is_delimiter=is_delimiter)


def _removes(reference: Reference, span: Span) -> bool:
    """Return whether a spec removes all characters of a span before parsing."""
    standard = reference.spec.standard
    without = without_spans(reference.text, [span])
    return len(standard.clean_text(without)) == len(standard.clean_text(reference.text))


# The characters of a cut under a spec.


def _held_by(reference: Reference, item: Cut) -> Held | None:
    """Return the characters of a cut, with the components to which a spec assigns them.

    The result is None if the components have different shared names, or if the spec doesn't parse
    the text. There are two exceptions. If only the first characters are in the authority, only
    these characters are returned. If a component of the cut is a scheme, the result states that the
    characters aren't a scheme.
    """
    is_of_base = item.place is Place.BASE
    span = Span(item.span.start, next(stretches(item.items))[-1].span.stop)
    scheme_text = _scheme_in(item)
    text = scheme_text or span.of(item.text)
    own = scheme_text or _own_characters(reference, span)
    components = _components_of(reference, span)
    if components:
        other = _other_component(item, components[0])
        if other is not None and other.shared == "scheme":
            places = _places(reference, components[:1], [_scheme_of(reference.spec)])
        else:
            places = _places(reference, components, components)
        is_delimiter = _is_delimiter(reference, span)
        return Held(text, own, places, other, is_of_base, is_delimiter=is_delimiter)
    beginning = _beginning_in_authority(reference, item, span)
    if beginning is not None:
        components = _components_of(reference, beginning)
        places = _places(reference, components, components)
        text = beginning.of(item.text)
        own = _own_characters(reference, beginning)
        is_delimiter = _is_delimiter(reference, beginning)
        return Held(text, own, places, None, is_of_base, is_delimiter=is_delimiter)
    scheme = _scheme_among((item.left, item.right))
    if scheme is None:
        return None
    lacking = [_scheme_of(reference.spec)]
    places = _places(reference, lacking, lacking)
    return Held(text, text, places, scheme, is_of_base, is_parsed=False)


def _places(
    reference: Reference, components: Sequence[Component], deciding: Sequence[Component]
) -> tuple[HeldIn, ...]:
    """Return components, each with the rule and the citation of a deciding component.

    `deciding` contains one component for each of `components`. The result is empty if parsing
    failed before one of the deciding components, because this component then has no citation.
    """
    places = []
    for component, each in zip(components, deciding, strict=True):
        citation = reference.spec.standard.citation_of(each, reference.split)
        if citation is None:
            return ()
        places.append(HeldIn(component, each.rule, citation))
    return tuple(places)


def _beginning_in_authority(reference: Reference, item: Cut, span: Span) -> Span | None:
    """Return the longest proper prefix of a span that a spec assigns to the authority.

    For example, a backslash within the span may end the authority. The result is None if there is
    no such prefix, or if neither component of the cut is an authority.
    """
    if "authority" not in (item.left.shared, item.right.shared):
        return None
    ends = [each.stop for each in reference.segments() if span.start < each.stop < span.stop]
    for end in reversed(ends):
        beginning = Span(span.start, end)
        components = _components_of(reference, beginning)
        if components and components[0].shared == "authority":
            return beginning
    return None


def _other_component(item: Cut, component: Component) -> Component | None:
    """Return the component of a cut whose shared name differs from that of a given component.

    If both components of the cut differ, a scheme is preferred. If neither differs, the result is
    None.
    """
    others = [each for each in (item.left, item.right) if each.shared != component.shared]
    return _scheme_among(others) or next(iter(others), None)


def _scheme_in(item: Cut) -> str:
    """Return the whole scheme if one of a cut's components is a scheme; otherwise ""."""
    for segment in (item.items[0].left, item.items[0].right):
        if segment.component.shared == "scheme":
            return item.text[segment.start : segment.stop]
    return ""


_WITHOUT_DELIMITER = frozenset({"authority", "path"})
"""The shared names of components whose characters are shown without the delimiter before them."""


def _own_characters(reference: Reference, span: Span) -> str:
    """Return the characters of a span that are in the component itself (see `Held`)."""
    segment = segment_at(reference.segments(), span.start)
    return _characters_in(segment, span, reference.text, reference.spec)


def _characters_in(segment: Segment | None, span: Span, text: str, spec: Spec) -> str:
    """Return the characters of a span that are in a segment's component itself (see `Held`).

    The delimiter before the component and the characters that the spec removes are left out. If the
    span contains only such characters, they are returned.
    """
    start = span.start
    drops_delimiter = segment is not None and segment.component.shared in _WITHOUT_DELIMITER
    if segment is not None and drops_delimiter and segment.content < span.stop:
        start = max(start, segment.content)
    within = Span(start, span.stop)
    return _without_removed(within, text, spec) or within.of(text)


def _without_removed(span: Span, text: str, spec: Spec) -> str:
    """Return the characters of a span without those that the spec removes before parsing."""
    standard = spec.standard
    if standard.clean_text(text) == text:
        return span.of(text)
    offsets = list(range(len(text)))
    for step in standard.record_parsing(text).steps:
        if step.phase is Phase.CLEAN:
            for start, stop in reversed(step.removed):
                del offsets[start:stop]
    kept = [offset for offset in offsets if span.start <= offset < span.stop]
    return "".join([text[offset] for offset in kept])


def held_in(cut: Cut, component: Component, spec: Spec) -> Held:
    """Return the characters of a cut, with the component to which a spec assigns them.

    If the other spec assigns the characters to the scheme, the citation is that of the section on
    the characters allowed in a scheme.
    """
    segment, other = cut.items[0].left, cut.right
    if component is not cut.left:
        segment, other = cut.items[0].right, cut.left
    rule = component.rule
    citation = component.citation
    if other.shared == "scheme":
        scheme = _scheme_of(spec)
        rule = scheme.rule
        citation = spec.standard.citation_of_characters(scheme)
    place = HeldIn(component, rule, citation)
    own = _characters_in(segment, cut.span, cut.text, spec)
    return Held(cut.characters, own, (place,), other, of_base=cut.place is Place.BASE)


def parsed_for_cut(
    item: Cut, text_of: Phase, runs: Iterable[Run], acts_in: Phase
) -> Iterator[Reference]:
    """Yield the text of a cut as parsed by each spec whose run has this text.

    Runs that ended before the components of the text mattered are skipped, and so are runs that
    reject the characters of the cut as part of an authority.

    Args:
        item: The cut.
        text_of: The phase that specs enter with the cut's text.
        runs: The runs of the specs.
        acts_in: The phase in which the cut makes a difference.
    """
    for run, parsed in _parsed_by_runs(item, text_of, runs, acts_in):
        is_rejected = run.rejects_component and item.place is Place.REFERENCE
        if not (is_rejected and _is_in_authority(parsed, item)):
            yield parsed


def _is_in_authority(reference: Reference, item: Cut) -> bool:
    """Return whether a spec assigns a character of a cut to the authority."""
    for disputed in item.items:
        components = _components_of(reference, disputed.span)
        if any(component.shared == "authority" for component in components):
            return True
    return False


def _parsed_by_runs(
    item: Cut, text_of: Phase, runs: Iterable[Run], acts_in: Phase
) -> Iterator[tuple[Run, Reference]]:
    """Yield each run that has the text of a cut, with the text as its spec parses it."""
    upto = item.text[: item.items[-1].span.stop]
    is_of_scheme = _scheme_among((item.left, item.right)) is not None
    for run in runs:
        # If combining failed, the components of the combined text don't matter.
        failed = isinstance(run.after(text_of), NoUri) and text_of.number > Phase.CLASSIFY.number
        # If resolving ended without a URI before combining, only the base and a scheme matter.
        tells = item.place is Place.BASE or (is_of_scheme and run.has_base_with_scheme)
        if failed or (run.is_refused and not tells):
            continue
        if item.place is Place.BASE:
            if run.reaches(acts_in) and (acts_in is Phase.CLASSIFY or run.uses_base):
                yield run, run.base
        elif item.text == run.input.reference == run.after(Phase.CLEAN):
            yield run, run.input.parsed(run.input.reference_parts)
        elif run.reaches(text_of):
            text = str(run.entering(text_of))
            # The text after the cut may differ, for example because an empty component was removed.
            if text.startswith(upto):
                yield run, run.parsed(text, text_of)


def _is_delimiter(reference: Reference, span: Span) -> bool:
    """Return whether a span is only the delimiter before the component that contains it."""
    segment = segment_at(reference.segments(), span.start)
    return segment is not None and span.stop <= segment.content


def _components_of(reference: Reference, span: Span) -> list[Component]:
    """Return the components that contain a span; [] unless all have the same shared name."""
    components = []
    covered = 0
    for segment in reference.segments():
        inside = min(segment.stop, span.stop) - max(segment.start, span.start)
        if inside > 0:
            components.append(segment.component)
            covered += inside
    shared = {component.shared for component in components}
    is_whole = covered == span.stop - span.start
    if is_whole and len(shared) == 1:
        return components
    return []


def _scheme_among(components: Iterable[Component]) -> Component | None:
    for component in components:
        if component.shared == "scheme":
            return component
    return None


def _scheme_of(spec: Spec) -> Component:
    return _scheme_among(spec.components) or spec.components[0]
