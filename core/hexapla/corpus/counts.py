"""Counts of what columns do with pairs."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.grouping import Groups, named_groups
from hexapla.comparison.key import PARTS, TARGET, VALID
from hexapla.comparison.kinds import Kind
from hexapla.corpus.rows import Row
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Outcome


class Behaviour(NamedTuple):
    """What columns do with a pair, as far as it is counted; most pairs share theirs with others."""

    kind: Kind
    verdicts: tuple[Verdict, ...]


def behaviour_of(row: Row) -> Behaviour:
    """Return what the columns do with the pair of a row."""
    return Behaviour(row.kind, row.verdicts)


@attrs.define
class Counts:
    """How many rows there are for each thing that columns do.

    `groupings` counts who agrees with whom, by facet; `verdicts`, `outcomes` and `choices` count by
    column.
    """

    groupings: Counter[tuple[str, Groups]] = attrs.field(factory=Counter)
    verdicts: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    outcomes: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    choices: Counter[tuple[str, str]] = attrs.field(factory=Counter)

    def add(self, selectors: tuple[str, ...], behaviour: Behaviour, rows: int) -> None:
        """Count rows with whose pairs the columns do the same.

        Args:
            selectors: The columns.
            behaviour: What they do.
            rows: The number of rows.
        """
        kind, verdicts = behaviour
        covered = [None if item is Verdict.NO_PRODUCTION else item for item in verdicts]
        self.groupings[VALID, named_groups(selectors, covered)] += rows
        self.groupings[PARTS, kind.parts] += rows
        self.groupings[TARGET, kind.target] += rows
        for selector, verdict in zip(selectors, verdicts, strict=True):
            self.verdicts[selector, verdict] += rows
        for group, outcome in zip(kind.target, kind.outcomes, strict=True):
            for selector in group:
                self.outcomes[selector, outcome] += rows
        for selector in kind.no_rule:
            self.outcomes[selector, Outcome.UNDEFINED.value] += rows
        for selector, choices in zip(selectors, kind.choices, strict=True):
            for choice in choices:
                self.choices[selector, choice] += rows

    def merge(self, other: "Counts") -> None:
        """Add other counts to these."""
        self.groupings += other.groupings
        self.verdicts += other.verdicts
        self.outcomes += other.outcomes
        self.choices += other.choices

    def state(self) -> dict[str, object]:
        """Return what `of_state` makes the same counts of; it is fit for JSON."""
        return {name: list(getattr(self, name).items()) for name in _COUNTED}

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "Counts":
        """Return the counts of a state, whatever else it holds."""
        return cls(**{name: Counter(dict(_frozen(state[name]))) for name in _COUNTED})


_COUNTED = tuple(field.name for field in attrs.fields(Counts))


def _frozen(value: Any) -> Any:
    """Make tuples of the lists that JSON has in their place."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
