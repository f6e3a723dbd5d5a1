"""Who agrees with whom, the clients of 1997 among them: counted once more by hand."""

import re
from itertools import combinations

import pytest
from site_under_test import built_site

import hexapla
from hexapla_site.figures.heat_map import Share
from hexapla_site.pages.agreement import share_of
from hexapla_site.pages.clients import clients_of
from hexapla_site.report.report import make_report

MADE = make_report()
NO_RULE = "(no rule)"


def answers(spec: str) -> list[str]:
    column = hexapla.spec(spec)
    return [str(column.resolve(case.base, case.reference)) for case in MADE.cases]


@pytest.mark.parametrize("pair", list(combinations(("rfc1630", "rfc1738", "rfc2396"), 2)))
def test_a_pair_is_counted_as_by_hand(pair: tuple[str, str]) -> None:
    both = [
        (one, other)
        for one, other in zip(answers(pair[0]), answers(pair[1]), strict=True)
        if NO_RULE not in (one, other)
    ]
    share = share_of(MADE.cases, tuple(map(hexapla.spec, pair)))
    assert (share.alike, share.cases) == (sum(one == other for one, other in both), len(both))


def test_agreement_over_time_is_counted_as_by_hand() -> None:
    ids = [spec.id for spec in MADE.columns]
    for count in range(2, len(ids) + 1):
        out = ids[:count]
        rows = [
            [answer for answer in row if answer != NO_RULE]
            for row in zip(*map(answers, out), strict=True)
        ]
        heard = [row for row in rows if len(row) > 1]
        share = share_of(MADE.cases, MADE.columns[:count])
        assert share.cases == len(heard)
        assert share.alike == sum(len(set(row)) == 1 for row in heard)


def test_a_case_names_a_column_without_a_rule_once() -> None:
    """It is in no group, and on no side of a cause."""
    silent = [case for case in MADE.cases if case.verdict.silent]
    assert len(silent) > 100
    for case in silent:
        without_rule = case.verdict.silent
        assert not [group for group in case.verdict.groups if {*group.specs} & {*without_rule}]
        causes = case.comparison.target.causes
        sides = {side.spec for cause in causes for side in (cause.left, cause.right)}
        assert not sides & {spec.selector for spec in without_rule}
        html = (built_site() / "cases" / f"{case.id}.html").read_text("utf-8")
        results = re.search('<table class="results.*?</table>', html, re.DOTALL)
        assert results is not None
        for spec in without_rule:
            assert results[0].count(f"of-{spec.id}") == 2  # the row, and the name in it


def test_the_figures_of_1997_are_those_counted_by_hand() -> None:
    """The clients against the default readings; counted by hand from the rows of the test pages."""
    clients = {client.name: client for client in clients_of(make_report())}
    libwww = {spec.id: share for spec, share in clients["libwww-perl 5.14"].shares.items()}
    assert libwww["rfc1808"] == Share(43, 43)
    assert [spec.id for spec in clients["Lynx 2.7.1"].nearest] == ["rfc2396"]
