"""Who agrees with whom: counted once more by hand, and drawn as counted."""

from itertools import combinations

import pytest

import hexapla
from hexapla_site.report.agreement import agreements
from hexapla_site.report.report import make_report

MADE = make_report()
FOUND = agreements(MADE.columns, MADE.cases)
UNDEFINED = "(undefined)"


def answers(spec: str) -> list[str]:
    column = hexapla.spec(spec)
    return [str(column.resolve(case.base, case.reference)) for case in MADE.cases]


@pytest.mark.parametrize("pair", list(combinations(("rfc1630", "rfc1738", "rfc2396"), 2)))
def test_a_pair_is_counted_as_by_hand(pair: tuple[str, str]) -> None:
    both = [
        (one, other)
        for one, other in zip(answers(pair[0]), answers(pair[1]), strict=True)
        if UNDEFINED not in (one, other)
    ]
    share = next(item.share for item in FOUND.pairs if (item.earlier.id, item.later.id) == pair)
    assert (share.alike, share.cases) == (sum(one == other for one, other in both), len(both))


def test_agreement_over_time_is_counted_as_by_hand() -> None:
    ids = [spec.id for spec in MADE.columns]
    for moment in FOUND.moments:
        out = ids[: ids.index(moment.spec.id) + 1]
        rows = [
            [answer for answer in row if answer != UNDEFINED]
            for row in zip(*map(answers, out), strict=True)
        ]
        heard = [row for row in rows if len(row) > 1]
        assert moment.all_so_far.cases == len(heard)
        assert moment.all_so_far.alike == sum(len(set(row)) == 1 for row in heard)
