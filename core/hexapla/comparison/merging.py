"""Merge the events of several specs, so that each event appears only once.

The specs' events are aligned phase by phase, like the lines of several versions of a file:

- Each event has keys. Two events match if they share a key: both changed the string in the same
  way, or made the same decision, perhaps under different rules. Two changes match if they turn the
  same string into the same result. They also match if only their edits are equal: once the strings
  of two specs differ, they may never be equal again.
- The specs are added one at a time. The events of each spec are aligned with the existing rows
  along their longest common subsequence. A row has the keys of all its events.
- Some specs remove dot segments one at a time, others several at once, and in different orders. The
  removals are first divided and ordered so that specs that remove the same characters have matching
  events. Removals that repeat are joined.
- Events that assign characters to a component are aligned separately from all other events, by the
  characters. Events about the same characters are then grouped by the component. If all specs
  assign the characters to the same component, the row is kept only if this is worth reporting (see
  `_tells_alone`).
"""

import itertools
import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from hexapla.comparison.edits import from_segments, repeated_unit, without_gaps
from hexapla.comparison.events import EventKind, Held, TraceEvent
from hexapla.standard.rule import Phase, RuleKind
from hexapla.text.span import Span, without_spans

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
        rows += _merged_by_characters(held)
        if phase is Phase.DOTS:
            rows += _merged_in_phase(put_together(others))
        else:
            rows += _merged_in_phase([list(map(_row_of, track)) for track in others])
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


def _row_of(event: TraceEvent) -> _Row:
    return _Row([event], set(_keys(event)))


def _merged_in_phase(tracks: Iterable[Sequence[_Row]]) -> list[Merged]:
    rows: list[_Row] = []
    for track in tracks:
        rows = _aligned(rows, track)
    return [row.events for row in rows]


