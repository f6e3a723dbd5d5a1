"""The events of a run: each changed the text, or decided how the run continues.

A run is a list of steps, and most events correspond to one step. But there are four exceptions:

- A step that neither changed nor decided anything isn't an event. The readings that it consulted
  are passed on to the next event.
- The base is rewritten before the reference is combined with it. The rewriting events precede the
  combining event, which doesn't repeat the readings that they consulted.
- Keeping dot segments is an event. Keeping the delimiter of an empty component is an event if
  another spec removes the delimiter.
- The assignment of some characters to a component is an event if the result depends on it. This
  event is created in `cut_events` if two specs assign the characters to different components, and
  in this module if dot segments are kept because they are outside the path.

The kind of an event determines how the event is worded, and which events of other specs it can
match.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.comparison.attribution import keeper_of, rule_of_empty_part, under_other_options
from hexapla.comparison.edits import (
    NO_EDIT,
    Edit,
    edit_of,
    edit_of_removal,
    edit_within,
    without_gaps,
)
from hexapla.comparison.run import Run
from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.component import Component
from hexapla.standard.phases import NoUri, Outcome, Reason, Step, Target, outcome_of
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, without_spans
from hexapla.values.frozen import late

OF_EMPTY_PARTS = frozenset(
    {
        RuleKind.DROP_EMPTY,
        RuleKind.DROP_EMPTY_QUERY,
        RuleKind.DROP_EMPTY_FRAGMENT,
        RuleKind.CUT_PARAMS,
        RuleKind.JOIN,
    }
)
"""Kinds of rules that can remove the delimiter of an empty component."""

_DOT_SEGMENT = re.compile(r"(?:^|(?<=/))\.\.?(?:/|\Z)")
_DOT_SEGMENT_AFTER_SLASH = re.compile(r"(?<=/)\.\.?(?:/|\Z)")

_FINAL_DOTS = re.compile(r"(?:^|/)\.\.?\Z")

_AT_END = frozenset({RuleKind.DROP_FINAL_DOT, RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB})
"""Kinds of rules about the last segment of a path."""

_WITHOUT_DOTS = frozenset({"scheme", "authority", "path", "query", "fragment"})
"""The components in which dot segments are removed, or have no meaning."""


class HeldIn(NamedTuple):
    """A component that contains some characters.

    Attributes:
        component: The component.
        rule: The rule that assigns the characters to this component.
        citation: The citation for this assignment.
    """

    component: Component
    rule: Rule
    citation: Citation


class Held(NamedTuple):
    """Characters, and the component to which a spec assigns them.

    Usually, another spec assigns the characters to another component.

    Attributes:
        text: The characters.
        own: The characters that are in the component itself. They don't include the delimiter
            before an authority or a path, and characters that the spec removes before parsing.
        places: The components that contain the characters; several if the spec divides the shared
            component further.
        other: The component to which another spec assigns the characters; None if unknown.
        of_base: Whether the characters belong to the base.
        is_parsed: Whether the spec parses the string. A spec that finds no scheme may not parse it;
            `places` then names the scheme, because the characters don't match the scheme's rule.
        is_delimiter: Whether the characters are only the delimiter before the component.
    """

    text: str
    own: str
    places: tuple[HeldIn, ...]
    other: Component | None = None
    of_base: bool = False
    is_parsed: bool = True
    is_delimiter: bool = False

    @property
    def shared(self) -> str:
        """The shared name of the component that contains the characters; "" if there is none."""
        if self.is_parsed:
            return self.places[0].component.shared
        return ""

    @property
    def is_scheme_elsewhere(self) -> bool:
        """Whether another spec assigns the characters to the scheme."""
        return self.other is not None and self.other.shared == "scheme"


class EventKind(StrEnum):
    """The kind of an event."""

    ENDS = "ends"
    """Resolving ended without a URI."""
    HELD = "held"
    """Some characters were assigned to a component."""
    KEPT = "kept"
    """The spec keeps text that another spec removes."""
    BASE_EDIT = "base edit"
    """The base was rewritten."""
    DECIDED = "decided"
    """The reference was classified as relative or absolute."""
    COMBINED = "combined"
    """The reference was combined with the base."""
    CHANGED = "changed"
    """The text was changed in another way."""
    STAYS = "stays"
    """Dot segments are kept."""


# Not `frozen`, for the same reason as `Run`.


@attrs.define(eq=False, slots=False)
class TraceEvent:
    """An event of a spec's run on an input.

    Attributes:
        spec: The spec.
        phase: The phase in which the event matters.
        kind: The kind of the event.
        rules: The applied rule; for an event of kind `HELD`, the rule for each component.
        before: The text before the event: the target so far, or the base.
        after: The text after the event, or the outcome of resolving.
        removed: The spans removed from `before`, in code points; empty if the text also changed in
            another way. For an event of kind `KEPT`, the spans that another spec removes.
        choices: The readings that were consulted, with the current options.
        of_base: Whether the text is the base.
        held: The characters and their component, for an event of kind `HELD`; otherwise None.
        is_absolute: Whether the reference was classified as absolute, for an event of kind
            `DECIDED`; None if the text changed, and for other events.
        replaced: The end of the base that the whole reference replaced, for an event of kind
            `COMBINED`; None if the reference changed, and for other events.
    """

    spec: Spec
    phase: Phase
    kind: EventKind
    rules: tuple[Rule, ...]
    before: Target
    after: Target
    removed: tuple[Span, ...] = ()
    choices: tuple[Choice, ...] = ()
    of_base: bool = False
    held: Held | None = None
    is_absolute: bool | None = None
    replaced: str | None = None

    def removing(self, before: str, after: str, removed: tuple[Span, ...]) -> "TraceEvent":
        """Return a copy of the event that removes other spans from another text."""
        happened = self.spec, self.phase, self.kind, self.rules
        return TraceEvent(*happened, before, after, removed, self.choices)

    @property
    def changed(self) -> bool:
        """Whether the text changed."""
        return self.before != self.after

    @late
    def edit(self) -> Edit:
        """The edit of the text; empty if the text is unchanged or resolving ended without a URI."""
        before = self.before
        after = self.after
        if not isinstance(before, str) or not isinstance(after, str) or before == after:
            return NO_EDIT
        return edit_of(before, after, self.removed, self.rules[0])

    @property
    def rule_kind(self) -> RuleKind:
        """The kind of the first rule."""
        return self.rules[0].kind

    @property
    def characters(self) -> Held:
        """The characters and their component; only for an event of kind `HELD`."""
        assert self.held is not None
        return self.held

    @property
    def outcome(self) -> Outcome:
        """The outcome of resolving if the event ends it without a URI; otherwise `Outcome.URI`."""
        return outcome_of(self.after)

    @property
    def reason(self) -> Reason | None:
        """The reason why resolving ended without a URI; None if unknown or not applicable."""
        if isinstance(self.after, NoUri):
            return self.after.reason
        return None

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citation of each rule; for a failure, the citation of its reason instead.

        An event of kind `HELD` has a citation for each component that contains the characters.
        """
        if self.held is not None:
            return tuple([place.citation for place in self.held.places])
        if self.reason is not None:
            return (self.reason.citation,) * len(self.rules)
        return tuple([rule.citation for rule in self.rules])


