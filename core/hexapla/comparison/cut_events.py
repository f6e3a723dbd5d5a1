"""Events that report to which component each spec assigns the characters of a cut.

A cut is a range of characters that two specs assign to different components (see
`hexapla.comparison.cuts`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import attrs

from hexapla.comparison.cuts import Cut, Place
from hexapla.comparison.events import Held, HeldIn, TraceEvent
from hexapla.comparison.run import CLASSIFY, CLEAN, COMBINE, Run
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.span import Span


class _Found(NamedTuple):
    """The components to which a spec assigns the characters of a cut.

    Attributes:
        text: The characters.
        components: The components, which have the same shared name; empty if their shared names
            differ, or if the spec doesn't parse the text.
        is_whole: Whether the components contain all the characters.
    """

    text: str
    components: Sequence[Component]
    is_whole: bool


def events_of_cut(
    item: Cut, phase: Phase, splits: Iterable[tuple[Spec, Parts]]
) -> Iterator[TraceEvent]:
    """Yield an event for each spec that assigns the characters of a cut to a single component."""
    span = _first_stretch(item)
    scheme = next((each for each in (item.left, item.right) if each.shared == "scheme"), None)
    for spec, parts in splits:
        found = _found_by(Reference(spec, parts), item, span)
        components = found.components
        if components:
            other = _other_component(item, components[0]) if found.is_whole else None
        elif scheme is not None:  # the spec doesn't parse a string without a scheme
            components = [attrs.evolve(_scheme_of(spec), shared="")]
            other = scheme
        else:
            continue
        deciding = components
        if other is not None and other.shared == "scheme":
            components = components[:1]
            deciding = [_scheme_of(spec)]
        places = tuple(_places(spec, parts, components, deciding))
        if len(places) < len(deciding):
            continue
        rules = tuple([each.rule for each in deciding])
        held = Held(found.text, places, other, item.place is Place.BASE)
        yield TraceEvent(spec, phase, rules, item.text, item.text, held=held)


def _places(
    spec: Spec, parts: Parts, components: Sequence[Component], deciding: Sequence[Component]
) -> Iterator[HeldIn]:
    """Yield each component with the citation of its deciding component, if there is one."""
    for component, each in zip(components, deciding, strict=True):
        citation = spec.standard.citation_of(each, parts)
        if citation is not None:
            yield HeldIn(component, citation)


def _first_stretch(item: Cut) -> Span:
    """Return the span at the beginning of a cut that lies within the same two components."""
    start, stop = item.span
    for following in item.items[1:]:
        if following.span.start != stop or following.components != item.items[0].components:
            break
        stop = following.span.stop
    return Span(start, stop)


def _found_by(reference: Reference, item: Cut, span: Span) -> _Found:
    """Return the components to which a spec assigns the characters of a cut.

    If one of the cut's components is an authority, only its beginning may be found, because a
    backslash ends the authority in some specs.
    """
    text = _scheme_in(item) or item.text[span.start : span.stop]
    components = _components_of(reference, span)
    if components or "authority" not in (item.left.shared, item.right.shared):
        return _Found(text, components, is_whole=True)
    ends = [each.stop for each in reference.segments() if span.start < each.stop < span.stop]
    for end in reversed(ends):
        beginning = _components_of(reference, Span(span.start, end))
        if beginning and beginning[0].shared == "authority":
            return _Found(item.text[span.start : end], beginning, is_whole=False)
    return _Found(text, (), is_whole=True)


def _other_component(item: Cut, component: Component) -> Component | None:
    """Return the component of a cut that has another shared name than the given component.

    If both components have another name, a scheme is preferred. None if neither has.
    """
    others = [each for each in (item.left, item.right) if each.shared != component.shared]
    scheme = next((each for each in others if each.shared == "scheme"), None)
    return scheme or next(iter(others), None)


def _scheme_in(item: Cut) -> str:
    """Return the whole scheme if one of a cut's components is a scheme; otherwise ""."""
    for component, span in zip((item.left, item.right), item.items[0].spans, strict=True):
        if component.shared == "scheme":
            return item.text[span.start : span.stop]
    return ""


def held_in(spec: Spec, component: Component, other: Component) -> HeldIn:
    """Return the component to which a spec assigns characters, with its citation.

    If another spec assigns the characters to the scheme, the section on the characters allowed in a
    scheme is cited.
    """
    if other.shared != "scheme":
        return HeldIn(component, component.citation)
    scheme = _scheme_of(spec)
    made_of = scheme.made_of.citation if scheme.made_of is not None else None
    return HeldIn(component, made_of or scheme.citation)


def splits_of_cut(
    item: Cut, index: int, runs: Iterable[Run], acts_in: int
) -> Iterator[tuple[Spec, Parts]]:
    """Yield each spec that has the text of a cut, with the spec's components of this text.

    Args:
        item: The cut.
        index: The index of the phase that specs enter with the cut's text.
        runs: The runs of the specs.
        acts_in: The index of the phase in which the cut makes a difference.
    """
    upto = item.text[: item.items[-1].span.stop]
    for run in runs:
        column = run.input
        # If combining failed, the components of the combined text don't matter.
        failed = isinstance(run.after(index), NoUri) and index > CLASSIFY
        # If resolving ended in this early phase without a URI, only a scheme matters.
        is_refused = run.ended(CLASSIFY) and isinstance(run.after(CLASSIFY), NoUri)
        is_of_reference = item.place is Place.REFERENCE
        is_of_scheme = "scheme" in (item.left.shared, item.right.shared)
        tells = is_of_scheme and run.has_base_with_scheme
        if failed or (is_refused and is_of_reference and not tells):
            continue
        if item.place is Place.BASE:
            if run.end >= acts_in and (acts_in < COMBINE or run.uses_base):
                yield column.spec, column.base_parts
        elif item.text == column.reference == run.after(CLEAN):
            yield column.spec, column.reference_parts
        elif run.end >= index and str(run.entering(index)).startswith(upto):
            # The text after the cut may differ, for example because an empty component was removed.
            yield column.spec, run.split_as(str(run.entering(index)), index)


def _components_of(reference: Reference, span: Span) -> list[Component]:
    """Return the components that contain a span; [] unless all have the same shared name."""
    inside = [
        segment
        for segment in reference.segments()
        if segment.start < span.stop and span.start < segment.stop
    ]
    covered = sum(min(each.stop, span.stop) - max(each.start, span.start) for each in inside)
    shared = {segment.component.shared for segment in inside}
    if len(shared) != 1 or covered != span.stop - span.start:
        return []
    return [segment.component for segment in inside]


def _scheme_of(spec: Spec) -> Component:
    return next((part for part in spec.components if part.shared == "scheme"), spec.components[0])
