"""The plan for a run over very many links: its figures are the measured ones, and add up."""

from site_under_test import page

from hexapla_site.folders import read_data
from hexapla_site.pages.capacity import plan_of


def test_a_plan_is_calculated() -> None:
    """3.6 ms a row are 1 hour for a million, and 10,000 hours for 10^10."""
    run = {"rows": 1000, "cpu_seconds": 3.6, "octets_in_a_row": 100.0, "octets_out_a_row": 600.0}
    plan = plan_of(run)
    assert (round(plan.core_hours), plan.terabytes_in, plan.terabytes_out) == (10_000, 1, 6)


def test_every_figure_is_on_the_page() -> None:
    text = " ".join("".join(page("data/capacity.html").text).split())
    measured = read_data("capacity.json")
    for run in measured["runs"]:
        assert f"{run['rows_per_second']:,}" in text
        if (run["rows"], run["workers"]) == (measured["rows"], 2):
            assert f"{plan_of(run).core_hours:,.0f}" in text
