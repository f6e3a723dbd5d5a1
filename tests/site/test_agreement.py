"""Agreement among standards, implementations, and clients of 1997, checked by other counts."""

import functools
import json
import re
from collections.abc import Mapping
from itertools import combinations, pairwise

from followers import expected_uri
from site_under_test import built_site, page

import hexapla
from hexapla.grammar.validity import Verdict
from hexapla.identification.recording import Recording
from hexapla.implementations.asking import Answer, Case, ResolveAnswer
from hexapla.implementations.labels import parser_label
from hexapla.standard.phases import has_rule
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import Spec
from hexapla_site.addresses import case_name
from hexapla_site.data.period_clients import CLIENTS
from hexapla_site.data.recordings import current_recordings
from hexapla_site.figures.heat_map import Share, order_by_likeness
from hexapla_site.folders import read_data
from hexapla_site.pages.agreement import share_of
from hexapla_site.pages.answer_matrix import PAGES, marks_of
from hexapla_site.pages.clients import clients_of
from hexapla_site.pages.implementations import implementation_tables
from hexapla_site.report.implementations import (
    Given,
    ImplementationReport,
    Silence,
    Unidentified,
    agreement,
    badge_address,
    clients_of_1997,
    given,
    identifications,
    implementation_report,
    page_of,
)
from hexapla_site.report.report import make_report

SPECS = default_columns()
DATA = read_data("recordings.json")
ANSWERS = {item["name"]: item["answers"] for item in DATA["implementations"]}
CASES = [Case(case["base"], case["reference"]) for case in DATA["cases"]]
BASE = "http://a/b/c/d;p?q"
MADE = make_report()
NO_RULE = "(no rule)"


@functools.cache
def report_of_all() -> ImplementationReport:
    return implementation_report(SPECS, current_recordings(), clients_of_1997())


def recorded(name: str, *uris: str | None, trouble: str | None = None) -> Recording:
    """Return a recording with URIs for g, h and i, in turn; the last answer may be a failure."""
    cases = [Case(BASE, reference) for reference in "ghi"]
    answers: list[ResolveAnswer] = [
        Answer(case, uri) for case, uri in zip(cases, uris, strict=False)
    ]
    if trouble is not None:
        answers.append(Answer(cases[len(uris)], None, trouble=trouble))
    return Recording(name, name, "", "1", None, tuple(answers))


# Standards.


def answers(spec: str) -> list[str]:
    column = hexapla.spec(spec)
    return [str(column.resolve(case.reference, base=case.base).target) for case in MADE.cases]


def test_columns_agree_as_counted_by_hand() -> None:
    ids = [spec.id for spec in SPECS]
    over_time = [ids[:count] for count in range(2, len(ids) + 1)]
    for members in (*combinations(("rfc1630", "rfc1738", "rfc2396"), 2), *over_time):
        rows = zip(*map(answers, members), strict=True)
        heard = [[answer for answer in row if answer != NO_RULE] for row in rows]
        counted = [len(set(row)) == 1 for row in heard if len(row) > 1]
        share = share_of(MADE.cases, tuple(map(hexapla.spec, members)))
        assert (share.alike, share.cases) == (sum(counted), len(counted)), members


def test_a_case_names_a_column_without_a_rule_once() -> None:
    silent = [case for case in MADE.cases if case.verdict.silent]
    assert len(silent) > 100
    for case in silent:
        html = (built_site() / "cases" / f"{case.id}.html").read_text("utf-8")
        results = re.search('<table class="results.*?</table>', html, re.DOTALL)
        assert results is not None
        for spec in case.verdict.silent:
            assert results[0].count(f"of-{spec.id}") == 2  # the row, and the name in the row


def test_the_clients_of_1997_are_those_counted_by_hand() -> None:
    """The clients' answers under the default readings, counted by hand from the test pages.

    Here, the base's URI counts as the current document, unlike on the page of the clients.
    """
    clients = {client.name: client.shares for client in clients_of(MADE)}
    libwww = {spec.id: share for spec, share in clients["libwww-perl 5.14"].items()}
    assert libwww["rfc1808"] == Share(43, 43)
    lynx = clients["Lynx 2.7.1"]
    assert max(lynx, key=lambda spec: lynx[spec].part).id == "rfc2396"
    assert sum(len(group.names) for group in report_of_all().clients) == len(clients)
    for group in report_of_all().clients:
        for spec, share in group.scores.items():
            other = clients[group.names[0]][spec]
            assert share.cases == other.cases
            assert share.alike >= other.alike or not spec.standard.default_column


