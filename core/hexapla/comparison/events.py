"""The events of a run: each changed the text, or decided how the run continues.

Most events are steps of the run. Three kinds are not separate steps: rewriting the base before a
part of it is used; dot segments that are kept; and the component of some characters, if it decides
something.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from hexapla.comparison.attribution import EMPTY, keeper_of, other_options, recombining_rule
from hexapla.comparison.resuming import by_name, has_components
from hexapla.comparison.run import (
    CLASSIFY,
    CLEAN,
    COMBINE,
    DOTS,
    SPLIT,
    Run,
)
from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.component import Component
from hexapla.standard.phases import NoUri, Step, Target
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import Span, changed_spans, without_spans


class Held(NamedTuple):
    """Characters that two specs assign to different components.

    Attributes:
        text: The characters.
        component: The component that contains them.
        names: The names of all components that contain them, if a spec splits the component
            further.
        citations: The citations of these components.
        citation: The citation of the component.
        other: The component to which another spec assigns them; None if it isn't known.
        of_base: Whether the characters belong to the base.
    """

    text: str
    component: Component
    citation: Citation
    other: Component | None = None
    of_base: bool = False
    names: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()


class Decision(StrEnum):
    """A spec's decision about a reference before it uses the base."""

    RELATIVE = "relative"
    ABSOLUTE = "absolute"


class TraceEvent(NamedTuple):
    """An event of a spec's run on an input.

    Attributes:
        spec: The spec.
        phase: The phase in which it matters.
        rules: The rules of the event; several if steps were joined.
        before: The text before: the target so far, or the base.
        after: The text after, or the outcome of resolving.
        removed: The spans removed from `before`, in code points, if nothing else changed.
        choices: The readings that were consulted, with the current options.
        held: The characters and their component, if the event is about these.
        of_base: Whether the text is the base.
        decision: The decision about the reference, if the event is about one.
        replaced: The end of the base that the whole reference replaces; None if it doesn't apply.
    """

    spec: Spec
    phase: Phase
    rules: tuple[Rule, ...]
    before: Target
    after: Target
    removed: tuple[Span, ...] = ()
    choices: tuple[Choice, ...] = ()
    held: Held | None = None
    of_base: bool = False
    decision: Decision | None = None
    replaced: str | None = None

    @property
    def changed(self) -> bool:
        """Whether the text changed."""
        return self.before != self.after

    @property
    def kind(self) -> RuleKind:
        """The kind of the first rule."""
        return self.rules[0].kind


def events_of(run: Run) -> Iterator[TraceEvent]:
    """Yield the events of a spec's run, in order."""
    uses_base = False
    choices: tuple[Choice, ...] = ()  # of steps that changed nothing, for the next event
    stays = _stays(run)
    # If the base is rejected, it doesn't matter what was removed from the reference.
    is_refused = run.ended(CLASSIFY) and isinstance(run.after(CLASSIFY), NoUri)
    for step in run.steps:
        event = event_of_step(run.spec, step)
        if step.phase is Phase.COMBINE and not uses_base:
            uses_base = True
            base = run.input.base
            for base_event in _base_events(run, step):
                event = event._replace(
                    choices=tuple(
                        choice for choice in event.choices if choice not in base_event.choices
                    )
                )
                base = str(base_event.after)
                yield base_event
            event = event._replace(replaced=_replaced(base, event))
        if step.phase is Phase.CLASSIFY:
            if stays:
                event = event._replace(before=step.after)
            if not event.changed:
                event = event._replace(decision=_decision(run))
        elif not step.changed or ((stays or is_refused) and step.phase is Phase.SPLIT):
            choices += step.choices
            continue
        yield event._replace(choices=choices + event.choices)
        choices = ()
    for event in _events_of_dots_left(run):
        yield event._replace(choices=choices)
        choices = ()


def _stays(run: Run) -> bool:
    """Return whether the reference is kept unchanged, whatever was removed from it in parsing."""
    return run.ended(CLASSIFY) and run.target == run.after(CLEAN)


def _decision(run: Run) -> Decision:
    """Return what a run decided about its reference."""
    parts = by_name(run.spec, run.input.reference_parts[1:])
    return Decision.ABSOLUTE if parts.get("scheme") else Decision.RELATIVE


