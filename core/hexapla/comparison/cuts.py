"""Characters that two specs have in different components, and whether that makes a difference."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.attribution import continue_behind, replay
from hexapla.comparison.events import CLASSIFY, CLEAN, DOTS, Held, TraceEvent
from hexapla.comparison.resuming import aligned, by_name, has_components, shared_names
from hexapla.comparison.run import COMBINE, PHASES, SPLIT, Run, SpecInput
from hexapla.documents.citation import Citation
from hexapla.standard.component import REMOVED, Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, common_beginning
from hexapla.text.words import changed_words, common_words
from hexapla.values.value import Value


class Boundary(NamedTuple):
    """Characters that two columns have in different components, each with the span of that.

    Spans are code points of the text; separators belong to the component that they begin or end.

    Attributes:
        span: Where the characters are, in code points.
        components: The component that each column has them in, the older column first.
        spans: Where each of these components is.
    """

    span: Span
    components: tuple[Component, Component]
    spans: tuple[Span, Span]


def boundaries(left: Reference, right: Reference) -> Iterator[Boundary]:
    """Yield the ranges of a text that two columns have in components that are not the same.

    There are none where one of them does not tell the places of its parts.
    """
    here, there = _segments(left), _segments(right)
    one, other = next(here, None), next(there, None)
    while one is not None and other is not None:
        (name, begin, end), (other_name, other_begin, other_end) = one, other
        start = begin if begin > other_begin else other_begin
        stop = end if end < other_end else other_end
        if name != other_name and start < stop:
            components = _component_at(left, start), _component_at(right, start)
            spans = Span(begin, end), Span(other_begin, other_end)
            yield Boundary(Span(start, stop), components, spans)
        one = next(here, None) if end == stop else one
        other = next(there, None) if other_end == stop else other


def _segments(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield the shared names of the components of a text, each with where it begins and ends."""
    start = 0
    for name, stop in (reference.ends or {}).items():
        if name != REMOVED:
            yield name, start, stop
            start = stop


def _component_at(reference: Reference, offset: int) -> Component:
    """Return the component that has the character at an offset."""
    segments = reference.segments()
    return next(item.component for item in segments if item.start <= offset < item.stop)


class Place(StrEnum):
    """Which text two columns take apart differently."""

    BASE = "base"
    REFERENCE = "reference"


