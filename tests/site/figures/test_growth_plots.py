"""The plots of growth: drawn as measured."""

import pytest

from hexapla_site.data.measurements import read_growth
from hexapla_site.figures.growth_plots import Plot, draw_plots, duration

PLOTS = [plot for _, rows in read_growth()[1] for plot in draw_plots(rows)]


def test_every_work_has_a_plot_and_its_points_are_inside() -> None:
    assert [plot.growth for plot in PLOTS] == [row for _, rows in read_growth()[1] for row in rows]
    for plot in PLOTS:
        assert len(plot.points) == len(plot.growth.points)
        assert list(plot.points) == sorted(plot.points)
        assert all(plot.left <= x <= plot.right for x, _ in plot.points)
        assert all(plot.top <= y <= plot.bottom for _, y in plot.points)


def _slope(plot: Plot) -> float:
    (x, y), (to_x, to_y) = plot.linear
    return (y - to_y) / (to_x - x)


def test_the_dashed_line_is_linear_and_stays_inside() -> None:
    for plot in PLOTS:
        decade = plot.sizes[1][0] - plot.sizes[0][0]
        tall = plot.times[0][0] - plot.times[1][0]
        assert _slope(plot) == pytest.approx(tall / decade, rel=0.02)
        assert plot.linear[0][0] >= plot.left - 0.1
        assert plot.linear[0][1] <= plot.bottom + 0.1


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (1.0, "1 s"),
        (0.1, "100 ms"),
        (1e-3, "1 ms"),
        (1e-6, "1 µs"),
        (0.0064, "6.4 ms"),
        (2.7834e-6, "2.8 µs"),
        (2.3e-10, "0.2 ns"),
    ],
)
def test_a_time_is_written_with_two_digits(seconds: float, written: str) -> None:
    assert duration(seconds) == written
