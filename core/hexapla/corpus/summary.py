"""What a corpus shows, counted: sums that can be added up, whatever the order and the machine."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import attrs

from hexapla.comparison.facet import Group
from hexapla.corpus.examples import Witnesses
from hexapla.corpus.kind import PARTS, TARGET, VALID, Kind, NamedColumns
from hexapla.corpus.rows import Row
from hexapla.grammar.validity import Verdict

FACETS = (VALID, PARTS, TARGET)

Grouping = tuple[tuple[str, ...], ...]
"""Who agrees with whom on a facet: selectors, the largest group first. Silent ones are in none."""


@attrs.frozen
class Meeting:
    """How often two columns agree on a facet, differ, or have nothing to compare."""

    left: str
    right: str
    agree: int
    differ: int
    silent: int

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return attrs.asdict(self)


@attrs.define
class Summary:
    """Counts over rows; its size depends on the columns alone, and not on the number of rows.

    `groupings` counts who agrees with whom, a facet; `verdicts`, `outcomes` and `choices` count by
    column; `kinds` has the witnesses of each kind of disagreement; `bad` counts the rows that held
    no pair. `complete` is false where sources are not read to their end.
    """

    columns: NamedColumns = attrs.field(eq=lambda columns: columns.selectors)
    rows: int = 0
    bad: int = 0
    complete: bool = True
    groupings: Counter[tuple[str, Grouping]] = attrs.field(factory=Counter)
    verdicts: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    outcomes: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    choices: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    kinds: dict[Kind, Witnesses] = attrs.field(factory=dict)

    def add(self, row: Row) -> None:
        """Count a row."""
        self.rows += 1
        selectors = self.columns.selectors
        self.groupings[VALID, _grouping_of_verdicts(selectors, row.verdicts)] += 1
        self.groupings[PARTS, tuple(group.specs for group in row.parts)] += 1
        self.groupings[TARGET, tuple(group.specs for group in row.target)] += 1
        self.verdicts.update(zip(selectors, row.verdicts, strict=True))
        self.outcomes.update(_outcomes(row.target))
        for selector, choices in zip(selectors, row.choices, strict=True):
            self.choices.update((selector, choice) for choice in choices)
        for kind in row.kinds:
            witnesses = self.kinds.get(kind)
            if witnesses is None:
                witnesses = self.kinds[kind] = Witnesses()
            witnesses.add(row.pair.base, row.pair.reference)

    def merge(self, other: "Summary") -> None:
        """Add the counts of another summary of the same columns to these."""
        self.rows += other.rows
        self.bad += other.bad
        self.complete &= other.complete
        self.groupings += other.groupings
        self.verdicts += other.verdicts
        self.outcomes += other.outcomes
        self.choices += other.choices
        for kind, witnesses in other.kinds.items():
            self.kinds.setdefault(kind, Witnesses()).merge(witnesses)

    # What the counts say.

    def groupings_of(self, facet: str) -> tuple[tuple[Grouping, int], ...]:
        """Give who agrees with whom on a facet and in how many rows, the most frequent first."""
        found = [
            (grouping, count) for (name, grouping), count in self.groupings.items() if name == facet
        ]
        return tuple(sorted(found, key=lambda item: (-item[1], item[0])))

    def differing(self, facet: str) -> int:
        """Count the rows in which not all columns agree on a facet."""
        return sum(count for grouping, count in self.groupings_of(facet) if len(grouping) > 1)

    def meetings(self, facet: str) -> tuple[Meeting, ...]:
        """Give how often every two columns agree on a facet."""
        groupings = self.groupings_of(facet)
        return tuple(
            _meeting(left, right, groupings)
            for left, right in combinations(self.columns.selectors, 2)
        )

    def by_frequency(self) -> tuple[tuple[Kind, Witnesses], ...]:
        """Give the kinds of disagreement, the most frequent first."""
        return tuple(sorted(self.kinds.items(), key=lambda item: (-item[1].rows, item[0])))

    def unseen(self) -> tuple[Kind, ...]:
        """Give every two rules of a phase that never parted two columns about the target.

        Some of them can't: it is not known here which.
        """
        return tuple(kind for kind in self.columns.possible() if kind not in self.kinds)

    def to_dict(self) -> dict[str, object]:
        """Give the summary's JSON form."""
        return {
            "specs": list(self.columns.selectors),
            "complete": self.complete,
            "rows": self.rows,
            "bad_rows": self.bad,
            "facets": {facet: self._facet(facet) for facet in FACETS},
            "verdicts": _by_column(self.verdicts),
            "outcomes": _by_column(self.outcomes),
            "choices": _by_column(self.choices),
            "causes": [
                {"name": kind.name, **kind._asdict(), **witnesses.to_dict()}
                for kind, witnesses in self.by_frequency()
            ],
            "unseen": [kind._asdict() for kind in self.unseen()],
            "rules": self._rules_told(),
        }

    def _facet(self, facet: str) -> dict[str, object]:
        return {
            "differing": self.differing(facet),
            "groupings": [
                {"groups": grouping, "rows": count} for grouping, count in self.groupings_of(facet)
            ],
            "pairs": [meeting.to_dict() for meeting in self.meetings(facet)],
        }

    def _rules_told(self) -> dict[str, dict[str, object]]:
        """Tell the rules that the kinds name, by column."""
        told: dict[str, dict[str, object]] = {selector: {} for selector in self.columns.selectors}
        for kind in (*self.kinds, *self.unseen()):
            for selector, name in ((kind.left, kind.left_rule), (kind.right, kind.right_rule)):
                if name not in told[selector]:
                    told[selector][name] = self.columns.rule(selector, name).to_dict()
        return told

    # To and from a file.

    def state(self) -> dict[str, object]:
        """Give what `of_state` makes the same summary of; it is fit for JSON."""
        return {
            "rows": self.rows,
            "bad": self.bad,
            "complete": self.complete,
            **{name: list(getattr(self, name).items()) for name in _COUNTED},
            "kinds": [(kind, witnesses.state()) for kind, witnesses in self.kinds.items()],
        }

    @classmethod
    def of_state(cls, columns: NamedColumns, state: Mapping[str, Any]) -> "Summary":
        """Make a summary of its state."""
        return cls(
            columns,
            state["rows"],
            state["bad"],
            state["complete"],
            **{name: Counter(dict(_frozen(state[name]))) for name in _COUNTED},
            kinds={Kind(*kind): Witnesses.of_state(found) for kind, found in state["kinds"]},
        )


