"""The plots of growth: drawn as measured."""

import pytest

from hexapla_site.data.measurements import read_growth
from hexapla_site.figures.growth_plots import draw_plot


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
