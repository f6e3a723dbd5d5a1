"""Merge the events of several specs, so that each event appears only once.

The specs' events are aligned phase by phase, like the lines of several versions of a file:

- Each event has keys. Two events match if they share a key: both changed the string in the same
  way, or made the same decision, perhaps under different rules. Two changes match if they turn the
  same string into the same result. They also match if only their edits are equal: once the strings
  of two specs differ, they may never be equal again.
- The specs are added one at a time. The events of each spec are aligned with the existing rows
  along their longest common subsequence. A row has the keys of all its events.
- Some specs remove dot segments one at a time, others several at once. If two specs go from one
  common string to the next in different steps, the steps of each spec are first joined into a
  single event.
- Events that assign characters to a component are aligned separately from all other events: first
  by the characters alone, and then those about the same characters by the component. A row of
  characters that all specs assign to the same component is kept only if this tells the reader
  something (see `_tells_alone`).
"""

import itertools
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

import attrs

from hexapla.comparison.events import EventKind, Held, TraceEvent
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase, RuleKind, removed_in_all
from hexapla.text.span import Span

Merged = list[TraceEvent]
"""Matching events of several specs, at most one from each spec."""


def merged(tracks: Sequence[Sequence[TraceEvent]]) -> list[Merged]:
    """Return the merged events of several specs, in order."""
    rows: list[Merged] = []
    for phase in Phase:
        in_phase = [[event for event in track if event.phase is phase] for track in tracks]
        if not any(in_phase):
            continue
        held = [[event for event in track if event.held is not None] for track in in_phase]
        others = [[event for event in track if event.held is None] for track in in_phase]
        if phase is Phase.DOTS:
            others = put_together(others)
        rows += _merged_by_characters(held)
        rows += _merged_in_phase(others)
    return rows


class _Row(NamedTuple):
    """A row during merging: its events, and the keys by which other events can match it."""

    events: Merged
    keys: set[Hashable]

    def matches(self, other: "_Row") -> bool:
        """Return whether two rows have a key in common."""
        return not self.keys.isdisjoint(other.keys)

    def with_events_of(self, other: "_Row") -> "_Row":
        """Return a row with the events and the keys of both rows."""
        return _Row(self.events + other.events, self.keys | other.keys)


def _merged_in_phase(tracks: Iterable[Sequence[TraceEvent]]) -> list[Merged]:
    rows: list[_Row] = []
    for track in tracks:
        added = [_Row([event], set(_keys(event))) for event in track]
        rows = _aligned(rows, added)
    return [row.events for row in rows]


def _merged_by_characters(tracks: Sequence[Sequence[TraceEvent]]) -> list[Merged]:
    """Merge events that assign characters to components; the rows are grouped by the characters.

    If all specs agree on a component, its row is omitted unless the component is worth reporting.
    """
    rows: list[_Row] = []
    for track in tracks:
        added = [_Row([event], {_characters(event)}) for event in track]
        rows = _aligned(rows, added)
    by_text: dict[Hashable, dict[Hashable, Merged]] = {}
    for row in rows:
        by_text[_characters(row.events[0])] = {}
    for event in itertools.chain(*tracks):
        by_component = by_text[_characters(event)]
        by_component.setdefault(_component_key(event.characters), []).append(event)
    reported: list[Merged] = []
    for by_component in by_text.values():
        of_text = list(by_component.values())
        if len(of_text) > 1 or _tells_alone(of_text[0][0].characters):
            reported += of_text
    return reported


def _characters(event: TraceEvent) -> Hashable:
    """Return the characters that an event assigns, and whether they are in the base."""
    held = event.characters
    return held.of_base, held.text


def _component_key(held: Held) -> str:
    """Return the key by which specs agree on the component of some characters."""
    return "no scheme" if held.is_scheme_elsewhere else held.shared


def _tells_alone(held: Held) -> bool:
    """Return whether a component is worth reporting even if all specs agree on it."""
    name = held.shared
    return held.of_base or (name != "path" and (name != "authority" or held.other is None))


# Alignment.


