"""Summarize a corpus with DuckDB: count how often specs agree, and find examples of the causes.

Many rows show the same behaviour, and a row's behaviour determines everything in the summary except
the examples. Therefore, rows are counted by behaviour. The references of rows that show a cause are
counted as well.
"""

import functools
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import duckdb
import pyarrow as pa

from hexapla.comparison.cause_key import FACETS, PARTS, TARGET, VALID, CauseKey, rule_forms
from hexapla.comparison.facet import Groups, named_groups
from hexapla.corpus.behaviour_cache import PairBehaviour
from hexapla.corpus.rows import ComparedSpecs, Row
from hexapla.grammar.validity import Verdict
from hexapla.jobs.atomic import json_text
from hexapla.standard.rule import Phase
from hexapla.values.value import Value


@attrs.frozen
class PairExample:
    """A pair that shows a cause.

    `rows` is the number of rows with the same reference that show the cause; 0 if uncounted.
    """

    base: str
    reference: str
    rows: int = 0


@attrs.frozen
class CauseExamples:
    """The number of rows that show a cause, and examples of these rows.

    The examples are the pair with the fewest code points, and the most and the least frequent
    references. Of equally long pairs, the first in code point order is chosen; of equally frequent
    references, the shortest. Each reference is shown with its smallest base.
    """

    rows: int
    smallest: PairExample
    commonest: PairExample
    rarest: PairExample


_Counts = Counter[tuple[str, str]]

OTHER_HOST = "another-host"
"""The key for targets that, when parsed again, have a host that neither base nor reference has."""


@attrs.frozen(repr=False)
class Summary(Value):
    """The counts and examples of a run.

    Attributes:
        specs: The specs that were compared.
        rows: The number of rows compared.
        groupings: The number of rows for each facet and grouping of specs.
        verdicts: The number of rows for each spec and verdict.
        outcomes: The number of rows for each spec and outcome of resolving.
        choices: The number of rows in which each spec consults each choice.
        parsed_again: For each spec, the number of rows in which the target's host changes when the
            target is parsed again (see `hexapla.standard.parsed_again`).
        causes: The number of rows that show each cause, with examples.
        bad: The number of bad rows, which couldn't be compared.
        complete: Whether all sources were read completely.
    """

    specs: ComparedSpecs
    rows: int
    groupings: Counter[tuple[str, Groups]]
    verdicts: _Counts
    outcomes: _Counts
    choices: _Counts
    parsed_again: _Counts
    causes: Mapping[CauseKey, CauseExamples]
    bad: int = 0
    complete: bool = True

    def groupings_of(self, facet: str) -> tuple[tuple[Groups, int], ...]:
        """Return the groupings of specs on a facet with their numbers of rows, commonest first."""
        counts = [
            (grouping, count) for (name, grouping), count in self.groupings.items() if name == facet
        ]
        return tuple(sorted(counts, key=lambda item: (-item[1], item[0])))

    def differing(self, facet: str) -> int:
        """Return the number of rows in which specs that have a rule differ on a facet."""
        return sum(count for grouping, count in self.groupings_of(facet) if len(grouping) > 1)

    def meetings(self, facet: str) -> Mapping[tuple[str, str], Mapping[str, int]]:
        """Count the rows in which two specs agree or differ on a facet, for each pair of specs.

        The counts are keyed by the two selectors, then by `agree`, `differ` and `silent`. Rows for
        which at least one of the two specs has no rule are counted as `silent`.
        """
        pairs = combinations(self.specs.selectors, 2)
        meetings = {pair: {"agree": 0, "differ": 0, "silent": 0} for pair in pairs}
        for grouping, rows in self.groupings_of(facet):
            groups = {selector: group for group in grouping for selector in group}
            for pair, counts in meetings.items():
                here, there = map(groups.get, pair)
                is_silent = here is None or there is None
                counts["silent" if is_silent else "agree" if here == there else "differ"] += rows
        return meetings

    def by_frequency(self) -> tuple[tuple[CauseKey, CauseExamples], ...]:
        """Return the causes with their examples, most frequent first."""
        return tuple(sorted(self.causes.items(), key=lambda item: (-item[1].rows, item[0])))

    def unseen(self) -> tuple[CauseKey, ...]:
        """Return the pairs of rules that never caused different targets.

        The two rules of a pair belong to two specs and to the same phase. Some of these pairs can't
        cause any difference. If one spec decides the outcome early, the cause of a difference may
        also be two rules of different phases; such pairs are not included.
        """
        possible = (
            CauseKey(TARGET, one.phase.value, left.selector, one.name, right.selector, other.name)
            for left, right in combinations(self.specs.specs, 2)
            for phase in Phase
            for one in left.rules
            for other in right.rules
            if one.phase is other.phase is phase
        )
        return tuple(key for key in possible if key not in self.causes)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form of the counts."""
        return {
            "specs": list(self.specs.selectors),
            "complete": self.complete,
            "rows": self.rows,
            "bad_rows": self.bad,
            "facets": {facet: self._facet(facet) for facet in FACETS},
            "verdicts": _by_spec(self.verdicts),
            "outcomes": _by_spec(self.outcomes),
            "choices": _by_spec(self.choices),
            "parsed_again": _by_spec(self.parsed_again),
            "causes": [
                {"id": key.id, "name": key.name, **key.to_dict(), **_example_forms(examples)}
                for key, examples in self.by_frequency()
            ],
            "rules": rule_forms(self.causes, self.specs.specs),
        }

    def unseen_to_dict(self) -> dict[str, object]:
        """Return the JSON form of the pairs of rules that never caused different targets."""
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
            "pairs": [
                {"left": left, "right": right, **counts}
                for (left, right), counts in self.meetings(facet).items()
            ],
        }


def _by_spec(counts: _Counts) -> dict[str, dict[str, int]]:
    by_spec: dict[str, dict[str, int]] = {}
    for (selector, name), count in sorted(counts.items()):
        by_spec.setdefault(selector, {})[name] = count
    return by_spec


def _example_forms(examples: CauseExamples) -> dict[str, object]:
    return attrs.asdict(examples, filter=lambda _, value: value != 0)


# Counting.


COUNTED = pa.schema(
    [
        ("behaviour", pa.dictionary(pa.int32(), pa.string())),
        ("base", pa.string()),
        ("reference", pa.string()),
    ]
)
"""The values that are counted for a row; base and reference are null if the row shows no cause."""

_CREATE = "CREATE TABLE seen (behaviour INTEGER, base VARCHAR, reference VARCHAR, rows BIGINT)"
_ADD = """
    INSERT INTO seen
    SELECT behaviour, arg_min(base, (length(base), base)), reference, count(*)
    FROM batch GROUP BY behaviour, reference