# Implementations.


def matches(spec: Spec, case: Case, answer: Mapping[str, str | None]) -> bool:
    """Return whether an answer is a standard's, or rejects texts that are invalid under it."""
    if "trouble" in answer:
        return False
    is_ruled = has_rule(spec.resolve(case.reference, base=case.base).target)
    if is_ruled and answer.get("uri") == expected_uri(spec, case):
        return True
    verdicts = {spec.validate(text).verdict for text in case.texts}
    is_derived = spec.standard.parser_decides or Verdict.NO not in verdicts
    return answer.get("uri") is None and not (is_ruled and is_derived)


def test_every_program_is_on_the_page_with_its_version_its_badge_and_its_score() -> None:
    text = page("implementations.html").words
    shown = [
        item[name] for item in DATA["implementations"] for name in ("title", "version", "name")
    ]
    for words in (*shown, *CLIENTS):
        assert " ".join(words.split()) in text
    for group in report_of_all().current:
        for name in group.names:
            svg = (built_site() / badge_address(name)).read_text("utf-8")
            assert f"{group.nearest.matching} of {group.ranking.cases}" in svg
            assert group.ranking.best.spec.document.label in svg
        for spec, share in group.scores.items():
            pairs = zip(CASES, ANSWERS[group.names[0]], strict=True)
            matching = sum(matches(spec, case, answer) for case, answer in pairs)
            assert (share.alike, share.cases) == (matching, len(CASES))
        row = " ".join(f"{share.alike} of {share.cases}" for share in group.scores.values())
        assert row in text


def test_who_answers_all_as_a_standard_does_is_told_in_words() -> None:
    seen = set()
    for group in report_of_all().current:
        best = group.nearest
        answers_all = best.matching == len(CASES) and not group.ranking.rejected
        seen.add(answers_all)
        for name in group.names:
            shown = page(page_of(name))
            label = best.spec.document.label
            assert (f"It answers every case like {label}." in shown.words) == answers_all
            links = [
                link for link in shown.values("href") if link.startswith("cases.html#differs=")
            ]
            assert len(links) == (not answers_all)
    assert seen == {True, False}


def test_every_answer_and_distance_is_in_the_data_for_others() -> None:
    implementations, distances, matrix = implementation_tables(report_of_all())
    assert len(implementations.rows) == len(DATA["implementations"]) + len(CLIENTS)
    place = matrix.names.index(DATA["implementations"][0]["name"])
    first = DATA["implementations"][0]["answers"]
    for case, item, row in zip(CASES, first, matrix.rows, strict=True):
        assert row[:2] == case.texts
        assert row[place] == ("" if "trouble" in item else json.dumps(item.get("uri")))
    for name, spec_id, differing, cases in distances.rows:
        spec = hexapla.spec(spec_id)
        counted = [
            expected_uri(spec, case) != answer.get("uri")
            for case, answer in zip(CASES, ANSWERS[name], strict=True)
            if "trouble" not in answer
            and has_rule(spec.resolve(case.reference, base=case.base).target)
        ]
        assert (int(differing), int(cases)) == (sum(counted), len(counted)), (name, spec_id)


def test_equal_letters_are_equal_answers_and_every_case_has_a_row() -> None:
    report = report_of_all()
    for place, (case, of_case) in enumerate(report.rows.items()):
        letters: dict[str, str] = {}
        marks = marks_of(of_case)
        for group in report.current:
            letter, _, _ = marks[group.given[case]]
            answer = ANSWERS[group.names[0]][place]
            told = "trouble" if "trouble" in answer else json.dumps(answer.get("uri"))
            assert letters.setdefault(told, letter) == letter
        assert len(set(letters.values())) == len(letters)
    rows = {case_name(*case.texts) for case in report.rows}
    assert rows <= {name for address in PAGES for name in page(address).ids}
    assert len(rows) == len(CASES)


def test_two_processes_identify_what_one_does() -> None:
    recordings = [recorded(name, "http://a/b/c/g", f"http://a/{name}", None) for name in "abcdef"]
    unidentified = [
        Unidentified(item, SPECS, SPECS[number % 3]) for number, item in enumerate(recordings)
    ]
    alone = identifications(unidentified)
    assert alone == [item.identification(SPECS) for item in recordings]
    assert identifications(unidentified, workers=2) == alone
    assert len({str(item.to_dict()) for item in alone}) == len(alone)


