"""The rows of an explanation: each event once, in order, with the specs that have it."""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

import attrs

from hexapla.comparison.events import Edit, TraceEvent, citation_of, dots_as_written, edit_of_all
from hexapla.comparison.merging import Merged, merged
from hexapla.comparison.run import PHASES
from hexapla.comparison.wording import edit_shown, edit_text, effect_of, reason_in_full
from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.phases import NoUri, Target
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.signs import cut
from hexapla.values.value import Value

_LONGEST_SHOWN = 100
"""The number of characters of a row's text in its `repr`."""


@attrs.frozen(repr=False)
class Source(Value):
    """A rule of a spec, and the readings that it consulted.

    Attributes:
        spec: The spec.
        rule: The rule.
        citation: The citation of the rule.
        choices: The readings that were consulted, with the current options.
    """

    _json_members = ("spec=spec.selector", "rule=rule.name", "section=citation.section", "choices")

    spec: Spec
    rule: Rule
    citation: Citation
    choices: tuple[Choice, ...] = ()


@attrs.frozen(repr=False)
class Clause(Value):
    """A reason, and the rules that give it.

    Attributes:
        says: The reason, in words; "" if the row contains it.
        sources: The rules, newest standard first.
    """

    says: str
    sources: tuple[Source, ...]


@attrs.frozen(repr=False)
class TraceResult(Value):
    """A text to which a row leads.

    Attributes:
        specs: The selectors of the specs with this text.
        text: The text so far, or the outcome of resolving.
    """

    _json_members = ("specs", "text!s")

    specs: tuple[str, ...]
    text: Target


