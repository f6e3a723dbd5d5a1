"""Mark the rows of an explanation that are part of the difference between groups of specs.

A row usually divides groups if it has all specs of one group, and no spec of some other group (see
`MergedRow.divides`). The rows that divide groups are marked, beginning with the phase in which the
groups diverge. Rows of earlier phases are marked only if they end resolving, decide whether the
reference is absolute, concern the base or the component of some characters, or remove characters
that other specs assign to a component.

Then rows that make no difference are unmarked, and so are those in which all groups remove the same
dot segments at different times. Rows in which two groups inherit different components of the base
are marked. If still no marked row distinguishes two groups, other rows in which the two groups
replace different ends of the base are marked or, if there are none, the rows of only one of the two
groups.
"""

import itertools
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import TypeAlias

import attrs

from hexapla.comparison.events import EventKind, TraceEvent
from hexapla.standard.phases import NoUri, Target
from hexapla.standard.rule import Phase, RuleKind
from hexapla.values.frozen import late

Group: TypeAlias = "frozenset[str]"
"""The selectors of specs that agree."""

_OF_WRITING = frozenset({Phase.CLEAN, Phase.DOTS, Phase.NORMALISE, Phase.RECOMBINE})
"""Phases that rewrite a string without changing its meaning."""


@attrs.define(eq=False, slots=False)
class MergedRow:
    """Matching events of several specs, which form one row of an explanation.

    Attributes:
        events: The events, at most one of each spec. All events have the same phase. If they assign
            characters to a component, all assign the same characters.
        differs: Whether the row is marked as part of the difference between groups.
    """

    events: Sequence[TraceEvent]
    differs: bool = attrs.field(default=False, init=False)

    @property
    def first(self) -> TraceEvent:
        """The first event."""
        return self.events[0]

    @late
    def takers(self) -> frozenset[str]:
        """The selectors of the specs in whose runs the event happened."""
        return frozenset([event.spec.selector for event in self.events])

    @property
    def ends(self) -> bool:
        """Whether resolving ends in this row, without a URI."""
        return self.first.kind is EventKind.ENDS

    @property
    def characters(self) -> tuple[bool, str] | None:
        """Whether the assigned characters are in the base, and the characters themselves.

        The value is None if the row doesn't assign characters to a component.
        """
        held = self.first.held
        if held is None:
            return None
        return (held.of_base, held.text)

    @property
    def keeps_dots(self) -> bool:
        """Whether the row reports that dot segments are kept."""
        return self.first.phase is Phase.DOTS and self.first.kind is EventKind.STAYS

    def divides(self, groups: Sequence[Group]) -> bool:
        """Return whether the row has all specs of one group, and no spec of some other group.

        If resolving ends in the row, some specs of a group suffice. If the row assigns characters
        to a component, either all or none of the specs of each group must have the row.
        """
        if not any(group.isdisjoint(self.takers) for group in groups):
            return False
        if self.first.held is not None:  # must not divide the members of a group
            return all(group <= self.takers or group.isdisjoint(self.takers) for group in groups)
        return self.ends or any(group <= self.takers for group in groups)

    def tells_apart(self, one: Group, other: Group) -> bool:
        """Return whether the row has specs of exactly one of two groups."""
        return self.takers.isdisjoint(one) != self.takers.isdisjoint(other)

    def changes_differently(self) -> bool:
        """Return whether specs with equal strings before the row have different strings after."""
        after: dict[Target, Target] = {}
        for event in self.events:
            if after.setdefault(event.before, event.after) != event.after:
                return True
        return False

    def replaces_differently(self, one: Group, other: Group) -> bool:
        """Return whether two groups replace different ends of the base in the row."""
        of_one = self._replaced_by(one)
        of_other = self._replaced_by(other)
        return bool(of_one) and bool(of_other) and of_one.isdisjoint(of_other)

    def _replaced_by(self, group: Group) -> set[str | None]:
        """Return the ends of the base that specs of a group replace."""
        return {event.replaced for event in self.events if event.spec.selector in group}


def mark_difference(
    rows: Sequence[MergedRow],
    groups: Iterable[Iterable[str]],
    first_parting: Phase | None,
    last_parting: Phase,
) -> None:
    """Mark the rows that are part of the difference between groups.

    Args:
        rows: The rows.
        groups: The selectors of the specs of each group.
        first_parting: The first phase in which groups diverge; None if they don't.
        last_parting: The last phase in which a row can be part of the difference.
    """
    groups_of_specs = tuple(map(frozenset, groups))
    first_phase = _first_phase(rows, groups_of_specs, first_parting)
    _mark_parting(rows, groups_of_specs, first_phase)
    _unmark_idle(rows, last_parting)
    _unmark_removed_by_all(rows, groups_of_specs)
    _mark_inheritance(rows, groups_of_specs)
    _mark_undistinguished(rows, groups_of_specs, first_phase)


def _first_phase(
    rows: Iterable[MergedRow], groups: Sequence[Group], first_parting: Phase | None
) -> Phase | None:
    """Return the first phase whose rows are part of the difference; None if there is none.

    Groups that assign characters to different components may take different branches before their
    strings diverge.
    """
    phases = [row.first.phase for row in rows if row.first.held and row.divides(groups)]
    if first_parting is not None:
        phases.append(first_parting)
    return min(phases, key=lambda phase: phase.number, default=None)


