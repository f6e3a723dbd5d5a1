"""The pictures of agreement: drawn as counted."""

from datetime import date

import pytest

from hexapla_site.figures.agreement_plots import draw_course, draw_matrix
from hexapla_site.report.agreement import agreements
from hexapla_site.report.report import make_report


def test_the_pictures_show_the_figures() -> None:
    made = make_report()
    found = agreements(made.columns, made.cases)
    matrix, course = draw_matrix(found), draw_course(found)
    assert [cell.agreement for cell in matrix.cells] == list(found.pairs)
    largest = max(cell.side for cell in matrix.cells)
    for cell in matrix.cells:
        assert cell.side**2 == pytest.approx(cell.agreement.share.part * largest**2, rel=0.01)
        assert cell.x + matrix.cell <= matrix.width
        assert cell.y + matrix.cell <= matrix.height
    levels = dict(course.levels)
    years = dict(course.years)
    for label in course.labels:
        passed = (label.spec.document.date - date(2000, 1, 1)).days / 365.25
        year = (years[2010] - years[2000]) / 10
        assert label.date_x == pytest.approx(years[2000] + passed * year, abs=0.3)
    for line in course.lines:
        for point in line.points:
            span = levels[0] - levels[100]
            assert point.y == pytest.approx(levels[0] - point.share.part * span, abs=0.1)