def event_of_step(spec: Spec, step: Step) -> TraceEvent:
    """Return a step of a run as an event."""
    return TraceEvent(
        spec, step.phase, (step.rule,), step.before, step.after, step.removed, step.choices
    )


def citation_of(event: TraceEvent, rule: Rule) -> Citation:
    """Return the citation of a rule in an event; for an error, that of the failing step."""
    if isinstance(event.after, NoUri) and event.after.reason is not None:
        return event.after.reason.citation
    return rule.citation


# The events of the base.


def _base_events(run: Run, combining: Step) -> Iterator[TraceEvent]:
    """Yield the events that rewrote the part of the base that a combining step uses."""
    for step in run.spec.standard.steps_of_base(run.input.base, combining.rule):
        event = event_of_step(run.spec, step)
        yield event._replace(phase=Phase.COMBINE, of_base=True)
    left_out = _separator_left_out(run)
    recombining = recombining_rule(run.spec)
    if left_out is not None and recombining is not None:
        base = run.input.base
        after = without_spans(base, [left_out])
        choices = tuple(
            choice
            for choice in combining.choices
            if _keeps_otherwise(run, choice, base[: left_out.stop])
        )
        yield TraceEvent(
            run.spec,
            Phase.COMBINE,
            (recombining,),
            base,
            after,
            (left_out,),
            choices,
            of_base=True,
        )


def _replaced(base: str, combining: TraceEvent) -> str | None:
    """Return the end of a base that a reference replaces; None if the reference changes."""
    before, after = str(combining.before), str(combining.after)
    kept = after.removesuffix(before)
    is_whole = after.endswith(before) and base.startswith(kept)
    return base.removeprefix(kept) if is_whole else None


def _keeps_otherwise(run: Run, choice: Choice, beginning: str) -> bool:
    """Return whether the target begins like the base under another option of a reading."""
    for option in other_options(run.spec, choice):
        spec = run.spec.choosing(Choice(choice.reading, option))
        if str(run.input.under(spec).target).startswith(beginning):
            return True
    return False


def _separator_left_out(run: Run) -> Span | None:
    """Return the delimiter of an empty component of the base that is dropped from the target."""
    base, after = run.input.base, str(run.after(COMBINE))
    for component, part, span in run.spec.parse(base).places():
        start, stop = span.start - len(component.prefix), span.stop + len(component.suffix)
        # The text before the delimiter is used, and the text after it, if there is any.
        without = base[:start] + base[stop : stop + 1]
        is_before_path = component.shared == "authority"
        takes_both = after.startswith(without) and (is_before_path or stop < len(base))
        if not part and takes_both and not after.startswith(base[:stop]):
            return Span(start, stop)
    return None


# Dot segments that are kept.

_DOT_SEGMENT = re.compile(r"(?:^|(?<=/))\.\.?(?:/|\Z)")

_KEEPERS = {
    "./": (RuleKind.DROP_DOT,),
    ".": (RuleKind.DROP_FINAL_DOT,),
    "../": (RuleKind.CLIMB,),
    "..": (RuleKind.FINAL_CLIMB, RuleKind.DROP_FINAL_PAIR, RuleKind.CLIMB),
}
"""The kinds of rules by which a dot segment can be kept, by segment."""

_WITHOUT_DOTS = frozenset({"scheme", "authority", "path", "query", "fragment"})
"""The components in which dots are removed, or mean nothing."""


def _path_without_dots(run: Run) -> str:
    """Return the path of a run after dot segments were removed."""
    state = run.state(DOTS)
    if state is not None and has_components(run.spec):
        return by_name(run.spec, state)["path"] or ""
    return run.spec.parse(str(run.after(DOTS))).part("path") or ""


