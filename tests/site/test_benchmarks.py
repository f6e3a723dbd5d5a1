"""The page on speed: its figures are those that the benchmarks wrote, drawn as measured."""

import json
from pathlib import Path

import pytest
from site_under_test import page

from hexapla_site.data.measurements import read_figures, read_growth
from hexapla_site.figures.growth_plots import draw_plot

DATA = Path(__file__).parents[2] / "site" / "hexapla_site" / "data"


def test_every_figure_is_on_the_page_with_its_aim() -> None:
    text = " ".join("".join(page("data/benchmarks.html").text).split())
    for figure in json.loads((DATA / "benchmarks.json").read_text("utf-8"))["figures"]:
        assert figure["contender"] in text
        assert f"{figure['ratio']:.2f}" in text
        if figure["at_most"] is not None:
            word = "met" if figure["ratio"] <= figure["at_most"] else "missed"
            assert f"at most {figure['at_most']:.2f}: {word}" in text


def test_a_curve_runs_where_it_was_measured() -> None:
    for name, rows in read_growth()[1]:
        plot = draw_plot(name, rows)
        assert {curve.growth.work for curve in plot.curves} == {row.work for row in rows}
        for curve in plot.curves:
            places = [tuple(map(float, point.split(","))) for point in curve.path.split()]
            assert len(places) == len(curve.growth.points)
            assert [x for x, _ in places] == sorted(x for x, _ in places)
            assert all(plot.left <= x <= plot.right for x, _ in places)
            assert all(plot.top <= y <= plot.bottom for _, y in places)


def test_a_guide_is_linear() -> None:
    plot = draw_plot(*read_growth()[1][0])
    decade = plot.sizes[1].place - plot.sizes[0].place
    tall = plot.times[0].place - plot.times[1].place
    for guide in plot.guides:
        (x, y), (to_x, to_y) = (tuple(map(float, point.split(","))) for point in guide.split())
        assert (y - to_y) / (to_x - x) == pytest.approx(tall / decade, rel=0.01)


def test_the_main_tasks_come_first() -> None:
    tasks = [task for task, _ in read_figures()[1]]
    assert tasks[:3] == ["parse", "resolve", "resolve, base parsed once"]
