"""What a corpus shows, counted."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

import attrs

from hexapla.comparison.cause_key import FACETS, CauseKey, rule_forms
from hexapla.comparison.facet import Groups
from hexapla.corpus.rows import ComparedSpecs
from hexapla.values.value import Value


@attrs.frozen
class Meeting:
    """How often two specs agree on a facet, differ, or have nothing to compare.

    They have nothing to compare where one of them or both are `silent`.
    """

    left: str
    right: str
    agree: int
    differ: int
    silent: int


@attrs.frozen
class SmallestExample:
    """The pair of the fewest code points that shows a cause."""

    base: str
    reference: str


@attrs.frozen
class CountedExample(SmallestExample):
    """A reference that shows a cause, the smallest base against which it does, and how often."""

    rows: int


@attrs.frozen
class CauseExamples:
    """How many rows show a cause, and the references that stand for them.

    Attributes:
        rows: How many rows there are.
        smallest: The pair of the fewest code points, the first by code points among equals.
        commonest: The reference that comes most often, the shortest among equals.
        rarest: The reference that comes least often, the shortest among equals.
    """

    rows: int
    smallest: SmallestExample
    commonest: CountedExample
    rarest: CountedExample


_Counts = Counter[tuple[str, str]]


@attrs.frozen(repr=False)
class Summary(Value):
    """Counts over rows.

    Attributes:
        specs: The specs that were compared.
        rows: How many rows were compared.
        groupings: How often who agrees with whom, by facet.
        verdicts: How often each spec has which verdict.
        outcomes: How often resolving ends how in each spec.
        choices: How often each spec's readings are touched.
        causes: The examples of each cause.
        bad: How many rows held no pair.
        complete: Whether the sources were read to their end.
    """

    specs: ComparedSpecs
    rows: int
    groupings: Counter[tuple[str, Groups]]
    verdicts: _Counts
    outcomes: _Counts
    choices: _Counts
    causes: Mapping[CauseKey, CauseExamples]
    bad: int = 0
    complete: bool = True

    def groupings_of(self, facet: str) -> tuple[tuple[Groups, int], ...]:
        """Return who agrees with whom on a facet and in how many rows, the most frequent first."""
        counts = [
            (grouping, count) for (name, grouping), count in self.groupings.items() if name == facet
        ]
        return tuple(sorted(counts, key=lambda item: (-item[1], item[0])))

    def differing(self, facet: str) -> int:
        """Count the rows in which not all specs agree on a facet."""
        return sum(count for grouping, count in self.groupings_of(facet) if len(grouping) > 1)

    def meetings(self, facet: str) -> tuple[Meeting, ...]:
        """Return how often each pair of specs agrees on a facet."""
        groupings = self.groupings_of(facet)
        return tuple(
            _meeting(left, right, groupings)
            for left, right in combinations(self.specs.selectors, 2)
        )

    def by_frequency(self) -> tuple[tuple[CauseKey, CauseExamples], ...]:
        """Return the causes with their examples, the most frequent first."""
        return tuple(sorted(self.causes.items(), key=lambda item: (-item[1].rows, item[0])))

    def unseen(self) -> tuple[CauseKey, ...]:
        """Return each pair of rules of a phase that was never the cause of different targets.

        Some of them can't be: it is not known here which.
        """
        return tuple(key for key in self.specs.possible if key not in self.causes)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form: what was found."""
        return {
            "specs": list(self.specs.selectors),
            "complete": self.complete,
            "rows": self.rows,
            "bad_rows": self.bad,
            "facets": {facet: self._facet(facet) for facet in FACETS},
            "verdicts": _by_spec(self.verdicts),
            "outcomes": _by_spec(self.outcomes),
            "choices": _by_spec(self.choices),
            "causes": [
                {"id": key.id, "name": key.name, **key.to_dict(), **attrs.asdict(examples)}
                for key, examples in self.by_frequency()
            ],
            "rules": rule_forms(self.causes, self.specs.specs),
        }

    def unseen_to_dict(self) -> dict[str, object]:
        """Return the JSON form of what was never found."""
        unseen = self.unseen()
        return {
            "unseen": [key.to_dict() for key in unseen],
            "rules": rule_forms(unseen, self.specs.specs),
        }

    def _facet(self, facet: str) -> dict[str, object]:
        return {
            "differing": self.differing(facet),
            "groupings": [
                {"groups": grouping, "rows": count} for grouping, count in self.groupings_of(facet)
            ],
            "pairs": [attrs.asdict(meeting) for meeting in self.meetings(facet)],
        }


def _by_spec(counts: _Counts) -> dict[str, dict[str, int]]:
    by_spec: dict[str, dict[str, int]] = {}
    for (selector, name), count in sorted(counts.items()):
        by_spec.setdefault(selector, {})[name] = count
    return by_spec


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