def _events_of_dots_left(run: Run) -> Iterator[TraceEvent]:
    """Yield the dot segments that are kept, each with the rule for it."""
    if run.end < DOTS or not isinstance(run.after(DOTS), str):
        return
    text = run.after(DOTS)
    keepers = _keepers(run)
    for rule in keepers:
        yield TraceEvent(run.spec, Phase.DOTS, (rule,), text, text)
    state = run.state(DOTS)
    if state is None:
        return
    own = by_name(run.spec, run.input.reference_parts[1:])
    acting = [*keepers, *[step.rule for step in run.steps_in(DOTS) if step.changed]]
    ends_with_dots = bool(keepers) and _FINAL_DOTS.search(own.get("path") or "") is not None
    acts_at_end = ends_with_dots or any(rule.kind in _AT_END for rule in acting)
    # If the component leaves the path empty, it affects how both are combined.
    phase = Phase.DOTS if own.get("path") else Phase.COMBINE
    for component, part in zip(run.spec.components, state, strict=True):
        if component.shared in _WITHOUT_DOTS or not part:
            continue
        ends_path = own[component.shared] == part and (acts_at_end or not own.get("path"))
        if _DOT_SEGMENT.search(part) or ends_path:
            text_of_part = f"{component.prefix}{part}"
            citation = component.citation
            held = Held(text_of_part, component, citation, citations=(citation,))
            yield TraceEvent(run.spec, phase, (component.rule,), text, text, held=held)


_FINAL_DOTS = re.compile(r"(?:^|/)\.\.?\Z")

_AT_END = frozenset({RuleKind.DROP_FINAL_DOT, RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB})
"""Kinds of rules about the last segment of a path."""


def _keepers(run: Run) -> list[Rule]:
    """Return the rules by which dot segments are kept, each once."""
    skipping = run.rule(DOTS)
    if skipping is not None and skipping.kind is RuleKind.SKIP_DOTS:
        # The components may not have been parsed again.
        path = run.spec.parse(str(run.after(DOTS))).part("path") or ""
        return [skipping] if _DOT_SEGMENT.search(path) else []
    path = _path_without_dots(run)
    left = list(_DOT_SEGMENT.finditer(path))
    by_kind = {
        rule.kind: rule for rule in run.spec.rules if rule.keeps and rule.phase is Phase.DOTS
    }
    keepers: dict[Rule, None] = {}
    for segment in left:
        kinds = _KEEPERS[segment[0]]
        if segment[0] == "../" and not _ONLY_DOTS.fullmatch(path, 0, segment.start()):
            kinds = (RuleKind.DROP_PAIR, *kinds)
        found = next((by_kind[kind] for kind in kinds if kind in by_kind), None)
        if found is not None:
            keepers[found] = None
    return list(keepers)


_ONLY_DOTS = re.compile(r"/*(?:\.\.?/+)*")
"""A path of dot segments and empty segments."""


# Text that is kept although another spec removes it.


def events_of_delimiters_kept(
    runs: Sequence[Run], events: Iterable[TraceEvent]
) -> Iterator[TraceEvent]:
    """Yield the delimiters of empty components that specs keep and another spec removes.

    Args:
        runs: The runs of the specs.
        events: The events of all specs.
    """
    removed: dict[tuple[tuple[str, ...], bool], TraceEvent] = {}
    for event in events:
        if event.kind in OF_EMPTY_PARTS and event.changed and event.removed:
            removed.setdefault((edit_of(event).gone, event.of_base), event)
    for event in removed.values():
        for run in runs:
            keeper = _keeper_of_delimiter(run, event)
            if keeper is not None:
                yield event._replace(spec=run.spec, rules=(keeper,), after=event.before, choices=())


OF_EMPTY_PARTS = frozenset({*EMPTY, RuleKind.DROP_EMPTY, RuleKind.CUT_PARAMS, RuleKind.JOIN})
"""Kinds of rules that remove the delimiter of an empty part."""


def _keeper_of_delimiter(run: Run, event: TraceEvent) -> Rule | None:
    """Return the rule by which a run keeps what an event removes; None if it doesn't."""
    if event.of_base:
        if run.end < COMBINE or not str(run.after(COMBINE)).startswith(
            str(event.before)[: event.removed[0].stop]
        ):
            return None
        return next((rule for rule in run.spec.rules if rule.kind is RuleKind.JOIN), None)
    target = run.target
    keeps_fragment = isinstance(target, NoUri) and target.fragment is not None
    ends_early = run.end <= CLASSIFY and not keeps_fragment
    if ends_early or run.entering(SPLIT) != run.after(SPLIT):
        return None
    return keeper_of(run, event.rules[0])


