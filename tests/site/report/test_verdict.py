"""The verdict on a case: groups, current implementations, and why columns differ."""

from tables import by_rows_of

import hexapla
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.standard.registry import default_columns
from hexapla_site.data.parsers import REFUSED
from hexapla_site.data.recordings import current_parsings, current_recordings, recorded_answers
from hexapla_site.pages.playground import EXAMPLE_BASE, EXAMPLES
from hexapla_site.report.case import (
    CaseVerdict,
    caption,
    groups_in,
    host_verdict,
    numbers_in,
    pattern_of,
    verdict_of,
)
from hexapla_site.report.hosts import host_report
from hexapla_site.report.implementations import Silence
from hexapla_site.report.report import make_report

BASE = "http://a/b/c/d;p?q"


def compared(reference: str) -> ResolvedComparison:
    return hexapla.compare(reference, base=BASE, specs=default_columns())


def verdict(reference: str) -> CaseVerdict:
    return verdict_of(compared(reference), recorded_answers(BASE, reference))


def test_a_pattern_has_letters_groups_and_numbers() -> None:
    assert pattern_of(["x", None, "y", "x", "y", "z"]) == "C.BCBA"
    assert pattern_of(["x", "y", None]) == "BA."
    assert pattern_of([None, None]) == ".."
    assert groups_in("C.BCBA") == ((5,), (2, 4), (0, 3))
    assert numbers_in("C.BCBA") == (3, None, 2, 3, 2, 1)
    assert numbers_in("A.AAAA") == (None,) * 6
    assert numbers_in("A..A..") == (None,) * 6


@by_rows_of("pages")
def test_the_caption_says_whether_they_agree(pattern: str, expected: str) -> None:
    assert caption(pattern) == expected


def test_the_newest_target_comes_first_with_who_gives_it() -> None:
    today, before = verdict("?y").groups
    assert today.target == "http://a/b/c/d;p?y"
    assert [spec.id for spec in today.specs] == ["rfc1808", "rfc3986", "whatwg"]
    assert {"urllib.parse", "node-URL", "libcurl"} <= set(today.implementations)
    assert before.target == "http://a/b/c/?y"
    assert [spec.id for spec in before.specs] == ["rfc1630", "rfc2396"]
    assert "java.net.URI" in before.implementations


def test_a_column_without_a_rule_is_in_no_group() -> None:
    given = verdict("?y")
    assert [spec.id for spec in given.silent] == ["rfc1738"]
    assert all(spec.id != "rfc1738" for group in given.groups for spec in group.specs)


def test_an_implementation_is_named_only_by_what_it_was_recorded_to_answer() -> None:
    given = verdict("http:g")
    recorded = [name for group in given.groups for name in group.implementations]
    others = [name for _, names in given.others for name in names]
    assert given.others[0][0] is None
    assert not set(recorded) & set(others)
    assert verdict_of(compared("never/asked"), recorded_answers(BASE, "never/asked")).others == ()
    assert not verdict_of(compared("?y")).groups[0].implementations


def test_implementations_were_asked_every_case_of_the_site() -> None:
    """Update with: hexapla implementations --against asked-cases.jsonl --write recordings.json."""
    for recording in current_recordings():
        answers = (*recording.answers, *recording.further)
        asked = {(answer.case.base, answer.case.reference) for answer in answers}
        assert {(case.base, case.reference) for case in make_report().cases} <= asked


def test_parsers_were_asked_every_example() -> None:
    urls = {row.url for row in host_report(default_columns(), current_parsings()).rows}
    for reference in EXAMPLES:
        assert reference in urls or recorded_answers(EXAMPLE_BASE, reference).names, reference


def test_who_reads_which_host_is_told_of_standards_and_parsers() -> None:
    rows = host_report(default_columns(), current_parsings()).rows
    row = next(row for row in rows if row.url == "http://a\\@b/")
    given = host_verdict(hexapla.compare(row.url, specs=default_columns()).host, row.names_by_host)
    told = [(group.target, [spec.id for spec in group.specs]) for group in given.groups]
    assert told == [
        (("a",), ["whatwg"]),
        (("b",), ["rfc1738", "rfc1808", "rfc2396", "rfc3986"]),
        (("a\\@b",), ["rfc1630"]),
    ]
    assert "node-URL" in given.groups[0].implementations
    assert "libcurl" in given.groups[1].implementations
    assert [(host, "go-net-url" in names) for host, names in given.others] == [(REFUSED, True)]
    assert [rule for group, rule in given.rules if group.number == 1] == [
        "ends the authority at a backslash, because the scheme is special (4.4, authority state)"
    ]


def test_a_host_that_all_read_needs_no_rule() -> None:
    given = host_verdict(hexapla.compare("http://a/b", specs=default_columns()).host, {})
    assert (len(given.groups), given.rules, given.others) == (1, (), ())


def test_the_hosts_of_the_verdict_are_those_of_the_matrix() -> None:
    for row in host_report(default_columns(), current_parsings()).rows:
        facet = hexapla.compare(row.url, specs=default_columns()).host
        if not facet.is_in(row.url):
            continue
        for group in host_verdict(facet, row.names_by_host).groups:
            for spec in group.specs:
                reading = row.by_spec[spec]
                given = REFUSED if isinstance(reading, Silence) else (reading,)
                assert group.target == given, row.url


def test_an_implementation_gives_one_result() -> None:
    for case in make_report().cases:
        names = [name for group in case.verdict.groups for name in group.implementations]
        assert len(names) == len(set(names)), (case.base, case.reference)