@attrs.frozen(repr=False)
class Cut(Value):
    """Characters that two columns have in different components.

    `text` is what they take apart: the base, the reference, or what has become of the reference
    when the phase begins. `items` has the characters, and behind them any others that the two have
    in different components. `decides` says that there would be no difference if both took the text
    apart alike.

    Attributes:
        place: Which text it is: the base or the reference.
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
        """Where the characters are, in code points of the text."""
        return self.items[0].span

    @property
    def left(self) -> Component:
        """The component in which the left column has them."""
        return self.items[0].components[0]

    @property
    def right(self) -> Component:
        """The component in which the right column has them."""
        return self.items[0].components[1]

    @property
    def characters(self) -> str:
        """The characters."""
        return self.text[self.span.start : self.span.stop]


def cut_at_work(left: Run, right: Run, index: int) -> Cut | None:
    """Return the characters that two columns have in different components, if that decides.

    One of the columns would do as the other does, if it took the text apart as that one does: what
    stands before the phase, or the base. In parsing, it is what only one of them rewrites.
    """
    if index == SPLIT:
        return _rewritten_cut(left, right)
    for where, splits in _taken_apart(left, right, index).items():
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
    """Return the offset of the first character that one column keeps and the other does not."""
    afters = [str(run.behind(index)) for run in (left, right)]
    if where is Place.BASE:
        return min(common_words(left.input.base, after) for after in afters)
    before = str(left.entering(index))
    changed = [changed_words(before, after).start for after in afters if after != before]
    return min(changed, default=0) if PHASES[index] is Phase.DOTS else 0


def _taken_apart(left: Run, right: Run, index: int) -> Mapping[Place, tuple[Parts, Parts]]:
    """Return the texts that matter in a phase, as the two columns take them apart."""
    text, texts = _entered_by_both(left, right, index), {}
    if text is not None and PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE, Phase.DOTS):
        texts[Place.REFERENCE] = left.split_as(text, index), right.split_as(text, index)
    if PHASES[index] in (Phase.CLASSIFY, Phase.COMBINE):
        texts[Place.BASE] = left.input.base_parts, right.input.base_parts
    return texts


def _entered_by_both(left: Run, right: Run, index: int) -> str | None:
    """Return the text that both have before a phase, as far as both can tell."""
    text, other = str(left.entering(index)), str(right.entering(index))
    if text in (other, left.to_itself(other)):
        return text
    return other if other == right.to_itself(text) else None


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


# In parsing, what a rule of these kinds rewrites is data to a standard that has no such rule.
_TURNING = frozenset({RuleKind.BACKSLASH, RuleKind.SLASHES, RuleKind.DRIVE_LETTER})


def _rewritten_cut(left: Run, right: Run) -> Cut | None:
    """Return the characters that only one side rewrites when it takes a text apart."""
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


# The components of such characters in every column.


class MatteringCut(NamedTuple):
    """A cut without which a column would do otherwise.

    Attributes:
        acts_in: The index of the phase in which it would.
        text_of: The index of the phase before which columns have the text of the cut.
        item: The cut.
    """

    acts_in: int
    text_of: int
    item: Cut


def cuts_that_matter(left: Run, right: Run) -> Iterator[MatteringCut]:
    """Yield the cuts without which one of two columns would do otherwise in a phase.

    Stretch by stretch, the characters are moved to the component in which the other column has
    them. In parsing, it is what only one column rewrites.
    """
    rewritten = _rewritten_cut(left, right)
    if rewritten is not None and rewritten.left.shared != rewritten.right.shared:
        yield MatteringCut(SPLIT, SPLIT, rewritten)
    for index in range(CLASSIFY, min(max(left.end, right.end), DOTS) + 1):
        # Where a run has ended, or has another text, it is the text that both had last.
        text_of = min(index, left.end, right.end)
        texts = _taken_apart(left, right, text_of)
        if index == DOTS and not texts:  # they have different texts, which end with the reference
            text_of = COMBINE
            texts = _taken_apart(left, right, COMBINE)
        for where, splits in texts.items():
            if where is Place.BASE and index == DOTS:
                continue
            references = Reference(left.spec, splits[0]), Reference(right.spec, splits[1])
            stretches = list(_stretches(boundaries(*references)))
            for items in stretches:
                item = Cut(where, str(splits[0][0]), items)
                if (
                    _matters(left, index, item, 0, stretches)
                    or _matters(right, index, item, 1, stretches)
                    or _is_kept_by_one(left, right, index, item)
                ):
                    yield MatteringCut(index, text_of, item)


def _stretches(items: Iterable[Boundary]) -> Iterator[tuple[Boundary, ...]]:
    """Yield boundaries, those together that follow each other in the same components."""
    stretch: list[Boundary] = []
    for item in items:
        if stretch and (
            stretch[-1].span.stop != item.span.start or stretch[0].components != item.components
        ):
            yield tuple(stretch)
            stretch = []
        stretch.append(item)
    if stretch:
        yield tuple(stretch)


def _matters(
    run: Run, index: int, item: Cut, number: int, stretches: Sequence[tuple[Boundary, ...]]
) -> bool:
    """Return whether a column, 0 or 1 of a cut, would do otherwise with the characters moved.

    Neighbours that the other column has in the same component are moved as well, if need be.
    """
    span = Span(item.items[0].span.start, item.items[-1].span.stop)
    spans = dict.fromkeys((span, _with_neighbours(item, number, stretches)))
    return any(_matters_moved(run, index, item, number, each) for each in spans)


def _with_neighbours(item: Cut, number: int, stretches: Sequence[tuple[Boundary, ...]]) -> Span:
    """Return the span of a stretch with its neighbours in the same component of the other side."""
    first, last = item.items[0], item.items[-1]
    start, stop = first.span.start, last.span.stop
    other = first.components[1 - number]
    for items in stretches:
        if items[0].components[1 - number] is other and items[0].span.start == stop:
            stop = items[-1].span.stop
    for items in reversed(stretches):
        if items[0].components[1 - number] is other and items[-1].span.stop == start:
            start = items[0].span.start
    return Span(start, stop)


def _matters_moved(run: Run, index: int, item: Cut, number: int, span: Span) -> bool:
    """Return whether a column would do otherwise in a phase with a span of a text moved."""
    if run.end < index:
        return False
    text = str(run.entering(index))
    base, parts = run.input.base_parts, run.split_as(text, index)
    other = item.items[0].components[1 - number]
    of_base = item.place is Place.BASE
    if not of_base and text != item.text:
        if not text.endswith(item.text):
            return False
        before = len(text) - len(item.text)
        span = Span(span.start + before, span.stop + before)
    moved = _moved(run.spec, base if of_base else parts, span, other)
    if moved is None:
        return False
    base, parts = (moved, parts) if of_base else (base, moved)
    resumed = continue_behind(run, index, run.input, base, parts)
    decides_alike = index != CLASSIFY or resumed.rule(index) == run.rule(index)
    if resumed.same(run, index) and decides_alike:
        return False
    # Taking the text apart once more may lose something by itself: then nothing is shown.
    return replay(run, index, text).same(run, index)


def _is_kept_by_one(left: Run, right: Run, index: int, item: Cut) -> bool:
    """Return whether one of two columns keeps characters of the base, and the other does not.

    It tells what matters where a column does not have the component of the other.
    """
    lacks = any(
        component.shared not in shared_names(run.spec)
        for run, component in ((left, item.right), (right, item.left))
    )
    rules = [run.rule(COMBINE) for run in (left, right)]
    # A match is made before the components of the base are looked at.
    matches = any(rule is None or rule.kind is RuleKind.MATCH for rule in rules)
    if not (_uses_base(left) and _uses_base(right)):
        return False
    if item.place is not Place.BASE or index != COMBINE or not lacks or matches:
        return False
    begins = item.text[: item.items[-1].span.stop]
    kept = []
    for run in (left, right):
        as_read = run.spec.standard.base_as_read(begins).rstrip("/")
        kept.append(str(run.behind(COMBINE)).startswith(as_read))
    return kept[0] != kept[1]


def _moved(spec: Spec, parts: Parts, span: Span, other: Component) -> Parts | None:
    """Return the components of a text with some characters in another component.

    None where the spec has no such component, or has it at another place in the text.
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
    values = dict(zip(names, spec.standard.split("")[1:], strict=True))
    components = dict(zip(names, spec.components, strict=True))
    for name, start, stop in labels:
        component = components[name]
        value = text[start:stop].removeprefix(component.prefix)
        values[name] = value.removesuffix(component.suffix)
    return (text, *values.values())


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
        others = (each for each in (item.left, item.right) if each.shared != component.shared)
        other = next(others, None)
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
        citations = tuple([spec.standard.citation_of(each, parts) for each in deciding])
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


def splits_of_cut(
    item: Cut, index: int, columns: Iterable[SpecInput]
) -> Iterator[tuple[Spec, Parts]]:
    """Yield the columns that have the text of a cut in a phase, and how they parse it."""
    for column in columns:
        run = column.run
        # How a reference is combined with a base tells nothing where that is an error.
        failed = isinstance(run.behind(index), NoUri) and index > CLASSIFY
        if failed:
            continue
        if item.place is Place.BASE:
            if run.end >= index and (index < COMBINE or _uses_base(run)):
                yield column.spec, column.base_parts
        elif item.text == column.reference == run.behind(CLEAN):
            yield column.spec, column.reference_parts
        elif run.end >= index and run.entering(index) == item.text:
            yield column.spec, run.split_as(item.text, index)


def _uses_base(run: Run) -> bool:
    """Return whether a run combines its reference with the base."""
    parts = by_name(run.spec, run.input.reference_parts[1:])
    ignores_scheme = run.behind(CLASSIFY) != run.behind(SPLIT)
    return not parts.get("scheme") or ignores_scheme


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
