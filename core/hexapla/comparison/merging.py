"""The events of several specs, merged: what happened in the same way stands once.

Within a phase, the events of one spec after the other are aligned with those merged so far by their
longest common subsequence. Two events match if they did the same to the text, or are the same
decision, by whichever rules. Before that, removals of dot segments are put together where several
specs come from one text to another by different routes.
"""

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence

from hexapla.comparison.events import TraceEvent, edit_of
from hexapla.comparison.run import PHASES
from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Phase, removed_in_all
from hexapla.text.span import Span

Merged = list[TraceEvent]
"""Events of several specs that are the same, at most one of each spec."""


def merged(tracks: Sequence[Sequence[TraceEvent]]) -> list[Merged]:
    """Return the events of several specs, those that are the same together, in their order."""
    rows: list[Merged] = []
    for phase in PHASES:
        in_phase = [[event for event in track if event.phase is phase] for track in tracks]
        held = [[event for event in track if event.held is not None] for track in in_phase]
        others = [[event for event in track if event.held is None] for track in in_phase]
        if phase is Phase.DOTS:
            others = put_together(others)
        rows += _by_characters(_merged_in_phase(held))
        rows += _merged_in_phase(others)
    return rows


def _merged_in_phase(tracks: Iterable[Sequence[TraceEvent]]) -> list[Merged]:
    rows: list[Merged] = []
    for track in tracks:
        rows = _aligned(rows, track)
    return rows


def _by_characters(rows: Sequence[Merged]) -> list[Merged]:
    """Return rows about characters that are in several components, one after the other."""
    by_text: dict[Hashable, list[Merged]] = {}
    for row in rows:
        held = row[0].held
        by_text.setdefault(held and (held.of_base, held.text), []).append(row)
    told = []
    for of_text in by_text.values():
        held = of_text[0][0].held
        # Of a reference, what is in the path and nowhere else tells nothing.
        if len(of_text) > 1 or held is None or held.of_base or held.component.shared != "path":
            told += of_text
    return told


# Alignment.


def _aligned(rows: list[Merged], track: Sequence[TraceEvent]) -> list[Merged]:
    """Return rows with the events of one more spec, each in the row that it matches, or its own."""
    if not track:
        return rows
    keys_of_rows = [{key for event in row for key in _keys(event)} for row in rows]
    keys_of_events = [set(_keys(event)) for event in track]
    lengths = _common_lengths(keys_of_rows, keys_of_events)
    aligned: list[Merged] = []
    row, event = 0, 0
    while row < len(rows) and event < len(track):
        matches = not keys_of_rows[row].isdisjoint(keys_of_events[event])
        if matches and lengths[row][event] == lengths[row + 1][event + 1] + 1:
            aligned.append([*rows[row], track[event]])
            row += 1
            event += 1
        elif lengths[row + 1][event] >= lengths[row][event + 1]:
            aligned.append(rows[row])
            row += 1
        else:
            aligned.append([track[event]])
            event += 1
    aligned += rows[row:]
    aligned += [[each] for each in track[event:]]
    return aligned


def _common_lengths(
    rows: Sequence[set[Hashable]], events: Sequence[set[Hashable]]
) -> list[list[int]]:
    """Return the length of the longest common subsequence of what follows each pair of places."""
    lengths = [[0] * (len(events) + 1) for _ in range(len(rows) + 1)]
    for row in reversed(range(len(rows))):
        for event in reversed(range(len(events))):
            if rows[row].isdisjoint(events[event]):
                longest = max(lengths[row + 1][event], lengths[row][event + 1])
            else:
                longest = lengths[row + 1][event + 1] + 1
            lengths[row][event] = longest
    return lengths


def _keys(event: TraceEvent) -> Iterator[Hashable]:
    """Yield what an event can match another by."""
    held = event.held
    if held is not None:
        is_no_scheme = held.other is not None and held.other.shared == "scheme"
        where = "no scheme" if is_no_scheme else held.component.shared
        yield "held", held.text, where, held.of_base
        return
    if isinstance(event.after, NoUri):
        yield "ends", event.after.outcome
        return
    edit = edit_of(event)
    if event.removed and not event.changed:
        yield "kept", event.before, event.removed
    elif event.of_base:
        yield "base", event.kind, edit
    elif event.phase is Phase.CLASSIFY:
        yield "decided", event.decision, edit
    elif event.phase is Phase.COMBINE:
        yield "combined", event.after
        if event.replaced is not None:
            yield "replaced", event.replaced
        yield "combined by", event.kind
    elif event.changed:
        yield "changed", event.before, event.after
        yield "edit", edit
    else:
        yield "stays", event.kind


# Removals of dot segments.


def put_together(tracks: Sequence[Sequence[TraceEvent]]) -> list[list[TraceEvent]]:
    """Return tracks without texts between two that another spec comes to by another route."""
    texts = [[event.before for event in track if event.changed] for track in tracks]
    for track, of_track in zip(tracks, texts, strict=True):
        of_track += [event.after for event in track if event.changed][-1:]
    skipped: list[set[int]] = [set() for _ in tracks]
    for one, texts_of_one in enumerate(texts):
        for other, texts_of_other in enumerate(texts):
            if one != other:
                skipped[one].update(_between_common(texts_of_one, texts_of_other))
    return [_without(track, places) for track, places in zip(tracks, skipped, strict=True)]


def _between_common(texts: Sequence[object], others: Sequence[object]) -> Iterator[int]:
    """Yield the places of texts between two that are among the others, if these are not."""
    places = {text: place for place, text in enumerate(others)}
    common = [place for place, text in enumerate(texts) if text in places]
    for start, stop in itertools.pairwise(common):
        yield from range(start + 1, stop)


def _without(track: Sequence[TraceEvent], places: Iterable[int]) -> list[TraceEvent]:
    """Return a track in which changes lead over the texts at some places without stopping."""
    skipped = set(places)
    events: list[TraceEvent] = []
    place = 0
    for event in track:
        if not event.changed:
            events.append(event)
            continue
        if place in skipped:
            events[-1] = _joined(events[-1], event)
        else:
            events.append(event)
        place += 1
    return events


def _joined(one: TraceEvent, other: TraceEvent) -> TraceEvent:
    """Return two changes that follow each other as one."""
    rules = tuple(dict.fromkeys((*one.rules, *other.rules)))
    choices = tuple(dict.fromkeys((*one.choices, *other.choices)))
    removed: tuple[Span, ...] = ()
    if one.removed and other.removed:
        removed = removed_in_all(len(str(one.before)), (one.removed, other.removed))
    return one._replace(rules=rules, after=other.after, removed=removed, choices=choices)
