"""Mark the rows of an explanation that are part of the difference between groups of specs.

A row divides groups if all specs of one group have the row and no spec of another group has it. The
rows that divide groups are marked, beginning with the phase in which the groups diverge. Rows of
earlier phases are marked only if they end resolving, or concern the base or the component of some
characters. Then rows that make no difference are unmarked. If no marked row distinguishes two
groups, the row in which the two groups replaced different ends of the base is marked.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import attrs

from hexapla.comparison.events import EventKind, TraceEvent
from hexapla.standard.phases import NoUri, Target
from hexapla.standard.rule import Phase

Group: TypeAlias = "frozenset[str]"
"""The selectors of specs that agree."""

_OF_WRITING = frozenset({Phase.CLEAN, Phase.DOTS, Phase.NORMALISE, Phase.RECOMBINE})
"""Phases that change the characters of a text, but not its meaning."""


@attrs.frozen
class MergedRow:
    """Matching events of several specs, which form one row of an explanation.

    Attributes:
        events: The events, at most one of each spec.
        first: The first event. All events have the same phase, and concern the same characters.
        takers: The selectors of the specs in which the event happened.
    """

    events: Sequence[TraceEvent]
    first: TraceEvent
    takers: frozenset[str]

    @classmethod
    def of(cls, events: Sequence[TraceEvent]) -> "MergedRow":
        """Create a row from matching events."""
        return cls(events, events[0], frozenset(event.spec.selector for event in events))

    @property
    def ends(self) -> bool:
        """Whether resolving ends in this row, without a URI."""
        return self.first.what is EventKind.ENDS

    @property
    def characters(self) -> tuple[bool, str] | None:
        """The characters whose component the row gives, and whether they belong to the base."""
        held = self.first.held
        return None if held is None else (held.of_base, held.text)

    @property
    def keeps_dots(self) -> bool:
        """Whether the row reports that dot segments are kept."""
        return self.first.phase is Phase.DOTS and self.first.what is EventKind.STAYS

    def divides(self, groups: Sequence[Group]) -> bool:
        """Return whether all specs of a group have the row, and no spec of another group has it."""
        if not any(group.isdisjoint(self.takers) for group in groups):
            return False
        if self.first.held is not None:  # must not divide the members of a group
            return all(group <= self.takers or group.isdisjoint(self.takers) for group in groups)
        return self.ends or any(group <= self.takers for group in groups)

    def tells_apart(self, one: Group, other: Group) -> bool:
        """Return whether the row has specs of one of two groups, but no specs of the other."""
        return self.takers.isdisjoint(one) != self.takers.isdisjoint(other)

    def changes_differently(self) -> bool:
        """Return whether specs with equal strings before the row have different strings after."""
        after: dict[Target, Target] = {}
        return any(
            after.setdefault(event.before, event.after) != event.after for event in self.events
        )

    def replaces_differently(self, one: Group, other: Group) -> bool:
        """Return whether two groups replace different ends of the base in the row."""
        of_one, of_other = self._replaced_by(one), self._replaced_by(other)
        return bool(of_one) and bool(of_other) and of_one.isdisjoint(of_other)

    def _replaced_by(self, group: Group) -> set[str | None]:
        """Return the ends of the base that specs of a group replace."""
        return {event.replaced for event in self.events if event.spec.selector in group}


def differing_rows(
    rows: Sequence[MergedRow],
    groups: Iterable[Iterable[str]],
    first_parting: Phase | None,
    last_parting: Phase,
) -> set[int]:
    """Return the indexes of the rows that are part of the difference between groups.

    Args:
        rows: The rows.
        groups: The selectors of the specs of each group.
        first_parting: The first phase in which groups diverge; None if they don't.
        last_parting: The last phase in which a row can be part of the difference.
    """
    groups_of_specs = tuple(map(frozenset, groups))
    first = _first_phase(rows, groups_of_specs, first_parting)
    marking = _Marking(rows, groups_of_specs, first, last_parting)
    marking.mark_parting()
    marking.drop_idle()
    marking.mark_where_groups_meet()
    return marking.marked


def _first_phase(
    rows: Iterable[MergedRow], groups: Sequence[Group], first_parting: Phase | None
) -> Phase | None:
    """Return the first phase whose rows are part of the difference; None if no phase's are.

    Groups that assign characters to different components may take different branches before their
    strings diverge.
    """
    phases = [row.first.phase for row in rows if row.first.held and row.divides(groups)]
    if first_parting is not None:
        phases.append(first_parting)
    return min(phases, key=lambda phase: phase.number, default=None)


@attrs.define
class _Marking:
    """The rows marked so far as part of the difference between groups.

    Attributes:
        rows: All rows.
        groups: The groups.
        first_phase: The first phase whose rows are part of the difference; None if no phase's are.
        last_phase: The last phase in which a row can be part of the difference.
        marked: The indexes of the marked rows.
    """

    rows: Sequence[MergedRow]
    groups: Sequence[Group]
    first_phase: Phase | None
    last_phase: Phase
    marked: set[int] = attrs.field(factory=set, init=False)

    def mark_parting(self) -> None:
        """Mark the rows that divide groups, beginning with the phase in which the groups diverge.

        If no such row exists, members of the same group may have reached their text in different
        ways. In this case, all other rows that may be part of the difference are marked.
        """
        refusing = self._refusing()
        for number, row in enumerate(self.rows):
            if self._is_parting(row, refusing):
                self.marked.add(number)
        if self.marked or len(self.groups) < 2:
            return
        for number, row in enumerate(self.rows):
            is_about_component = row.first.held is not None
            if is_about_component or row.divides(self.groups) or row.changes_differently():
                self.marked.add(number)

    def _refusing(self) -> set[str]:
        """Return the selectors of the specs whose result isn't a URI."""
        return {
            event.spec.selector
            for row in self.rows
            for event in row.events
            if isinstance(event.after, NoUri)
        }

    def _is_parting(self, row: MergedRow, refusing: set[str]) -> bool:
        """Return whether a row divides groups, and its phase is relevant.

        If resolving ends without a URI, earlier changes to the text make no difference.
        """
        first, start = row.first, self.first_phase
        is_written = first.phase in _OF_WRITING and not row.ends
        if is_written and row.takers <= refusing:
            return False
        is_late_enough = start is not None and first.phase.number >= start.number
        counts = is_late_enough or row.ends or first.held is not None or first.of_base
        return counts and row.divides(self.groups)

    def drop_idle(self) -> None:
        """Unmark the rows that make no difference.

        These are rows about characters for which no second component is shown, rows about kept dot
        segments if no marked row removes dot segments, and rows after the last relevant phase.
        """
        rows_about = Counter(row.characters for row in self.rows)
        marked_rows = self._marked_rows()
        removes_dots = any(
            row.first.phase is Phase.DOTS and row.first.changed for row in marked_rows
        )
        for number in list(self.marked):
            row = self.rows[number]
            is_alone = row.characters is not None and rows_about[row.characters] == 1
            is_idle = row.keeps_dots and not removes_dots
            if is_alone or is_idle or self._is_late(row):
                self.marked.remove(number)

    def _is_late(self, row: MergedRow) -> bool:
        """Return whether a row is too late to be part of the difference, and isn't a failure."""
        return row.first.phase.number > self.last_phase.number and not row.ends

    def mark_where_groups_meet(self) -> None:
        """Mark the rows in which two groups replace different ends of the base.

        Two groups are considered only if no marked row distinguishes them.
        """
        for one, other in itertools.combinations(self.groups, 2):
            if any(row.tells_apart(one, other) for row in self._marked_rows()):
                continue
            for number, row in enumerate(self.rows):
                if row.replaces_differently(one, other):
                    self.marked.add(number)

    def _marked_rows(self) -> list[MergedRow]:
        return [self.rows[number] for number in sorted(self.marked)]