"""
_BEHAVIOURS = "SELECT behaviour, sum(rows)::BIGINT FROM seen GROUP BY behaviour"
# To find the smallest base, strings that consist of the base's length and the base are compared.
# This takes half the time of comparing pairs of length and base.
_EXAMPLES = """
    WITH shown AS (
        SELECT cause, min(lpad(length(base)::VARCHAR, 7, '0') || base)[8:] AS base, reference,
            sum(rows) AS rows
        FROM seen JOIN causes USING (behaviour) GROUP BY cause, reference
    )
    SELECT
        cause,
        sum(rows)::BIGINT,
        arg_min((base, reference), (length(base) + length(reference), reference, base)),
        arg_min((base, reference, rows::BIGINT), (-rows, length(reference), reference)),
        arg_min((base, reference, rows::BIGINT), (rows, length(reference), reference))
    FROM shown GROUP BY cause ORDER BY cause
"""


def counted_batch(rows: Sequence[Row], specs: ComparedSpecs) -> Any:
    """Return the values to count for rows, as a record batch."""
    numbers: dict[str, int] = {}
    texts = (_behaviour(specs.selectors, row.kind, row.verdicts) for row in rows)
    behaviours = pa.array([numbers.setdefault(text, len(numbers)) for text in texts], pa.int32())
    shown = [row.pair if row.causes else None for row in rows]
    arrays = [
        pa.DictionaryArray.from_arrays(behaviours, pa.array(list(numbers), pa.string())),
        pa.array([pair and pair.base for pair in shown], pa.string()),
        pa.array([pair and pair.reference for pair in shown], pa.string()),
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=COUNTED)


@functools.lru_cache(maxsize=4096)
def _behaviour(
    selectors: tuple[str, ...], kind: PairBehaviour, verdicts: tuple[Verdict, ...]
) -> str:
    """Return the values that all rows with the same behaviour share, as JSON."""
    covered = [None if verdict is Verdict.NO_PRODUCTION else verdict for verdict in verdicts]
    return json_text(
        {
            "groupings": [
                (VALID, named_groups(selectors, covered)),
                (PARTS, kind.parts),
                (TARGET, kind.target),
            ],
            "verdicts": list(zip(selectors, verdicts, strict=True)),
            "outcomes": list(zip(selectors, kind.outcomes, strict=True)),
            "choices": [
                (selector, choice)
                for selector, choices in zip(selectors, kind.choices, strict=True)
                for choice in choices
            ],
            "parsed_again": [(selector, OTHER_HOST) for selector in kind.parsed_again],
            "causes": [attrs.astuple(key) for key in (*kind.parts_causes, *kind.target_causes)],
        }
    )


class Counting:
    """Counts rows; data that doesn't fit into memory is stored in a folder."""

    def __init__(self, folder: Path) -> None:
        self._database = duckdb.connect()
        self._database.execute("SET memory_limit = '256MB'")
        self._database.execute("SET temp_directory = ?", [str(folder)])
        self._database.execute(_CREATE)
        self._numbers: dict[str, int] = {}

    def add(self, batch: Any) -> None:
        """Count the rows of a record batch."""
        behaviours = batch.column("behaviour")
        numbers = [
            self._numbers.setdefault(text, len(self._numbers))
            for text in behaviours.dictionary.to_pylist()
        ]
        numbered = pa.array(numbers, pa.int32()).take(behaviours.indices)
        self._run(_ADD, batch=batch.set_column(0, "behaviour", numbered))

    def _run(self, query: str, **tables: Any) -> list[Any]:
        """Run a query on the database and some tables; return the resulting rows."""
        try:
            for name, table in tables.items():
                self._database.register(name, table)
            return self._database.execute(query).fetchall()
        except (RuntimeError, duckdb.Error) as error:
            # DuckDB reports Ctrl-C as a RuntimeError or, while it reads a table, as one of its own
            # errors.
            if isinstance(error, duckdb.Error) and "KeyboardInterrupt" not in str(error):
                raise
            raise KeyboardInterrupt from error

    def summary(self, specs: ComparedSpecs, *, bad: int = 0, complete: bool = True) -> Summary:
        """Return the counts; no rows can be added afterwards."""
        behaviours = [json.loads(text) for text in self._numbers]
        names = "groupings", "verdicts", "outcomes", "choices", "parsed_again"
        counts: dict[str, Counter[Any]] = {name: Counter() for name in names}
        total = 0
        for number, rows in self._run(_BEHAVIOURS):
            total += rows
            for name, counter in counts.items():
                for each in behaviours[number][name]:
                    counter[_frozen(each)] += rows
        causes = self._causes([behaviour["causes"] for behaviour in behaviours])
        self._database.close()
        return Summary(specs, total, **counts, causes=causes, bad=bad, complete=complete)

    def _causes(self, by_behaviour: Iterable[list[list[str]]]) -> dict[CauseKey, CauseExamples]:
        """Return the examples of each cause, given the causes of each behaviour."""
        keys: dict[CauseKey, int] = {}
        shown = [
            (number, keys.setdefault(CauseKey(*cause), len(keys)))
            for number, causes in enumerate(by_behaviour)
            for cause in causes
        ]
        columns = zip(*shown, strict=True) if shown else ((), ())
        arrays = [pa.array(column, pa.int32()) for column in columns]
        table = pa.table(arrays, names=["behaviour", "cause"])
        examples = {}
        for number, rows, *shown_by in self._run(_EXAMPLES, causes=table):
            of_key = (PairExample(*each) for each in shown_by)
            examples[list(keys)[number]] = CauseExamples(rows, *of_key)
        return examples


def _frozen(value: Any) -> Any:
    """Replace the lists of a JSON value with tuples."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