# Functions that create events.


def event_of_step(spec: Spec, step: Step, *, of_base: bool = False) -> TraceEvent:
    """Convert a step of a run to an event; `of_base` is true if the step rewrites the base."""
    phase = step.phase
    kind = _kind_of(step)
    if of_base:
        phase = Phase.COMBINE
        kind = EventKind.BASE_EDIT
    return TraceEvent(
        spec,
        phase,
        kind,
        (step.rule,),
        step.before,
        step.after,
        step.removed,
        step.choices,
        of_base,
    )


def _kind_of(step: Step) -> EventKind:
    """Return the kind of event to which a step of a run corresponds."""
    if isinstance(step.after, NoUri):
        return EventKind.ENDS
    if step.phase is Phase.CLASSIFY:
        return EventKind.DECIDED
    if step.phase is Phase.COMBINE:
        return EventKind.COMBINED
    if step.changed:
        return EventKind.CHANGED
    return EventKind.STAYS


def event_of_characters(spec: Spec, phase: Phase, text: str, held: Held) -> TraceEvent:
    """Return the event in which some characters of a text are assigned to a component."""
    rules = tuple([place.rule for place in held.places])
    return TraceEvent(spec, phase, EventKind.HELD, rules, text, text, held=held)


def event_of_dots_kept(spec: Spec, rule: Rule, text: str) -> TraceEvent:
    """Return the event in which a rule keeps dot segments of a text."""
    return TraceEvent(spec, Phase.DOTS, EventKind.STAYS, (rule,), text, text)


