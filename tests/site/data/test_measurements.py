"""What the benchmarks wrote, as it is read."""

from hexapla_site.data.measurements import read_figures


def test_the_main_tasks_come_first() -> None:
    tasks = [task for task, _ in read_figures()[1]]
    assert tasks[:3] == ["parse", "resolve", "resolve, base parsed once"]