def _aligned(rows: Sequence[_Row], track: Sequence[_Row]) -> list[_Row]:
    """Add the events of another spec, either to matching rows or as new rows."""
    if not rows or not track:
        return [*rows, *track]
    lengths = _common_lengths(rows, track)
    aligned: list[_Row] = []
    row = 0
    event = 0
    while row < len(rows) and event < len(track):
        if rows[row].matches(track[event]):
            aligned.append(rows[row].with_events_of(track[event]))
            row += 1
            event += 1
        elif lengths[row + 1][event] >= lengths[row][event + 1]:
            aligned.append(rows[row])
            row += 1
        else:
            aligned.append(track[event])
            event += 1
    return [*aligned, *rows[row:], *track[event:]]


def _common_lengths(rows: Sequence[_Row], track: Sequence[_Row]) -> list[list[int]]:
    """Return the length of the longest common subsequence that follows each pair of positions."""
    lengths = [[0] * (len(track) + 1) for _ in range(len(rows) + 1)]
    for row in reversed(range(len(rows))):
        for event in reversed(range(len(track))):
            if rows[row].matches(track[event]):
                longest = lengths[row + 1][event + 1] + 1
            else:
                longest = max(lengths[row + 1][event], lengths[row][event + 1])
            lengths[row][event] = longest
    return lengths


def _keys(event: TraceEvent) -> Iterator[Hashable]:
    """Yield the keys by which an event can match another, unless it assigns characters."""
    kind = event.kind
    match kind:
        case EventKind.ENDS:
            yield kind, event.outcome
        case EventKind.KEPT:
            yield kind, event.before, event.removed
        case EventKind.BASE_EDIT:
            yield kind, event.rule_kind, event.edit
        case EventKind.DECIDED:
            yield kind, event.is_absolute, event.edit
        case EventKind.COMBINED:
            yield kind, "to", event.after
            yield kind, "by", event.rule_kind, _replaces_authority(event)
            if event.replaced is not None:
                yield kind, "replacing", event.replaced
        case EventKind.CHANGED:
            yield kind, "from", event.before, "to", event.after
            yield kind, "by", event.edit
        case EventKind.STAYS:
            yield kind, event.rule_kind


def _replaces_authority(event: TraceEvent) -> bool:
    """Return whether a reference replaces the base's authority, not only the base's path."""
    return event.rule_kind is RuleKind.REPLACE and str(event.before).startswith("//")


# Removals of dot segments.


def put_together(tracks: Sequence[Sequence[TraceEvent]]) -> list[list[TraceEvent]]:
    """Join the changes of each track between two successive common strings.

    A track consists of the events of one spec. A common string is a string that another track also
    passes through.
    """
    texts = [_texts_of(track) for track in tracks]
    joined = []
    for track, own in zip(tracks, texts, strict=True):
        skipped: set[int] = set()
        for others in texts:
            if others is not own:
                skipped.update(_between_common(own, others))
        joined.append(_without(track, skipped))
    return joined


def _texts_of(track: Iterable[TraceEvent]) -> list[Target]:
    """Return the strings that a track passes through, from the first to the last."""
    changes = [event for event in track if event.changed]
    texts = [event.before for event in changes]
    if changes:
        texts.append(changes[-1].after)
    return texts


def _between_common(texts: Sequence[Target], others: Sequence[Target]) -> Iterator[int]:
    """Yield the positions of strings that lie between two common strings, but aren't common."""
    known = set(others)
    common = [place for place, text in enumerate(texts) if text in known]
    for start, stop in itertools.pairwise(common):
        yield from range(start + 1, stop)


def _without(track: Iterable[TraceEvent], skipped: Container[int]) -> list[TraceEvent]:
    """Drop the strings at the skipped positions, joining the changes before and after each."""
    events: list[TraceEvent] = []
    place = 0
    for event in track:
        if not event.changed:
            events.append(event)
            continue
        if place in skipped:
            events[-1] = _as_one(events[-1], event)
        else:
            events.append(event)
        place += 1
    return events


def _as_one(one: TraceEvent, other: TraceEvent) -> TraceEvent:
    """Join two successive changes into one."""
    rules = tuple(dict.fromkeys(one.rules + other.rules))
    choices = tuple(dict.fromkeys(one.choices + other.choices))
    removed: tuple[Span, ...] = ()
    if one.removed and other.removed:
        removed = removed_in_all(len(str(one.before)), (one.removed, other.removed))
    return attrs.evolve(other, rules=rules, before=one.before, removed=removed, choices=choices)