def _merged_by_characters(tracks: Sequence[Sequence[TraceEvent]]) -> list[Merged]:
    """Merge events that assign characters to components; the rows are grouped by the characters.

    If all specs assign the same characters to the same component, the row is omitted unless the
    component is worth reporting.
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
    """Return a key that is equal for specs that agree on the component of some characters."""
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
    """Return lengths of longest common subsequences.

    The item at `[row][event]` is the length for the rows from index `row` on, and the events from
    index `event` on.
    """
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
            yield kind, event.edit
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


class _Character(NamedTuple):
    """A character of a string.

    Attributes:
        offset: The offset from the end of the path, which is negative within the path. If the paths
            of several specs end with the same characters, these characters are equal.
        text: The character.
    """

    offset: int
    text: str


class _Piece(NamedTuple):
    """Characters that a step removed together, from the beginning of a segment if possible.

    Attributes:
        event: The event in which the characters were removed.
        characters: The characters.
        has_slash: Whether the step removed the slash before a segment instead of the one after it.
    """

    event: TraceEvent
    characters: frozenset[_Character]
    has_slash: bool = False


_END_OF_PATH = re.compile(r"[?#]|\Z")
_HAS_DOTS = re.compile(r"(?:^|/)(?:\.|%2e){1,2}(?:/|\Z)", re.IGNORECASE)


def put_together(tracks: Sequence[Sequence[TraceEvent]]) -> Sequence[Sequence[_Row]]:
    """Return the rows of each track, with removals divided and ordered so that equal ones match.

    A track consists of the events of one spec. Two removals match if they removed the same
    characters of the path. Removals that repeat form a single row. If a rule did more than remove
    text, each event becomes a row as it is.
    """
    changes = [[event for event in track if event.changed] for track in tracks]
    if not all(event.removed for event in itertools.chain(*changes)):
        return [list(map(_row_of, track)) for track in tracks]
    divided = _divided_alike([list(_pieces(events)) for events in changes])
    events_of: dict[frozenset[_Character], list[TraceEvent]] = {}
    for piece in itertools.chain(*divided):
        events_of.setdefault(piece.characters, []).append(piece.event)
    groups_of_tracks = [_by_events(own, events_of) for own in divided]
    order = _common_order(groups_of_tracks)
    folded = _folded(order, groups_of_tracks)
    rows_of_tracks = []
    for track, removing, groups in zip(tracks, changes, folded, strict=True):
        rows = list(_removals(removing, groups))
        rows += [_row_of(event) for event in track if not event.changed]
        rows_of_tracks.append(rows)
    return rows_of_tracks


def _divided_alike(divided: list[list[_Piece]]) -> list[list[_Piece]]:
    """Divide the pieces of all tracks until `_divided` leaves every piece as it is."""
    while True:
        parts = _parts_by_start(itertools.chain(*divided))
        again = [list(_divided(own, parts)) for own in divided]
        if again == divided:
            return divided
        divided = again


_Groups: TypeAlias = "Mapping[_Key, Sequence[_Piece]]"
"""The pieces of a track, grouped by the events of all tracks that removed their characters."""
_Key: TypeAlias = "tuple[int, ...]"
"""The `id`s of the events, in all tracks, that removed the same characters."""


def _by_events(
    own: Iterable[_Piece], events_of: Mapping[frozenset[_Character], Sequence[TraceEvent]]
) -> _Groups:
    groups: dict[_Key, list[_Piece]] = {}
    for piece in own:
        key = tuple(map(id, events_of[piece.characters]))
        groups.setdefault(key, []).append(piece)
    return groups


def _common_order(tracks: Iterable[_Groups]) -> Sequence[_Key]:
    """Return the keys of all tracks, each once, in an order close to that of every track."""
    order: list[_Key] = []
    for track in tracks:
        place = 0
        for key in track:
            if key not in order:
                order.insert(place, key)
            place = order.index(key) + 1
    return order


# Removals that repeat.

_FEWEST_REPEATS = 3
_LONGEST_BLOCK = 8


def _folded(order: Sequence[_Key], tracks: Sequence[_Groups]) -> list[list[Sequence[_Piece]]]:
    """Return the groups of pieces of each track, in order, after joining groups that repeat.

    Groups are joined if they repeat in the same way in every track that has them. In
    `a/../b/./a/../b/./…`, for example, the removals of `a/../` and of `./` alternate. No groups are
    joined if, in the new order, the characters of some piece wouldn't be adjacent when the piece is
    removed.
    """
    signatures = [_signature(key, tracks) for key in order]
    joined = _joined(order, signatures)
    folded = [_groups_in(joined, track) for track in tracks]
    if len(joined) < len(order) and not all(map(_are_in_one_place, folded)):
        folded = [_groups_in([[key] for key in order], track) for track in tracks]
    return folded


def _signature(key: _Key, tracks: Iterable[_Groups]) -> Hashable:
    """Return what was removed by the events of a key, and which rules of which specs removed it."""
    removed = []
    for track in tracks:
        pieces = track.get(key)
        if pieces:
            event = pieces[0].event
            texts = frozenset([repeated_unit(_text_of(piece.characters)) for piece in pieces])
            removed.append((event.spec, event.rules, event.choices, texts))
    return tuple(removed)


def _joined(order: Sequence[_Key], signatures: Sequence[Hashable]) -> list[Sequence[_Key]]:
    """Join the keys whose signatures repeat, possibly in alternation with other keys."""
    joined: list[Sequence[_Key]] = []
    start = 0
    while start < len(order):
        block = _repeated_block(signatures[start:])
        stop = start + block.length * block.times
        for first in range(start, start + block.length):
            joined.append(order[first : stop : block.length])
        start = stop
    return joined


class _Block(NamedTuple):
    """A block of signatures: its length, and how many times it occurs in succession."""

    length: int
    times: int


def _repeated_block(signatures: Sequence[Hashable]) -> _Block:
    """Return the initial block of signatures whose repetitions cover the most signatures."""
    longest = _Block(1, 1)
    for length in range(1, _LONGEST_BLOCK + 1):
        same = length
        while same < len(signatures) and signatures[same] == signatures[same - length]:
            same += 1
        block = _Block(length, same // length)
        is_longer = block.length * block.times > longest.length * longest.times
        if block.times >= _FEWEST_REPEATS and is_longer:
            longest = block
    return longest


def _groups_in(joined: Iterable[Sequence[_Key]], track: _Groups) -> list[Sequence[_Piece]]:
    groups: list[Sequence[_Piece]] = []
    for keys in joined:
        group = [piece for key in keys for piece in track.get(key, ())]
        if group:
            groups.append(group)
    return groups


def _are_in_one_place(groups: Iterable[Sequence[_Piece]]) -> bool:
    """Return whether the characters of each piece are adjacent when the piece is removed."""
    removed: set[int] = set()
    for group in groups:
        for piece in group:
            offsets = {character.offset for character in piece.characters}
            removed |= offsets
            if not removed.issuperset(range(min(offsets), max(offsets))):
                return False
    return True


# Pieces.


def _pieces(events: Iterable[TraceEvent]) -> Iterator[_Piece]:
    """Yield the pieces that the events of a track removed."""
    left: list[_Character] = []
    for event in events:
        text = str(event.before)
        if not left:
            left = _characters_before(event)
        has_slash = text[event.removed[0].start] == "/"
        spans = _from_first_segments(text, event.removed)
        for start, stop in spans:
            yield _Piece(event, frozenset(left[start:stop]), has_slash)
        kept: list[_Character] = []
        end = 0
        for start, stop in spans:
            kept += left[end:start]
            end = stop
        left = kept + left[end:]


def _from_first_segments(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans shifted to begin with a segment, even if several slashes come before it."""
    shifted = from_segments(text, spans)
    while shifted != spans:
        spans = shifted
        shifted = from_segments(text, spans)
    return shifted