def event_of_delimiter_kept(spec: Spec, rule: Rule, removal: TraceEvent) -> TraceEvent:
    """Return the event in which a rule keeps the text that another spec's event removes."""
    return TraceEvent(
        spec,
        removal.phase,
        EventKind.KEPT,
        (rule,),
        removal.before,
        removal.before,
        removal.removed,
        of_base=removal.of_base,
    )


# The edit that several events share.


def shared_edit(events: Sequence[TraceEvent]) -> Edit | None:
    """Return a single edit to show for several events that remove the same dot segments.

    The events' own edits are delimited in a way that makes them comparable across rules. The shared
    edit is easier to read: it includes the slash before the segment if all events remove this
    slash, or covers all pieces if the events remove different pieces. If neither is the case, the
    result is None.
    """
    if events[0].phase is not Phase.DOTS:
        return None
    return _edit_with_slash(events) or _edit_of_different_pieces(events)


def _edit_with_slash(events: Sequence[TraceEvent]) -> Edit | None:
    """Return the edit if all events remove the same piece, which begins with a slash.

    Otherwise, the result is None.
    """
    edits = {edit_of_removal(str(event.before), without_gaps(event.removed)) for event in events}
    edit = edits.pop()
    if not edits and len(edit.gone) == 1 and edit.gone[0].startswith("/."):
        return edit
    return None


def _edit_of_different_pieces(events: Sequence[TraceEvent]) -> Edit | None:
    """Return the edit from the first removed piece to the last if the events' pieces differ.

    The result is None if all events remove the same pieces, or if their texts differ.
    """
    edits = {event.edit for event in events}
    texts = {(event.before, event.after) for event in events}
    if len(edits) == 1 or len(texts) > 1 or not all(event.removed for event in events):
        return None
    start = min(event.removed[0].start for event in events)
    stop = max(event.removed[-1].stop for event in events)
    before, after = texts.pop()
    return edit_within(str(before), str(after), Span(start, stop))


# The events of a run.


def events_of(run: Run) -> Iterator[TraceEvent]:
    """Yield the events of a spec's run, in order."""
    combining = next(iter(run.steps_in(Phase.COMBINE)), None)
    of_base = [] if combining is None else list(_events_of_base(run, combining))
    idle: tuple[Choice, ...] = ()  # readings of steps without an event, for the next event
    for step in run.steps:
        if step is combining:
            yield from of_base
        if _is_idle(run, step):
            idle += step.choices
            continue
        if step is combining:
            event = _combination(run, step, of_base)
        elif step.phase is Phase.CLASSIFY:
            event = _classification(run, step)
        else:
            event = event_of_step(run.spec, step)
        yield _with_choices(event, idle)
        idle = ()
    for event in _events_of_dots_left(run):
        yield _with_choices(event, idle)
        idle = ()


def _is_idle(run: Run, step: Step) -> bool:
    """Return whether a step neither changed anything relevant nor decided anything."""
    if step.phase is Phase.CLASSIFY:
        return False
    if step.phase is Phase.SPLIT and step.changed:
        # If resolving ended early without a URI, changes to the reference don't matter.
        return run.is_refused or _keeps_reference(run)
    return not step.changed


def _keeps_reference(run: Run) -> bool:
    """Return whether the target is the reference itself, even if parsing changed the reference."""
    return run.ended(Phase.CLASSIFY) and run.target == run.after(Phase.CLEAN)


