"""The matrix of cases by implementation: its letters, counted again from the recordings."""

import json

from recorded import BASE, DATA, SPECS, recorded, report_of_all
from site_under_test import page

from hexapla_site.pages.answer_matrix import ADDRESS
from hexapla_site.report.answer_matrix import matrix_of
from hexapla_site.report.implementations import implementation_report


def test_equal_letters_are_equal_answers() -> None:
    report = report_of_all()
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for place, item in enumerate(matrix_of(report)):
        letters: dict[str, str] = {}
        for mark, group in zip(item.groups, report.current, strict=True):
            answer = answers[group.names[0]][place]
            given = "trouble" if "trouble" in answer else json.dumps(answer.get("uri"))
            assert letters.setdefault(given, mark.letter) == mark.letter
        assert len(set(letters.values())) == len(letters)
        texts = {json.dumps(text): mark.letter for mark, text in item.answers}
        assert {given: letter for given, letter in letters.items() if given in texts}.items() <= (
            texts.items()
        )


def test_signs_stand_for_no_uri_no_answer_and_no_rule() -> None:
    programs = [recorded("none", None), recorded("dies", trouble="died")]
    (row,) = matrix_of(implementation_report(SPECS, programs, ()))[:1]
    marks = {mark.says: (mark.letter, mark.place) for mark in row.groups}
    assert marks == {"no URI": ("×", None), "no answer": ("·", None)}
    assert row.row.base == BASE


def test_every_case_has_a_row() -> None:
    rows = {item.row.id for item in matrix_of(report_of_all())}
    assert rows <= set(page(ADDRESS).ids)
    assert len(rows) == len(DATA["cases"])
