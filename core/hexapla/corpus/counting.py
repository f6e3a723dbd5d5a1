"""Counting rows, with DuckDB: who agrees with whom, and which references show a cause.

Most rows do what many others do. So a row is counted by its behaviour, which is all that the
summary counts of it, and by its reference only where it shows a cause.
"""

import functools
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import attrs
import duckdb
import pyarrow as pa

from hexapla.comparison.behaviour_cache import Behaviour
from hexapla.comparison.cause_key import PARTS, TARGET, VALID, CauseKey
from hexapla.comparison.facet import named_groups
from hexapla.corpus.rows import ComparedSpecs, Row
from hexapla.corpus.summary import CauseExamples, CountedExample, SmallestExample, Summary
from hexapla.grammar.validity import Verdict
from hexapla.jobs.atomic import json_text
from hexapla.standard.phases import Outcome

COUNTED = pa.schema(
    [
        ("behaviour", pa.dictionary(pa.int32(), pa.string())),
        ("base", pa.string()),
        ("reference", pa.string()),
    ]
)
"""What is counted of rows: base and reference are null where the row shows no cause."""

_CREATE = "CREATE TABLE seen (behaviour INTEGER, base VARCHAR, reference VARCHAR, rows BIGINT)"
_ADD = """
    INSERT INTO seen
    SELECT behaviour, arg_min(base, (length(base), base)), reference, count(*)
    FROM batch GROUP BY behaviour, reference
"""
_BEHAVIOURS = "SELECT behaviour, sum(rows)::BIGINT FROM seen GROUP BY behaviour"
_EXAMPLES = """
    WITH shown AS (
        SELECT cause, arg_min(base, (length(base), base)) AS base, reference, sum(rows) AS rows
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
    """Return what is counted of rows as a record batch."""
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
def _behaviour(selectors: tuple[str, ...], kind: Behaviour, verdicts: tuple[Verdict, ...]) -> str:
    """Return what is counted of rows that do the same, as JSON."""
    covered = [None if verdict is Verdict.NO_PRODUCTION else verdict for verdict in verdicts]
    outcomes = dict.fromkeys(kind.no_rule, Outcome.UNDEFINED.value)
    for group, outcome in zip(kind.target, kind.outcomes, strict=True):
        outcomes |= dict.fromkeys(group, outcome)
    return json_text(
        {
            "groupings": [
                (VALID, named_groups(selectors, covered)),
                (PARTS, kind.parts),
                (TARGET, kind.target),
            ],
            "verdicts": list(zip(selectors, verdicts, strict=True)),
            "outcomes": list(outcomes.items()),
            "choices": [
                (selector, choice)
                for selector, choices in zip(selectors, kind.choices, strict=True)
                for choice in choices
            ],
            "causes": [attrs.astuple(key) for key in (*kind.parts_causes, *kind.target_causes)],
        }
    )


class Counting:
    """Rows that are counted, in memory that does not grow with them: the rest is on the disk.

    Args:
        folder: Where what memory does not hold is kept meanwhile.
    """

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
        self._database.register("batch", batch.set_column(0, "behaviour", numbered))
        self._run(_ADD)

    def _run(self, query: str) -> list[Any]:
        try:
            return self._database.execute(query).fetchall()
        except RuntimeError as error:  # by which DuckDB tells a Ctrl-C
            raise KeyboardInterrupt from error

    def summary(self, specs: ComparedSpecs, *, bad: int = 0, complete: bool = True) -> Summary:
        """Return what was counted; nothing can be added then."""
        behaviours = [json.loads(text) for text in self._numbers]
        names = "groupings", "verdicts", "outcomes", "choices"
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
        self._database.register("causes", pa.table(arrays, names=["behaviour", "cause"]))
        examples = {}
        for number, rows, *shown_by in self._run(_EXAMPLES):
            classes = SmallestExample, CountedExample, CountedExample
            of_key = (kind(*each) for kind, each in zip(classes, shown_by, strict=True))
            examples[list(keys)[number]] = CauseExamples(rows, *of_key)
        return examples


def _frozen(value: Any) -> Any:
    """Make tuples of the lists that JSON has in their place."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