def _mark_parting(
    rows: Sequence[MergedRow], groups: Sequence[Group], first_phase: Phase | None
) -> None:
    """Mark the rows that divide groups, beginning with the phase in which the groups diverge.

    If no such row exists, the members of a group may have reached the same text in different ways.
    In this case, three kinds of rows are marked: those that divide groups in any phase, those that
    assign characters to a component, and those in which equal strings become different.
    """
    refusing = set()
    assigned = {row.first.held.text for row in rows if row.first.held is not None}
    by_change = _events_by_change(rows)
    for row in rows:
        for event in row.events:
            if isinstance(event.after, NoUri):
                refusing.add(event.spec.selector)
    for row in rows:
        # If resolving ends without a URI, earlier changes to the text make no difference.
        is_written = row.first.phase in _OF_WRITING and not row.ends
        if not is_written or not row.takers <= refusing:
            counts = _counts(row, first_phase) or _removes_any(row, assigned)
            alike = by_change.get((row.first.before, row.first.after), [])
            row.differs = counts and MergedRow([*row.events, *alike]).divides(groups)
    if _marked(rows) or len(groups) < 2:
        return
    for row in rows:
        is_about_component = row.first.held is not None
        row.differs = is_about_component or row.divides(groups) or row.changes_differently()


def _events_by_change(rows: Iterable[MergedRow]) -> dict[tuple[Target, Target], list[TraceEvent]]:
    """Return the events of all rows that change a text, keyed by the texts before and after.

    Specs can make the same change in different phases, and thus in different rows: an earlier
    version of the URL Standard skips a tab while parsing, and today's removes it before parsing.
    """
    by_change: dict[tuple[Target, Target], list[TraceEvent]] = {}
    for row in rows:
        if row.first.kind is EventKind.CHANGED:
            for event in row.events:
                by_change.setdefault((event.before, event.after), []).append(event)
    return by_change


def _counts(row: MergedRow, first_phase: Phase | None) -> bool:
    """Return whether a row may be part of the difference, given its phase and its kind."""
    first = row.first
    if first_phase is not None and first.phase.number >= first_phase.number:
        return True
    decides = first.is_absolute is not None
    return row.ends or decides or first.held is not None or first.of_base


def _removes_any(row: MergedRow, assigned: Container[str]) -> bool:
    """Return whether a row's cleaning removes characters that other rows assign to components.

    `assigned` contains the characters that rows assign to components.
    """
    return row.first.phase is Phase.CLEAN and any(gone in assigned for gone in row.first.edit.gone)


def _unmark_idle(rows: Sequence[MergedRow], last_phase: Phase) -> None:
    """Unmark the rows that make no difference.

    These are:

    - rows that assign characters to a component, if no other row assigns the same characters
    - rows about kept dot segments, unless dot segments are removed in a row of other specs only
    - rows after the last relevant phase, unless resolving ends in them
    """
    rows_about = Counter(row.characters for row in rows)
    removals = []
    for row in rows:
        if row.first.changed and row.first.rules[0].phase is Phase.DOTS:
            removals.append(row.takers)
    for row in rows:
        is_alone = row.characters is not None and rows_about[row.characters] == 1
        is_idle = row.keeps_dots and not any(map(row.takers.isdisjoint, removals))
        is_late = row.first.phase.number > last_phase.number and not row.ends
        if is_alone or is_idle or is_late:
            row.differs = False


def _unmark_removed_by_all(rows: Sequence[MergedRow], groups: Sequence[Group]) -> None:
    """Unmark rows in which all groups remove the same dot segments, but at different times.

    Some specs remove the segments from the base, and others after combining. The rows stay marked
    if no other marked row distinguishes two of the groups.
    """
    for of_base in _marked(rows):
        if of_base.first.kind is not EventKind.BASE_EDIT:
            continue
        for later in rows:
            if later.first.phase is Phase.DOTS and later.first.edit == of_base.first.edit:
                both = MergedRow([*of_base.events, *later.events])
                others = [row for row in _marked(rows) if row not in (of_base, later)]
                if not both.divides(groups) and _tell_all_apart(others, groups):
                    of_base.differs = False
                    later.differs = False


def _tell_all_apart(rows: Sequence[MergedRow], groups: Sequence[Group]) -> bool:
    """Return whether, for every two groups, some row distinguishes them."""
    pairs = itertools.combinations(groups, 2)
    return all(any(row.tells_apart(one, other) for row in rows) for one, other in pairs)


def _mark_inheritance(rows: Sequence[MergedRow], groups: Sequence[Group]) -> None:
    """Mark rows in which two groups inherit different components of the base."""
    inheriting = [row for row in rows if row.first.rule_kind is RuleKind.INHERIT]
    for one, other in itertools.combinations(groups, 2):
        for row in inheriting:
            row.differs = row.differs or row.replaces_differently(one, other)


def _mark_undistinguished(
    rows: Sequence[MergedRow], groups: Sequence[Group], first_phase: Phase | None
) -> None:
    """Mark further rows for every two groups that no marked row distinguishes.

    These are the rows in which the two groups replace different ends of the base or, if there are
    none, the rows of specs of only one of the groups: specs of a group may take different ways to
    the same result.
    """
    for one, other in itertools.combinations(groups, 2):
        if any(row.tells_apart(one, other) for row in _marked(rows)):
            continue
        further = [row for row in rows if row.replaces_differently(one, other)]
        if not further:
            apart = [row for row in rows if row.tells_apart(one, other)]
            further = [row for row in apart if _counts(row, first_phase)]
        for row in further:
            row.differs = True


def _marked(rows: Iterable[MergedRow]) -> list[MergedRow]:
    return [row for row in rows if row.differs]
