"""The pages of implementations: counted again from the recordings."""

import json

from followers import expected_uri
from recorded import BASE, DATA, SPECS, recorded, report_of_all
from site_under_test import built_site, page

import hexapla
from hexapla.implementations.asking import Case
from hexapla.standard.phases import NoUri, has_rule
from hexapla_site.addresses import case_name
from hexapla_site.data.period_clients import CLIENTS
from hexapla_site.pages.answer_matrix import PAGES, marks_of
from hexapla_site.pages.implementations import implementation_tables
from hexapla_site.report.implementations import badge_address, implementation_report


def text() -> str:
    return page("implementations.html").words


def test_every_program_is_on_the_page_with_its_version() -> None:
    for item in DATA["implementations"]:
        assert " ".join(item["title"].split()) in text()
        assert item["version"] in text()
        assert item["name"] in text()
    for name in CLIENTS:
        assert name in text()


def test_every_program_has_its_badge() -> None:
    for group in report_of_all().current:
        for name in group.names:
            svg = (built_site() / badge_address(name)).read_text("utf-8")
            assert f"{group.identified.cases - group.left} of {group.identified.cases}" in svg
            assert group.identified.best.spec.document.label in svg


def test_every_figure_is_counted_as_by_hand() -> None:
    cases = [Case(case["base"], case["reference"]) for case in DATA["cases"]]
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for group in report_of_all().current:
        for spec, share in group.scores.items():
            alike = sum(
                "trouble" not in answer
                and has_rule(spec.resolve(case.base, case.reference).target)
                and answer.get("uri") == expected_uri(spec, case)
                for case, answer in zip(cases, answers[group.names[0]], strict=True)
            )
            assert (share.alike, share.cases) == (alike, len(cases))
        row = " ".join(f"{share.alike} of {share.cases}" for share in group.scores.values())
        assert row in text()


def test_every_distance_is_counted_as_by_hand() -> None:
    (_, distances, _) = implementation_tables(report_of_all())
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for name, spec_id, differing, cases in distances.rows:
        spec = hexapla.spec(spec_id)
        counted = []
        for case, answer in zip(DATA["cases"], answers[name], strict=True):
            resolution = spec.resolve(case["base"], case["reference"])
            if resolution.outcome.value == "undefined" or "trouble" in answer:
                continue
            uri, target = resolution.uri, resolution.target
            if isinstance(target, NoUri) and resolution.outcome.value == "same-document":
                fragment = target.fragment
                uri = case["base"].split("#")[0] + ("" if fragment is None else f"#{fragment}")
            counted.append(uri != answer.get("uri"))
        assert (int(differing), int(cases)) == (sum(counted), len(counted)), (name, spec_id)


def test_every_answer_is_in_the_data_for_others() -> None:
    (implementations, _, answers) = implementation_tables(report_of_all())
    assert len(implementations.rows) == len(DATA["implementations"]) + len(CLIENTS)
    for case, row in zip(DATA["cases"], answers.rows, strict=True):
        assert row[:2] == (case["base"], case["reference"])
    place = answers.columns.index(DATA["implementations"][0]["name"])
    for item, row in zip(DATA["implementations"][0]["answers"], answers.rows, strict=True):
        assert row[place] == ("" if "trouble" in item else json.dumps(item.get("uri")))


def test_equal_letters_are_equal_answers() -> None:
    report = report_of_all()
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for place, (case, of_case) in enumerate(report.rows.items()):
        letters: dict[str, str] = {}
        marks = marks_of(of_case)
        for group in report.current:
            letter, _, _ = marks[group.given[case]]
            answer = answers[group.names[0]][place]
            given = "trouble" if "trouble" in answer else json.dumps(answer.get("uri"))
            assert letters.setdefault(given, letter) == letter
        assert len(set(letters.values())) == len(letters)


def test_signs_stand_for_no_uri_no_answer_and_no_rule() -> None:
    programs = [recorded("none", None), recorded("dies", trouble="died")]
    report = implementation_report(SPECS, programs, ())
    case, answers = next(iter(report.rows.items()))
    marks = [marks_of(answers)[group.given[case]] for group in report.current]
    assert set(marks) == {("×", None, "no URI"), ("·", None, "no answer")}
    assert case.base == BASE


def test_every_case_has_a_row() -> None:
    rows = {case_name(*case.texts) for case in report_of_all().rows}
    assert rows <= {name for address in PAGES for name in page(address).ids}
    assert len(rows) == len(DATA["cases"])
