"""How fast the library is beside its peers, and what more work costs."""

from collections.abc import Iterator

from hexapla_site.data.measurements import read_figures, read_growth
from hexapla_site.data.table import Table
from hexapla_site.figures.growth_plots import draw_plots, duration
from hexapla_site.pages.kind import Page, PageKind, Site


def _pages(_: Site) -> Iterator[Page]:
    (speed, tasks), (growth, by_name) = read_figures(), read_growth()
    context = {
        "speed": speed,
        "tasks": tasks,
        "growth": growth,
        "plots": tuple(plot for _, rows in by_name for plot in draw_plots(rows)),
        "duration": duration,
    }
    yield Page("data/benchmarks.html", "benchmarks.html", context)


def _figures() -> Table:
    columns = (
        *("task", "library", "baseline", "ratio", "lower_quartile", "upper_quartile"),
        *("microseconds", "refused"),
    )
    rows = tuple(
        tuple(str(getattr(figure, column)) for column in columns)
        for _, figures in read_figures()[1]
        for figure in figures
    )
    about = "How long each library takes for a task, as a quotient of the time of the baseline."
    return Table("benchmarks", about, columns, rows)


def _growth() -> Table:
    rows = tuple(
        (item.name, item.work, item.unit, str(item.exponent), str(size), str(seconds))
        for _, of_name in read_growth()[1]
        for item in of_name
        for size, seconds in item.points
    )
    about = "How the time of some work grows with its size, with the exponent fitted to all sizes."
    return Table("growth", about, ("grows", "work", "unit", "exponent", "size", "seconds"), rows)


def _tables(_: Site) -> Iterator[Table]:
    yield _figures()
    yield _growth()


KIND = PageKind("benchmarks", "data/benchmarks.html", _pages, tables=_tables)