def _with_choices(event: TraceEvent, choices: tuple[Choice, ...]) -> TraceEvent:
    """Return an event with the readings of preceding idle steps added before its own readings."""
    if choices:
        return attrs.evolve(event, choices=choices + event.choices)
    return event


def _classification(run: Run, step: Step) -> TraceEvent:
    """Return the event of a classifying step.

    Unless the step changed the target, the event records whether the reference is absolute.
    """
    if step.changed and not _keeps_reference(run):
        return event_of_step(run.spec, step)
    return TraceEvent(
        run.spec,
        step.phase,
        _kind_of(step),
        (step.rule,),
        step.after,
        step.after,
        step.removed,
        step.choices,
        is_absolute=run.has_scheme and step.rule.kind is not RuleKind.MATCH,
    )


def _combination(run: Run, step: Step, of_base: Sequence[TraceEvent]) -> TraceEvent:
    """Return the event of a combining step, given the preceding events of the base."""
    base = str(of_base[-1].after) if of_base else run.input.base
    known: set[Choice] = set()
    for event in of_base:
        known.update(event.choices)
    choices = tuple([choice for choice in step.choices if choice not in known])
    return TraceEvent(
        run.spec,
        step.phase,
        _kind_of(step),
        (step.rule,),
        step.before,
        step.after,
        step.removed,
        choices,
        replaced=_replaced(base, step),
    )


def _replaced(base: str, combining: Step) -> str | None:
    """Return the end of a base that a reference replaces; None if the reference is changed."""
    before = str(combining.before)
    after = str(combining.after)
    kept = after.removesuffix(before)
    if after.endswith(before) and base.startswith(kept):
        return base.removeprefix(kept)
    return None


# The events of the base.


def _events_of_base(run: Run, combining: Step) -> Iterator[TraceEvent]:
    """Yield the events that rewrote the part of the base that a combining step uses."""
    base = run.input.base
    for step in run.spec.standard.steps_of_base(base, combining.rule):
        yield event_of_step(run.spec, step, of_base=True)
        base = str(step.after)
    separator = _separator_left_out(run, base)
    if separator is None:
        return
    component, left_out = separator
    recombining = rule_of_empty_part(run.spec, component)
    if recombining is None:
        return
    beginning = base[: left_out.stop]
    choices = [choice for choice in combining.choices if _keeps_otherwise(run, choice, beginning)]
    after = without_spans(base, [left_out])
    step = Step(recombining, base, after, tuple(choices), (left_out,))
    yield event_of_step(run.spec, step, of_base=True)


def _keeps_otherwise(run: Run, choice: Choice, beginning: str) -> bool:
    """Return whether the target has a given beginning under another option of a reading."""
    for _, spec in under_other_options(run.spec, choice):
        if str(run.input.under(spec).target).startswith(beginning):
            return True
    return False


def _separator_left_out(run: Run, base: str) -> tuple[Component, Span] | None:
    """Return an empty component of the base whose delimiter isn't in the combined text, if any.

    The result also contains the span of the delimiter. `base` is the base after earlier events,
    which may have removed delimiters, too.
    """
    after = str(run.after(Phase.COMBINE))
    parsed = run.base
    if base != run.input.base:
        parsed = run.input.parsed(run.spec.standard.split(base))
    for component, part, span in parsed.places():
        start = span.start - len(component.prefix)
        stop = span.stop + len(component.suffix)
        if part or after.startswith(base[:stop]):
            continue
        # The target must contain the text before the delimiter and, if any, the text after it.
        is_before_path = component.shared == "authority"
        without = base[:start] + base[stop : stop + 1]
        if after.startswith(without) and (is_before_path or stop < len(base)):
            return component, Span(start, stop)
    return None


# Dot segments that are kept.


