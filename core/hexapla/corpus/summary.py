"""What a corpus shows, counted: sums that can be added up, whatever the order and the machine."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import attrs

from hexapla.comparison.grouping import Groups
from hexapla.comparison.key import FACETS, TARGET, CauseKey, rules_of_key
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.counts import Behaviour, Counts, behaviour_of
from hexapla.corpus.examples import CauseExamples
from hexapla.corpus.rows import Row
from hexapla.standard.rule import Rule


@attrs.frozen
class Meeting:
    """How often two columns agree on a facet, differ, or have nothing to compare.

    They have nothing to compare where one of them or both are `silent`.
    """

    left: str
    right: str
    agree: int
    differ: int
    silent: int

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form."""
        return attrs.asdict(self)


# Rows are counted by what the columns do with them before each thing is counted by itself.
_MOST_BEHAVIOURS = 1024


@attrs.define(eq=False, repr=False)
class Summary:
    """Counts over rows; its size depends on the columns alone, and not on the number of rows.

    `causes` has the examples of each cause; `bad` counts the rows that held no pair. `complete` is
    false where sources are not read to their end.

    Attributes:
        columns: The columns.
        rows: How many rows were compared.
    """

    columns: NamedColumns
    rows: int = 0
    bad: int = 0
    complete: bool = True
    _counts: Counts = attrs.field(factory=Counts)
    causes: dict[CauseKey, CauseExamples] = attrs.field(factory=dict)
    _uncounted: dict[Behaviour, int] = attrs.field(factory=dict, init=False)

    def __repr__(self) -> str:
        differing, causes = self.differing(TARGET), len(self.causes)
        return f"<Summary of {self.rows} rows: targets differ in {differing}, {causes} causes>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Summary):
            return NotImplemented
        return self._content == other._content

    __hash__ = None  # type: ignore[assignment]

    @property
    def _content(self) -> tuple[object, ...]:
        own = self.columns.selectors, self.rows, self.bad, self.complete
        return *own, self.counts, self.causes

    def add(self, row: Row) -> None:
        """Count a row."""
        self.rows += 1
        behaviour = behaviour_of(row)
        self._uncounted[behaviour] = self._uncounted.get(behaviour, 0) + 1
        if len(self._uncounted) == _MOST_BEHAVIOURS:
            self._count()
        for key in row.causes:
            examples = self.causes.get(key)
            if examples is None:
                examples = self.causes[key] = CauseExamples()
            examples.add(row.pair.base, row.pair.reference)

    def _count(self) -> None:
        for behaviour, rows in self._uncounted.items():
            self._counts.add(self.columns.selectors, behaviour, rows)
        self._uncounted.clear()

    def merge(self, other: "Summary") -> None:
        """Add the counts of another summary of the same columns to these."""
        self.rows += other.rows
        self.bad += other.bad
        self.complete &= other.complete
        self.counts.merge(other.counts)
        for key, examples in other.causes.items():
            self.causes.setdefault(key, CauseExamples()).merge(examples)

    # What the counts say.

    @property
    def counts(self) -> Counts:
        """What the columns do, counted."""
        self._count()
        return self._counts

    @property
    def groupings(self) -> Counter[tuple[str, Groups]]:
        """How often who agrees with whom, by facet."""
        return self.counts.groupings

    @property
    def verdicts(self) -> Counter[tuple[str, str]]:
        """How often each column has which verdict."""
        return self.counts.verdicts

    @property
    def outcomes(self) -> Counter[tuple[str, str]]:
        """How often resolving ends how in each column."""
        return self.counts.outcomes

    @property
    def choices(self) -> Counter[tuple[str, str]]:
        """How often each column's readings are touched."""
        return self.counts.choices

    def groupings_of(self, facet: str) -> tuple[tuple[Groups, int], ...]:
        """Return who agrees with whom on a facet and in how many rows, the most frequent first."""
        counts = [
            (grouping, count) for (name, grouping), count in self.groupings.items() if name == facet
        ]
        return tuple(sorted(counts, key=lambda item: (-item[1], item[0])))

    def differing(self, facet: str) -> int:
        """Count the rows in which not all columns agree on a facet."""
        return sum(count for grouping, count in self.groupings_of(facet) if len(grouping) > 1)

    def meetings(self, facet: str) -> tuple[Meeting, ...]:
        """Return how often every two columns agree on a facet."""
        groupings = self.groupings_of(facet)
        return tuple(
            _meeting(left, right, groupings)
            for left, right in combinations(self.columns.selectors, 2)
        )

    def by_frequency(self) -> tuple[tuple[CauseKey, CauseExamples], ...]:
        """Return the causes with their examples, the most frequent first."""
        return tuple(sorted(self.causes.items(), key=lambda item: (-item[1].rows, item[0])))

    def rules_of(self, key: CauseKey) -> tuple[Rule, Rule]:
        """Return the rules that the key of a cause names on the left and on the right.

        Raises:
            LookupError: A rule is not listed by its spec.
        """
        return rules_of_key(key, self.columns.specs)

    def unseen(self) -> tuple[CauseKey, ...]:
        """Return every two rules of a phase that were never the cause of different targets.

        Some of them can't be: it is not known here which.
        """
        return tuple(key for key in self.columns.possible if key not in self.causes)

    def to_dict(self) -> dict[str, object]:
        """Return the summary's JSON form."""
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
                {"id": key.id, "name": key.name, **key.to_dict(), **examples.to_dict()}
                for key, examples in self.by_frequency()
            ],
            "unseen": [key.to_dict() for key in self.unseen()],
            "rules": self._rules(),
        }

    def _facet(self, facet: str) -> dict[str, object]:
        return {
            "differing": self.differing(facet),
            "groupings": [
                {"groups": grouping, "rows": count} for grouping, count in self.groupings_of(facet)
            ],
            "pairs": [meeting.to_dict() for meeting in self.meetings(facet)],
        }

    def _rules(self) -> dict[str, dict[str, object]]:
        """Return the JSON forms of the rules that the keys name, by column and name."""
        forms: dict[str, dict[str, object]] = {selector: {} for selector in self.columns.selectors}
        for key in (*self.causes, *self.unseen()):
            if all(name in forms[selector] for selector, name in key.sides):
                continue
            for (selector, name), rule in zip(key.sides, self.rules_of(key), strict=True):
                forms[selector].setdefault(name, rule.to_dict())
        return forms

    # To and from a file.

    def state(self) -> dict[str, object]:
        """Return what `of_state` makes the same summary of; it is fit for JSON."""
        return {
            "rows": self.rows,
            "bad": self.bad,
            "complete": self.complete,
            **self.counts.state(),
            "causes": [(key.to_dict(), item.state()) for key, item in self.causes.items()],
        }

    @classmethod
    def of_state(cls, columns: NamedColumns, state: Mapping[str, Any]) -> "Summary":
        """Return the summary of a state."""
        return cls(
            columns,
            state["rows"],
            state["bad"],
            state["complete"],
            Counts.of_state(state),
            {
                CauseKey.from_dict(form): CauseExamples.of_state(item)
                for form, item in state["causes"]
            },
        )


def summarise(rows: Iterable[Row], columns: NamedColumns) -> Summary:
    """Count rows."""
    summary = Summary(columns)
    for row in rows:
        summary.add(row)
    return summary


def _by_column(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    by_column: dict[str, dict[str, int]] = {}
    for (selector, name), count in sorted(counts.items()):
        by_column.setdefault(selector, {})[name] = count
    return by_column


def _meeting(left: str, right: str, groupings: Iterable[tuple[Groups, int]]) -> Meeting:
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
