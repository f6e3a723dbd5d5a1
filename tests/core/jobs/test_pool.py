"""Units of work: done in this process and in others, stopped, failing, and limited in time."""

import math
import multiprocessing
import os
from collections.abc import Iterator

import pytest
from squares import Squares, process_of

from hexapla.jobs.pool import run_units
from hexapla.jobs.time_limit import TimeLimit
from hexapla.values.errors import RunError


@pytest.mark.parametrize("workers", [1, 2])
def test_every_unit_is_worked_on_once_and_told_in_order(workers: int) -> None:
    found = list(run_units(Squares(), range(9), workers))
    assert found == [number**2 for number in range(9)]


def test_one_worker_is_this_process() -> None:
    taken: list[int] = []

    def units() -> Iterator[int]:
        for number in range(3):
            taken.append(number)
            yield number

    for square in run_units(Squares(), units(), 1):
        assert taken[-1] ** 2 == square
    assert taken == [0, 1, 2]


def test_this_process_works_on_what_others_have_no_time_for_and_on_the_last_units() -> None:
    *rest, last, very_last = run_units(process_of, range(20), 2)
    assert last == very_last == os.getpid()
    assert len({*rest}) == 2
    assert [*run_units(process_of, range(2), 2)] == 2 * [os.getpid()]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_unit_raises_ends_the_run(workers: int) -> None:
    with pytest.raises(OSError, match="no room"):
        list(run_units(Squares(fails=3), range(9), workers))


@pytest.mark.parametrize(
    ("resumable", "advice"),
    [(True, "; continue with --resume, or use fewer"), (False, "; use fewer")],
)
def test_a_worker_that_is_killed_is_told(resumable: bool, advice: str) -> None:
    with pytest.raises(RunError, match=f"a worker process was killed.*{advice}"):
        list(run_units(Squares(dies=1), range(9), 2, resumable=resumable))


def test_a_worker_is_killed_in_the_middle_of_its_unit() -> None:
    """The second unit would take a minute; the end of the run stops it."""

    done = run_units(Squares(waits=1), range(4), 2)
    assert next(done) == 0
    done.close()
    assert not multiprocessing.active_children()


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