def _events_of_dots_left(run: Run) -> Iterator[TraceEvent]:
    """Yield an event for each rule or component that causes dot segments to be kept."""
    text = run.after(Phase.DOTS)
    if not run.reaches(Phase.DOTS) or not isinstance(text, str):
        return
    keepers = _keepers(run)
    for rule in keepers:
        yield event_of_dots_kept(run.spec, rule, text)
    state = run.state(Phase.DOTS)
    if state is None:
        return
    own = run.input.components
    own_path = own.get("path") or ""
    is_about_end = not own_path or _acts_at_end(run, keepers, own_path)
    # If the reference has an empty path, the component affects how the reference is combined.
    phase = Phase.DOTS if own_path else Phase.COMBINE
    for component, part in zip(run.spec.components, state, strict=True):
        if component.shared in _WITHOUT_DOTS or not part:
            continue
        # Dots directly after the delimiter, as in "a;../b", aren't a complete segment.
        ends_path = is_about_end and own[component.shared] == part
        if ends_path or _DOT_SEGMENT_AFTER_SLASH.search(part):
            place = HeldIn(component, component.rule, component.citation)
            characters = f"{component.prefix}{part}"
            held = Held(characters, characters, (place,))
            yield event_of_characters(run.spec, phase, text, held)


def _acts_at_end(run: Run, keepers: Sequence[Rule], path: str) -> bool:
    """Return whether a run applied a rule to a dot segment at the end of the reference's path."""
    if keepers and _FINAL_DOTS.search(path):
        return True
    for step in run.steps_in(Phase.DOTS):
        if step.changed and step.rule.kind in _AT_END:
            return True
    return any(rule.kind in _AT_END for rule in keepers)


def _keepers(run: Run) -> Sequence[Rule]:
    """Return the rules by which dot segments are kept, without duplicates."""
    skipping = run.rule(Phase.DOTS)
    if skipping is None or skipping.kind is not RuleKind.SKIP_DOTS:
        return run.input.record.kept
    # The text is parsed again, because the run's components may come from combining.
    path = run.spec.parse(str(run.after(Phase.DOTS))).part("path")
    if path and _DOT_SEGMENT.search(path):
        return [skipping]
    return []


# Delimiters that are kept although another spec removes them.


def events_of_delimiters_kept(
    runs: Sequence[Run], events: Iterable[TraceEvent]
) -> Iterator[TraceEvent]:
    """Yield an event for each spec that keeps the delimiter of an empty component.

    Only delimiters that another spec removes are considered.

    Args:
        runs: The runs of the specs.
        events: The events of all specs.
    """
    removals: dict[tuple[tuple[str, ...], bool], TraceEvent] = {}
    for event in events:
        if event.rule_kind in OF_EMPTY_PARTS and event.changed and event.removed:
            removals.setdefault((event.edit.gone, event.of_base), event)
    for removal in removals.values():
        for run in runs:
            keeper = _keeper_of_delimiter(run, removal)
            if keeper is not None:
                yield event_of_delimiter_kept(run.spec, keeper, removal)


def _keeper_of_delimiter(run: Run, removal: TraceEvent) -> Rule | None:
    """Return the rule by which a run keeps a delimiter that another spec removes, if any."""
    if removal.of_base:
        return _keeper_in_base(run, removal)
    target = run.target
    keeps_fragment = isinstance(target, NoUri) and target.fragment is not None
    ends_early = run.ended(Phase.CLASSIFY) and not keeps_fragment
    if ends_early or run.entering(Phase.SPLIT) != run.after(Phase.SPLIT):
        return None
    return keeper_of(run, removal.rules[0])


def _keeper_in_base(run: Run, removal: TraceEvent) -> Rule | None:
    """Return the rule by which a run keeps a delimiter of the base, if any."""
    if not run.reaches(Phase.COMBINE):
        return None
    beginning = str(removal.before)[: removal.removed[0].stop]
    combined = str(run.after(Phase.COMBINE))
    # The reference may begin with the same delimiter, and replace the delimiter of the base.
    of_base = combined.removesuffix(str(run.entering(Phase.COMBINE)))
    if of_base.startswith(beginning):
        for rule in run.spec.rules:
            if rule.kind is RuleKind.JOIN:
                return rule
    return None
