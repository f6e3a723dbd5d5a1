"""The rows of an explanation: each is an event, with the specs in whose runs it happened.

The specs' events are merged first (see `hexapla.comparison.merging`). Then the rows that are part
of the difference are marked (see `hexapla.comparison.marking`), and each row is described in words.
"""

from collections.abc import Iterable, Sequence

import attrs

from hexapla.comparison.events import TraceEvent, shared_edit
from hexapla.comparison.marking import MergedRow, mark_difference
from hexapla.comparison.merging import merged
from hexapla.comparison.wording import edit_shown, edit_text, effect_of, reason_in_full
from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.phases import Target
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.signs import cut
from hexapla.values.value import Value

_LONGEST_SHOWN = 100
"""The maximum number of characters of a row's text in the row's `repr`."""


@attrs.frozen(repr=False)
class Source(Value):
    """A rule of a spec, and the readings consulted for the event in which it was applied.

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
    """A reason for an event, with the rules that state this reason.

    Attributes:
        says: The reason, in words; "" if the row's text already states it.
        sources: The rules, newest standard first.
    """

    says: str
    sources: tuple[Source, ...]


@attrs.frozen(repr=False)
class TraceResult(Value):
    """A string that results from the event of a row.

    Attributes:
        specs: The selectors of the specs with this string.
        text: The string so far, or the outcome of resolving.
    """

    _json_members = ("specs", "text!s")

    specs: tuple[str, ...]
    text: Target


@attrs.frozen(repr=False)
class TraceRow(Value):
    """An event in an explanation, with the specs in whose runs it happened.

    Attributes:
        phase: The phase in which the event matters.
        says: A description of the event; "" if the clauses already describe it.
        clauses: The reasons for the event, each with its rules.
        results: The resulting strings; empty if the string is unchanged.
        removed: The pieces that were removed.
        inserted: The string that was inserted; "" if nothing was inserted.
        of_base: Whether the event concerns the base.
        is_boundary: Whether the event assigns characters to a component.
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
        sources: list[Source] = []
        for clause in self.clauses:
            sources += clause.sources
        return tuple(sources)

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The specs in whose runs the event happened, newest first."""
        return tuple(dict.fromkeys(source.spec for source in self.sources))

    @property
    def selectors(self) -> tuple[str, ...]:
        """The selectors of the specs in whose runs the event happened."""
        return tuple(spec.selector for spec in self.specs)

    @property
    def text(self) -> str:
        """A description of the event with all its reasons, without the standards' sections."""
        return self.said_with([clause.says for clause in self.clauses if clause.says])

    def said_with(self, reasons: Sequence[str], link: str = ": ") -> str:
        """Describe the event and its reasons; `link` is inserted between the two."""
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
    """Merge the events of specs into rows.

    Args:
        groups: For each group of specs that agree, the events of each spec.
        first_parting: The first phase in which groups diverge; None if they don't diverge. From
            this phase on, any row that only some groups have can be part of the difference.
        last_parting: The last phase in which a row can be part of the difference.
    """
    tracks: list[Sequence[TraceEvent]] = []
    selectors = []
    for group in groups:
        tracks += group
        selectors.append({track[0].spec.selector for track in group if track})
    rows = list(map(MergedRow, merged(tracks)))
    mark_difference(rows, selectors, first_parting, last_parting)
    described = []
    for row in rows:
        for events in _with_same_characters(row.events):
            described.append(_row(events, differs=row.differs))
    return tuple(dict.fromkeys(described))


def with_held_once(track: Iterable[TraceEvent]) -> list[TraceEvent]:
    """Return a spec's events in the order of the phases, without repeated assignments.

    If several events assign the same characters to the same component, only the first is kept.
    """
    by_phase = sorted(track, key=lambda event: event.phase.number)
    known: set[tuple[bool, str, str, bool]] = set()
    events = []
    for event in by_phase:
        held = event.held
        if held is not None:
            key = held.of_base, held.text, held.shared, held.is_scheme_elsewhere
            if key in known:
                continue
            known.add(key)
        events.append(event)
    return events


def _with_same_characters(events: Iterable[TraceEvent]) -> Iterable[Sequence[TraceEvent]]:
    """Divide the events of a row by the characters that are in the component of each spec.

    They differ if a spec removes some of the characters before parsing, or if some of the
    characters are a delimiter for one spec, but not for another.
    """
    by_characters: dict[str, list[TraceEvent]] = {}
    for event in events:
        own = ""
        if event.held is not None:
            own = event.held.own
        by_characters.setdefault(own, []).append(event)
    return by_characters.values()


def _row(events: Sequence[TraceEvent], *, differs: bool) -> TraceRow:
    first = events[0]
    edit = shared_edit(events)
    if edit is None:
        edit = edit_shown(first)
        says = effect_of(first)
    else:
        says = edit_text(edit)
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


def _clauses(events: Sequence[TraceEvent]) -> Iterable[Clause]:
    """Return the reasons for a row's events, without duplicates."""
    sources: dict[str, list[Source]] = {}
    for event in events:
        for rule, citation in zip(event.rules, event.citations, strict=True):
            cited = event.spec.standard.cited(citation)
            source = Source(event.spec, rule, cited, event.choices)
            sources.setdefault(reason_in_full(event, rule), []).append(source)
            for also in rule.also:
                cited = event.spec.standard.cited(also.citation)
                source = Source(event.spec, also, cited)
                sources.setdefault(reason_in_full(event, also), []).append(source)
    return [Clause(says, tuple(of_reason)) for says, of_reason in sources.items()]


def _results(events: Sequence[TraceEvent]) -> tuple[TraceResult, ...]:
    if not any(event.changed for event in events):
        return ()
    specs: dict[Target, list[str]] = {}
    for event in events:
        specs.setdefault(event.after, []).append(event.spec.selector)
    return tuple(TraceResult(tuple(selectors), text) for text, selectors in specs.items())
