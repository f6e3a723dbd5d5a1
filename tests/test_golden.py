"""The answers of all columns: the same as before, except for changes with a reason."""

import json
from itertools import islice

from golden import CHANGES, GOLDEN, Change, answers, differences, golden_rows, read_lines
from tables import in_parts

ROWS, AT_ONCE = 20_000, 400
MOST_BYTES = 5_000_000


@in_parts("part", 0, nightly=range(1, AT_ONCE))
def test_the_answers_are_golden(part: int) -> None:
    wrong = []
    for wanted in islice(golden_rows(), part, None, AT_ONCE):
        found = json.loads(json.dumps(answers(*wanted["pair"])))
        wrong += [(wanted["pair"], aspect) for aspect in differences(wanted, found)]
    assert wrong == []


def test_each_change_has_a_reason_and_a_row() -> None:
    pairs = {tuple(row["pair"]): row for row in read_lines(GOLDEN)}
    assert len(pairs) == ROWS
    assert GOLDEN.stat().st_size + CHANGES.stat().st_size < MOST_BYTES
    for change in map(Change._make, read_lines(CHANGES)):
        assert change.reason
        assert pairs[change.base, change.reference][change.aspect] != change.answer
