"""Units: worked on in this process and in others, stopped, failing, and for so long."""

import math
from collections.abc import Iterator

import pytest
from squares import Squares

from hexapla.jobs.pool import run_units
from hexapla.jobs.time_limit import TimeLimit
from hexapla.values.errors import RunError


def squares(task: Squares, units: range, workers: int) -> dict[int, int]:
    results: dict[int, int] = {}
    run_units(task, units, workers, results.__setitem__)
    return results


@pytest.mark.parametrize("workers", [1, 2])
def test_every_unit_is_worked_on_once_and_told_in_order(workers: int) -> None:
    found = squares(Squares(), range(9), workers)
    assert list(found.items()) == [(number, number**2) for number in range(9)]


def test_one_worker_is_this_process() -> None:
    taken: list[int] = []

    def units() -> Iterator[int]:
        for number in range(3):
            taken.append(number)
            yield number

    def finished(unit: int, result: int) -> None:
        assert taken[-1] == unit

    run_units(Squares(), units(), 1, finished)
    assert taken == [0, 1, 2]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_unit_raises_ends_the_run(workers: int) -> None:
    with pytest.raises(OSError, match="no room"):
        squares(Squares(fails=3), range(9), workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_what_the_callback_raises_ends_the_run(workers: int) -> None:
    def finished(unit: int, result: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_units(Squares(), range(9), workers, finished)


def test_a_worker_that_is_killed_is_told() -> None:
    with pytest.raises(RunError, match="a worker was ended from outside"):
        squares(Squares(dies=2), range(9), 2)


def test_a_worker_is_killed_in_the_middle_of_its_unit() -> None:
    """The second unit would go on for a minute; the end of the run ends it."""

    def finished(unit: int, result: int) -> None:
        assert unit == 0
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_units(Squares(waits=1), range(4), 2, finished)


def test_a_limit_is_reached_only_when_somebody_asks() -> None:
    limit = TimeLimit()
    assert limit.left == math.inf
    assert not limit.is_over()
    assert not limit.reached
    limit = TimeLimit(0.0)
    assert limit.left == 0.0
    assert not limit.reached
    assert limit.is_over()
    assert limit.reached
    assert str(TimeLimit(600.0)) == "600 s"
