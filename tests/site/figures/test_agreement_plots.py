"""The lines of agreement over time: drawn as counted."""

from datetime import date

import pytest

from hexapla_site.figures.agreement_plots import draw_course
from hexapla_site.report.agreement import agreements
from hexapla_site.report.report import make_report


def test_the_lines_show_the_figures() -> None:
    made = make_report()
    found = agreements(made.columns, made.cases)
    course = draw_course(found)
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