# Edits of the text.


class Edit(NamedTuple):
    """The pieces removed from a text, and the piece inserted.

    Attributes:
        gone: The pieces that were removed.
        put: The piece that was inserted; "" if there is none.
    """

    gone: tuple[str, ...]
    put: str


def edit_of(event: TraceEvent) -> Edit:
    """Return the edit that an event made to its text; empty if resolving ended without a URI."""
    before, after = event.before, event.after
    if not isinstance(before, str) or not isinstance(after, str) or before == after:
        return Edit((), "")
    if event.rules[0].phase is Phase.DOTS and event.removed:
        gone = [before[span.start : span.stop] for span in _joined(event.removed)]
        if len(gone) > 1 and event.kind in _IN_TWO_PIECES:
            gone = [before[event.removed[0].start : event.removed[-1].stop]]
            kept = len(after) - (len(before) - len(gone[0]))
            start = event.removed[0].start
            put = after[start : start + kept]
            if put == "/" and gone[0].startswith("/"):  # the slash is kept
                return Edit((gone[0][1:],), "")
            return Edit(tuple(gone), put)
        if len(gone) == 1:
            gone = [_from_segment(before, event.removed[0].start, event.removed[-1].stop)]
        return Edit(tuple(gone), "")
    if event.removed:
        return Edit(tuple(before[span.start : span.stop] for span in event.removed), "")
    if after and before.endswith(after):
        return Edit((before.removesuffix(after),), "")
    old, new = changed_spans(before, after)
    start, stop = old
    is_address = event.kind is RuleKind.ADDRESS
    is_word = before[start:stop].isalnum() and after[new.start : new.stop].isalnum()
    if is_word or is_address:  # a changed word or address is shown whole
        around = (".",) if is_address else ()
        while start and (before[start - 1].isalnum() or before[start - 1] in around):
            start -= 1
        while stop < len(before) and (before[stop].isalnum() or before[stop] in around):
            stop += 1
    gone_text = before[start:stop]
    put = after[start : len(after) - (len(before) - stop)]
    return Edit((gone_text,) if gone_text else (), put)


def edit_of_all(events: Sequence[TraceEvent]) -> Edit | None:
    """Return the edit of events that have the same texts, but remove different pieces.

    None if their texts differ, or if they don't only remove characters.
    """
    befores = {event.before for event in events}
    afters = {event.after for event in events}
    spans = [span for event in events for span in event.removed]
    if len(befores) > 1 or len(afters) > 1 or not all(event.removed for event in events):
        return None
    before, after = str(befores.pop()), str(afters.pop())
    start = min(span.start for span in spans)
    stop = max(span.stop for span in spans)
    put = after[start : len(after) - (len(before) - stop)]
    return Edit((before[start:stop],), put)


def dots_as_written(event: TraceEvent) -> str:
    """Return a dot segment that was removed in one piece, with its slash; "" if it has none.

    The result of `edit_of` begins with a segment, so that it can be equal for two rules.
    """
    joined = _joined(event.removed)
    if event.phase is not Phase.DOTS or len(joined) != 1:
        return ""
    gone = str(event.before)[joined[0].start : joined[0].stop]
    return gone if gone.startswith("/.") else ""


_IN_TWO_PIECES = frozenset({RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB})
"""Kinds of rules that keep a slash between two pieces which they remove."""


def _joined(spans: tuple[Span, ...]) -> list[Span]:
    """Return spans in order, merging those without a gap."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].stop == span.start:
            joined[-1] = Span(joined[-1].start, span.stop)
        else:
            joined.append(span)
    return joined


def _from_segment(before: str, start: int, stop: int) -> str:
    """Return the text removed between two offsets, as if it began with a segment.

    Removing "/b/.." before a slash is the same as removing "b/../" after one.
    """
    gone = before[start:stop]
    if gone.startswith("/") and before[stop : stop + 1] == "/":
        return f"{gone[1:]}/"
    return gone
