"""The matrix of cases by implementation: its letters, counted again from the recordings."""

import json

from recorded import BASE, DATA, SPECS, recorded, report_of_all
from site_under_test import page

from hexapla_site.addresses import case_name
from hexapla_site.pages.answer_matrix import PAGES, marks_of
from hexapla_site.report.implementations import implementation_report


def test_equal_letters_are_equal_answers() -> None:
    report = report_of_all()
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for place, row in enumerate(report.rows):
        letters: dict[str, str] = {}
        marks = marks_of(row)
        for group in report.current:
            mark = marks[group.given[row.case]]
            answer = answers[group.names[0]][place]
            given = "trouble" if "trouble" in answer else json.dumps(answer.get("uri"))
            assert letters.setdefault(given, mark.letter) == mark.letter
        assert len(set(letters.values())) == len(letters)


def test_signs_stand_for_no_uri_no_answer_and_no_rule() -> None:
    programs = [recorded("none", None), recorded("dies", trouble="died")]
    report = implementation_report(SPECS, programs, ())
    row = report.rows[0]
    marks = [marks_of(row)[group.given[row.case]] for group in report.current]
    assert {mark.says: (mark.letter, mark.place) for mark in marks} == {
        "no URI": ("×", None),
        "no answer": ("·", None),
    }
    assert row.case.base == BASE


def test_every_case_has_a_row() -> None:
    rows = {case_name(*row.case.texts) for row in report_of_all().rows}
    assert rows <= {name for address in PAGES for name in page(address).ids}
    assert len(rows) == len(DATA["cases"])
