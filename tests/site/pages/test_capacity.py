"""The plan for a run over very many links: its figures are the measured ones, and add up."""

from site_under_test import page

from hexapla_site.pages.capacity import LINKS, CorpusRun, Plan, plans, read_measured

RUN = CorpusRun("jsonl", 1000, 2, 500, 3.6, 64.0, 100.0, 600.0, 10, 3.0)


def test_a_plan_is_calculated() -> None:
    """3.6 ms a row are 1 hour for a million, and 10,000 hours for 10^10."""
    plan = Plan(LINKS, RUN)
    assert round(plan.core_hours) == 10_000
    assert plan.duration(2) == "208 days"
    assert plan.duration(1000) == "10 hours"
    assert plan.duration(100_000) == "6 minutes"
    assert plan.gigabytes(16) == 1
    assert plan.terabytes_in == 1
    assert plan.terabytes_out == 6


def test_a_plan_is_made_from_the_largest_run() -> None:
    measured = read_measured()
    for plan in plans(measured):
        assert plan.run.rows == measured.rows
        assert plan.run.workers == 2


def test_every_figure_is_on_the_page() -> None:
    text = " ".join("".join(page("data/capacity.html").text).split())
    measured = read_measured()
    for run in measured.runs:
        assert f"{run.rows_per_second:,}" in text
    for plan in plans(measured):
        assert f"{plan.core_hours:,.0f}" in text
        assert plan.duration(64).replace(" ", "\N{NO-BREAK SPACE}") in "".join(
            page("data/capacity.html").text
        )