@attrs.frozen(repr=False)
class TraceRow(Value):
    """An event in an explanation, with the specs in which it happened.

    Attributes:
        phase: The phase in which the event matters.
        says: The event in words; "" if the clauses describe it.
        clauses: The reasons for the event, each with its rules.
        results: The resulting texts; empty if the text is unchanged.
        removed: The pieces that were removed.
        inserted: The text that was inserted; "" if there was none.
        of_base: Whether the event concerns the base.
        is_boundary: Whether the event is about which component some characters belong to.
        differs: Whether the event is part of the difference between groups.
    """

    _json_members = (
        "phase",
        "specs=selectors",
        "says",
        "clauses",
        "results",
        "removed",
        "inserted",
        "of_base",
        "is_boundary",
        "differs",
    )

    phase: Phase
    says: str
    clauses: tuple[Clause, ...]
    results: tuple[TraceResult, ...]
    removed: tuple[str, ...]
    inserted: str
    of_base: bool
    is_boundary: bool
    differs: bool

    @property
    def sources(self) -> tuple[Source, ...]:
        """The rules that caused the event."""
        return tuple(source for clause in self.clauses for source in clause.sources)

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The specs in which the event happened, newest first."""
        return tuple(dict.fromkeys(source.spec for source in self.sources))

    @property
    def selectors(self) -> tuple[str, ...]:
        """The selectors of the specs in which the event happened."""
        return tuple(spec.selector for spec in self.specs)

    @property
    def text(self) -> str:
        """The event with all its reasons, without sections."""
        return self.said_with([clause.says for clause in self.clauses if clause.says])

    def said_with(self, reasons: Sequence[str], link: str = ": ") -> str:
        """Return the event with its reasons in words; `link` is the text between the two."""
        if self.is_boundary:
            return f"{self.says} {', '.join(reasons)}"
        return link.join(filter(None, (self.says, "; ".join(reasons))))

    def __repr__(self) -> str:
        return f"<TraceRow {', '.join(self.selectors)}: {cut(self.text, _LONGEST_SHOWN)}>"


def rows_of(
    groups: Sequence[Sequence[Sequence[TraceEvent]]],
    first_parting: Phase | None,
    last_parting: Phase = Phase.RECOMBINE,
) -> tuple[TraceRow, ...]:
    """Return the events of specs as rows.

    Args:
        groups: The events of each spec of each group of specs that agree.
        first_parting: The first phase in which groups diverge. From this phase on, the rows that
            only some groups have are the difference. None if groups don't diverge.
        last_parting: The last phase in which a row can be part of the difference.
    """
    tracks = [track for group in groups for track in group]
    members = [{track[0].spec.selector for track in group if track} for group in groups]
    rows = merged(tracks)
    differing = _differing(rows, tracks, members, first_parting, last_parting)
    return tuple(dict.fromkeys(map(_row, rows, differing)))


def _differing(
    rows: Sequence[Merged],
    tracks: Sequence[Sequence[TraceEvent]],
    members: Sequence[AbstractSet[str]],
    first_parting: Phase | None,
    last_parting: Phase,
) -> list[bool]:
    """Return whether each row is part of the difference between groups."""
    for row in rows if len(members) > 1 else ():
        if row[0].held is not None and _divides(row, members):
            first_parting = row[0].phase if first_parting is None else first_parting
            first_parting = min(first_parting, row[0].phase, key=PHASES.index)
    refusing = {
        event.spec.selector for track in tracks for event in track if isinstance(event.after, NoUri)
    }
    differing = [_differs(row, members, first_parting, refusing) for row in rows]
    if len(members) > 1 and not any(differing):
        # Members of the same group may reach their text in different ways.
        differing = [
            row[0].held is not None or _divides(row, members) or _leads_apart(row) for row in rows
        ]
    told = Counter(_characters_of(row[0]) for row in rows)
    removes_dots = any(
        differs and row[0].phase is Phase.DOTS and row[0].changed
        for row, differs in zip(rows, differing, strict=True)
    )
    idle = [
        (row[0].held is not None and told[_characters_of(row[0])] == 1)
        or (_leaves_dots(row[0]) and not removes_dots)
        or _is_late(row[0], last_parting)
        for row in rows
    ]
    differing = [differs and not is_idle for differs, is_idle in zip(differing, idle, strict=True)]
    for one, other in itertools.combinations(members, 2):
        told_rows = [row for row, differs in zip(rows, differing, strict=True) if differs]
        if not any(_is_of_one_only(row, one, other) for row in told_rows):
            differing = [
                differs or _leads_them_apart(row, one, other)
                for row, differs in zip(rows, differing, strict=True)
            ]
    if len(members) > 1 and not any(differing):  # a group reaches its result in two ways
        differing = [_is_none_of_a_group(row, members) for row in rows]
    return differing


def _is_of_one_only(row: Merged, one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Return whether a row has specs of one of two groups, but none of the other."""
    takers = {event.spec.selector for event in row}
    return takers.isdisjoint(one) != takers.isdisjoint(other)


