"""In which component each spec has the characters of a cut, as events of a table of rows."""

from collections.abc import Iterable, Iterator

import attrs

from hexapla.comparison.cuts import Cut, Place
from hexapla.comparison.events import Held, TraceEvent
from hexapla.comparison.run import CLASSIFY, CLEAN, COMBINE, Run
from hexapla.documents.citation import Citation
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.span import Span


def events_of_cut(
    item: Cut, phase: Phase, splits: Iterable[tuple[Spec, Parts]]
) -> Iterator[TraceEvent]:
    """Yield in which component each spec has the characters of a cut, where it has them in one."""
    start, stop = item.span
    for following in item.items[1:]:
        if following.span.start != stop or following.components != item.items[0].components:
            break
        stop = following.span.stop
    for spec, parts in splits:
        found = _components_of(Reference(spec, parts), Span(start, stop))
        names = tuple([component.name for component in found])
        component = found[0] if found else _scheme_of(spec)
        others = [each for each in (item.left, item.right) if each.shared != component.shared]
        # That it is no scheme comes before where else it is.
        scheme = next((each for each in others if each.shared == "scheme"), None)
        other = scheme or next(iter(others), None)
        if not found:  # it parses nothing of a text that has no scheme
            other = next(
                (each for each in (item.left, item.right) if each.shared == "scheme"), None
            )
            if other is None or component.shared != "scheme":
                continue
            component = attrs.evolve(component, shared="")
        if found and (other is None or other.shared != "scheme"):
            deciding = found
        else:
            deciding = [_scheme_of(spec)]
        rules = tuple([each.rule for each in deciding])
        found_in = [spec.standard.citation_of(each, parts) for each in deciding]
        citations = tuple([citation for citation in found_in if citation is not None])
        if len(citations) < len(deciding):
            continue
        of_base = item.place is Place.BASE
        text = _scheme_in(item) or item.text[start:stop]
        held = Held(text, component, citations[0], other, of_base, names, citations)
        yield TraceEvent(spec, phase, rules, item.text, item.text, held=held)


def _scheme_in(item: Cut) -> str:
    """Return the whole scheme, where one side has one; "" where none has."""
    for component, span in zip((item.left, item.right), item.items[0].spans, strict=True):
        if component.shared == "scheme":
            return item.text[span.start : span.stop]
    return ""


def rule_of_held(
    spec: Spec, component: Component, other: Component | None
) -> tuple[Rule, Citation]:
    """Return the rule by which a spec has characters in a component, and where it is.

    Where another spec has a scheme, it is what a scheme consists of.
    """
    if other is None or other.shared != "scheme":
        return component.rule, component.citation
    scheme = _scheme_of(spec)
    made_of = scheme.made_of.citation if scheme.made_of is not None else None
    return scheme.rule, made_of or scheme.citation


def splits_of_cut(item: Cut, index: int, runs: Iterable[Run]) -> Iterator[tuple[Spec, Parts]]:
    """Yield the columns that have the text of a cut in a phase, and how they parse it."""
    upto = item.text[: item.items[-1].span.stop]
    for run in runs:
        column = run.input
        # How a reference is combined with a base tells nothing where that is an error.
        failed = isinstance(run.behind(index), NoUri) and index > CLASSIFY
        # Nor does anything but a scheme where resolving ended before, or a base that has none.
        is_refused = run.ended(CLASSIFY) and isinstance(run.behind(CLASSIFY), NoUri)
        is_of_reference = item.place is Place.REFERENCE
        is_of_scheme = "scheme" in (item.left.shared, item.right.shared)
        tells = is_of_scheme and run.has_base_with_scheme
        if failed or (is_refused and is_of_reference and not tells):
            continue
        if item.place is Place.BASE:
            if run.end >= index and (index < COMBINE or run.uses_base):
                yield column.spec, column.base_parts
        elif item.text == column.reference == run.behind(CLEAN):
            yield column.spec, column.reference_parts
        elif run.end >= index and str(run.entering(index)).startswith(upto):
            # Behind the cut, its text may be another one: without an empty part, say.
            yield column.spec, run.split_as(str(run.entering(index)), index)


def _components_of(reference: Reference, span: Span) -> list[Component]:
    """Return the components that have all characters of a span, if they have one shared name."""
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