_COUNTED = ("groupings", "verdicts", "outcomes", "choices")


def summarise(rows: Iterable[Row], columns: NamedColumns) -> Summary:
    """Count rows."""
    summary = Summary(columns)
    for row in rows:
        summary.add(row)
    return summary


def _frozen(value: Any) -> Any:
    """Make tuples of the lists that JSON has in their place."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _grouping_of_verdicts(selectors: tuple[str, ...], verdicts: tuple[Verdict, ...]) -> Grouping:
    groups: dict[Verdict, list[str]] = {}
    for selector, verdict in zip(selectors, verdicts, strict=True):
        if verdict is not Verdict.NO_PRODUCTION:
            groups.setdefault(verdict, []).append(selector)
    return tuple(sorted(map(tuple, groups.values()), key=len, reverse=True))


def _outcomes(groups: tuple[Group, ...]) -> Iterable[tuple[str, str]]:
    for group in groups:
        assert isinstance(group.value, Mapping)
        for selector in group.specs:
            yield selector, str(group.value["outcome"])


def _by_column(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for (selector, name), count in sorted(counts.items()):
        found.setdefault(selector, {})[name] = count
    return found


def _meeting(left: str, right: str, groupings: Iterable[tuple[Grouping, int]]) -> Meeting:
    agree = differ = silent = 0
    for grouping, count in groupings:
        here = next((group for group in grouping if left in group), None)
        there = next((group for group in grouping if right in group), None)
        if here is None or there is None:
            silent += count
        elif here is there:
            agree += count
        else:
            differ += count
    return Meeting(left, right, agree, differ, silent)