def test_identical_answers_share_a_row_and_failing_is_told_from_rejecting() -> None:
    one, two, three = recorded("one", "x:g"), recorded("two", "x:g"), recorded("three", None)
    found = implementation_report(SPECS, [one, three, two], ())
    assert sorted(group.names for group in found.current) == [("one", "two"), ("three",)]
    failing = recorded("four", trouble="died")
    found = implementation_report(SPECS, [three, failing], ())
    case, of_case = next(iter(found.rows.items()))
    marks = [marks_of(of_case)[group.given[case]] for group in found.current]
    assert len(marks) == 2
    assert set(marks) == {("×", None, "no URI"), ("·", None, "no answer")}
    silent = [item for item in of_case if isinstance(item.target, Silence)]
    assert ("four",) in [item.implementations for item in silent]
    for group in report_of_all().current:
        assert len({tuple(map(given, item.answers)) for item in group.recordings}) == 1


def test_only_cases_that_both_answered_count() -> None:
    g, h, i = (Case(BASE, reference) for reference in "ghi")
    one: dict[Case, Given] = {g: "x:a", h: Silence.NO_ANSWER, i: None}
    other: dict[Case, Given] = {g: "x:b", h: "x:c", i: None}
    found = agreement(one, other)
    assert (found.alike, found.differing, found.cases) == (1, 1, 2)
    assert agreement(one, {}).cases == 0


def test_the_newest_standard_comes_first_then_what_most_answer_and_all_are_there() -> None:
    newest = report_of_all().columns[-1]
    for case, given_to in report_of_all().rows.items():
        own = [reading for reading in given_to if newest in reading.specs]
        assert [*given_to[: len(own)]] == own
        others = [reading for reading in given_to if reading not in own]
        sizes = [len(reading.specs) + len(reading.implementations) for reading in others]
        assert sizes == sorted(sizes, reverse=True)
        names = [name for reading in given_to for name in reading.implementations]
        assert sorted(names) == sorted(ANSWERS)
        for spec in (spec for reading in given_to for spec in reading.specs):
            assert has_rule(spec.resolve(case.reference, base=case.base).target)


# The heat map.


def test_similar_members_are_beside_each_other() -> None:
    places = [3, 0, 4, 1, 2]
    shares = [[Share(10 - abs(one - other), 10) for other in places] for one in places]
    found = [places[member] for member in order_by_likeness(shares)]
    assert found in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0])
    report = report_of_all()
    order = order_by_likeness(report.agreements)
    assert sorted(order) == list(range(len(report.agreements)))

    def alike(members: list[int]) -> float:
        return sum(report.agreements[one][other].part for one, other in pairwise(members))

    assert alike(order) > alike(sorted(order))


def test_the_heat_map_has_every_pair() -> None:
    html = (built_site() / "implementations.html").read_text("utf-8")
    (table,) = re.findall('<table class="heat">.*?</table>', html, re.DOTALL)
    rows = re.findall(r'<tr id="[^"]*">\s*<th scope="row">(.*?)</th>(.*?)</tr>', table, re.DOTALL)
    heads = [head.replace("\u00a0", " ") for head, _ in rows]
    by_label = {parser_label(name): name for name in ANSWERS}
    labels = [tuple(re.findall(">([^<]+)</a>", head)) for head in heads]
    expected = [*by_label, *(spec.document.label for spec in SPECS)]
    assert sorted(label for each in labels for label in each) == sorted(expected)
    names = [tuple(by_label.get(label, label) for label in each) for each in labels]
    cells = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for _, row in rows]
    counts = re.compile(r'<td(?:\s+class[^>]*title="(\d+) of (\d+)[^>]*)?>')
    titles = [counts.findall(row) for _, row in rows]
    for one, row in enumerate(names):
        for other, column in enumerate(names):
            assert cells[one][other] == cells[other][one]
            assert (cells[one][other] == "") == (one == other)
            if one != other and row[0] in ANSWERS and column[0] in ANSWERS:
                both = [
                    mine.get("uri") != yours.get("uri")
                    for mine, yours in zip(ANSWERS[row[0]], ANSWERS[column[0]], strict=True)
                    if "trouble" not in mine and "trouble" not in yours
                ]
                assert titles[one][other] == (str(sum(both)), str(len(both)))
                assert cells[one][other] == f"{100 * sum(both) / len(both):.0f}"
