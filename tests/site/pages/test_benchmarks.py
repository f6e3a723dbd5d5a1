"""The page on speed: its figures are those in the files of the benchmarks."""

from site_under_test import page
from tables import by_rows_of

from hexapla_site.folders import read_data
from hexapla_site.pages.benchmarks import duration, plan_of, times


def test_every_figure_is_on_the_page_in_words_and_with_its_target() -> None:
    text = page("data/benchmarks.html").words
    for figure in read_data("benchmarks.json")["figures"]:
        ratio = figure["ratio"]
        assert figure["library"] in text
        times = f"{max(ratio, 1 / ratio):.1f}" if max(ratio, 1 / ratio) < 10 else f"{ratio:.0f}"
        assert f"{times} times as fast" in text or f"takes {times} times as long" in text
        if figure["at_most"] is not None:
            word = "met" if ratio <= figure["at_most"] else "missed"
            assert f"at least {1 / figure['at_most']:.1f} times as fast: {word}" in text


def test_a_ratio_is_told_as_speed_or_as_time() -> None:
    assert times(0.36, faster=True) == "2.8"
    assert [times(ratio, faster=False) for ratio in (55.7, 4.5)] == ["56", "4.5"]


def test_the_main_tasks_come_first() -> None:
    tasks = list(
        dict.fromkeys(figure["task"] for figure in read_data("benchmarks.json")["figures"])
    )
    assert tasks[:3] == ["parse", "resolve", "resolve, base parsed once"]


@by_rows_of("pages")
def test_a_time_is_written_with_two_digits(seconds: float, written: str) -> None:
    assert duration(seconds) == written


def test_a_plan_is_calculated() -> None:
    """At 3.6 ms per row, a million rows take 1 hour, and 10^10 rows 10,000 hours."""
    run = {"rows": 1000, "cpu_seconds": 3.6, "octets_in_a_row": 100.0, "octets_out_a_row": 600.0}
    plan = plan_of(run)
    assert round(plan.core_hours) == 10_000
    assert (plan.terabytes_in, plan.terabytes_out) == (1, 6)


def test_every_figure_of_the_plan_is_on_the_page() -> None:
    text = page("data/capacity.html").words
    measured = read_data("capacity.json")
    for run in measured["runs"]:
        assert f"{run['rows_per_second']:,}" in text
        if (run["rows"], run["workers"]) == (measured["rows"], 2):
            assert f"{plan_of(run).core_hours:,.0f}" in text