def _characters_before(removal: TraceEvent) -> list[_Character]:
    """Return the characters of the string before a removal of dot segments.

    A "?" before the removed characters doesn't end the path: in RFC 1808, a net_loc can contain it.
    """
    text = str(removal.before)
    found = _END_OF_PATH.search(text, removal.removed[-1].stop)
    end = len(text) if found is None else found.start()
    return list(map(_Character, range(-end, len(text) - end), text))


_Parts: TypeAlias = "Mapping[_Character, Collection[frozenset[_Character]]]"
"""Characters that a step removed together, keyed by the first of them."""


def _parts_by_start(pieces: Iterable[_Piece]) -> _Parts:
    """Return the characters of the pieces that have a dot segment, keyed by the first character."""
    parts: dict[_Character, dict[frozenset[_Character], None]] = {}
    for characters in {piece.characters: None for piece in pieces}:
        if _has_dots(characters):
            parts.setdefault(min(characters), {})[characters] = None
    return parts


def _divided(own: Iterable[_Piece], parts: _Parts) -> Iterator[_Piece]:
    """Yield the pieces of a track, divided where other tracks removed parts of a piece.

    Each part has a dot segment, and so has the rest.
    """
    for piece in own:
        divided = []
        rest = piece.characters
        for character in sorted(parts.keys() & piece.characters):
            for part in sorted(parts[character], key=len):
                if part < piece.characters and part <= rest:
                    divided.append(_Piece(piece.event, part))
                    rest -= part
        if divided and not _has_dots(rest):
            rest |= divided.pop().characters
        divided.append(_Piece(piece.event, rest) if divided else piece)
        yield from sorted(divided, key=lambda each: max(each.characters))


def _has_dots(characters: Iterable[_Character]) -> bool:
    return _HAS_DOTS.search(_text_of(characters)) is not None


def _text_of(characters: Iterable[_Character]) -> str:
    """Return the text of characters, in the order of their offsets."""
    return "".join([character.text for character in sorted(characters)])


def _removals(events: Sequence[TraceEvent], groups: Iterable[Sequence[_Piece]]) -> Iterator[_Row]:
    """Yield a row for each group of a track's pieces, with an event that removes the group."""
    if not events:
        return
    text = str(events[0].before)
    left = _characters_before(events[0])
    for group in groups:
        gone = frozenset(itertools.chain(*(piece.characters for piece in group)))
        places = [place for place, character in enumerate(left) if character in gone]
        removed = []
        for start, stop in without_gaps([Span(place, place + 1) for place in places]):
            shift = group[0].has_slash and text[start - 1 : start] == "/" == text[stop - 1]
            removed.append(Span(start - shift, stop - shift))
        after = without_spans(text, removed)
        event = group[0].event.removing(text, after, tuple(removed))
        yield _Row([event], {gone, (text, after)})
        text = after
        left = [character for character in left if character not in gone]