def _leads_them_apart(row: Merged, one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Return whether two groups have a row in which they replace different ends of the base."""
    replaced = [
        {event.replaced for event in row if event.spec.selector in group} for group in (one, other)
    ]
    return all(replaced) and replaced[0].isdisjoint(replaced[1])


def _leaves_dots(event: TraceEvent) -> bool:
    """Return whether an event is that dot segments are kept."""
    return event.phase is Phase.DOTS and not event.changed and event.held is None


def _characters_of(event: TraceEvent) -> tuple[bool, str] | None:
    """Return the characters that an event is about, if any, and whether they belong to the base."""
    held = event.held
    return None if held is None else (held.of_base, held.text)


def _is_late(event: TraceEvent, last_parting: Phase) -> bool:
    """Return whether an event is too late to be part of the difference, and isn't a failure."""
    is_behind = PHASES.index(event.phase) > PHASES.index(last_parting)
    return is_behind and not isinstance(event.after, NoUri)


def with_held_once(track: Iterable[TraceEvent]) -> list[TraceEvent]:
    """Return the events of a spec, with the component of the same characters only once."""
    by_phase = sorted(track, key=lambda event: PHASES.index(event.phase))
    known: set[tuple[bool, str, str]] = set()
    events = []
    for event in by_phase:
        held = event.held
        if held is not None:
            key = held.of_base, held.text, held.component.shared
            if key in known:
                continue
            known.add(key)
        events.append(event)
    return events


_OF_WRITING = frozenset({Phase.CLEAN, Phase.DOTS, Phase.NORMALISE, Phase.RECOMBINE})
"""Phases that change characters, but not their meaning."""


def _differs(
    row: Merged,
    members: Iterable[AbstractSet[str]],
    first_parting: Phase | None,
    refusing: AbstractSet[str],
) -> bool:
    """Return whether a row is part of the difference between groups.

    If resolving ends without a URI, the earlier forms of the text make no difference.
    """
    first = row[0]
    is_written = first.phase in _OF_WRITING and not isinstance(first.after, NoUri)
    if is_written and all(event.spec.selector in refusing for event in row):
        return False
    parts = first_parting is not None and PHASES.index(first.phase) >= PHASES.index(first_parting)
    ends = isinstance(first.after, NoUri)
    return (parts or ends or first.held is not None or first.of_base) and _divides(row, members)


def _divides(row: Merged, members: Iterable[AbstractSet[str]]) -> bool:
    """Return whether all specs of some group have a row, and no spec of another group has it."""
    takers = {event.spec.selector for event in row}
    groups = list(members)
    if not any(group.isdisjoint(takers) for group in groups):
        return False
    if row[0].held is not None:  # if members of one group differ, it isn't a difference
        return all(group <= takers or group.isdisjoint(takers) for group in groups)
    ends = isinstance(row[0].after, NoUri)
    return ends or any(group <= takers for group in groups)


def _is_none_of_a_group(row: Merged, members: Iterable[AbstractSet[str]]) -> bool:
    """Return whether no spec of some group has a row."""
    takers = {event.spec.selector for event in row}
    return any(group.isdisjoint(takers) for group in members)


def _leads_apart(row: Merged) -> bool:
    """Return whether specs with the same text before a row have different texts after it."""
    after: dict[Target, Target] = {}
    return any(after.setdefault(event.before, event.after) != event.after for event in row)


def _row(events: Merged, differs: bool) -> TraceRow:
    first = events[0]
    edit = edit_shown(first)
    says = effect_of(first)
    as_written = {dots_as_written(event) for event in events}
    if len(as_written) == 1 and "" not in as_written:
        edit = Edit(tuple(as_written), "")
        says = edit_text(edit)
    elif first.phase is Phase.DOTS and len({edit_shown(event) for event in events}) > 1:
        shared = edit_of_all(events)
        edit = edit if shared is None else shared
        says = says if shared is None else edit_text(edit)
    return TraceRow(
        phase=first.phase,
        says=says,
        clauses=tuple(_clauses(events)),
        results=_results(events),
        removed=edit.gone,
        inserted=edit.put,
        of_base=first.of_base,
        is_boundary=first.held is not None,
        differs=differs,
    )


def _clauses(events: Merged) -> Iterable[Clause]:
    """Yield the reasons of a row, each once."""
    sources: dict[str, list[Source]] = {}
    for event in events:
        for number, rule in enumerate(event.rules):
            held = event.held
            citation = citation_of(event, rule) if held is None else held.citations[number]
            cited = event.spec.standard.cited(citation)
            source = Source(event.spec, rule, cited, event.choices)
            sources.setdefault(reason_in_full(event, rule), []).append(source)
    return [Clause(says, tuple(of_reason)) for says, of_reason in sources.items()]


def _results(events: Merged) -> tuple[TraceResult, ...]:
    if not any(event.changed for event in events):
        return ()
    specs: dict[Target, list[str]] = {}
    for event in events:
        specs.setdefault(event.after, []).append(event.spec.selector)
    return tuple(TraceResult(tuple(selectors), text) for text, selectors in specs.items())
