"""Working on units, in this process or in several, until all are done or something ends it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool
from typing import Any, Generic, TypeVar

import attrs

from hexapla.jobs.errors import StoppedError, WorkerError
from hexapla.jobs.workers import SPAWNING, Workers

Unit = TypeVar("Unit")
Result = TypeVar("Result")

Look = Callable[[], None]
"""Is called now and then by what works on a unit; raises `StoppedError` where it has to end."""

Work = Callable[[Unit, Look], Result]
"""Works on a unit."""

# Units that wait for a worker, for each unit that one works on.
_AHEAD = 2


class Task(ABC, Generic[Unit, Result]):
    """What is to be done with units. It is pickled once for each worker process."""

    @abstractmethod
    def start(self) -> Work[Unit, Result]:
        """Return what works on a unit; this is called once in each process."""


def run_units(
    task: Task[Unit, Result],
    units: Iterable[Unit],
    workers: int,
    finished: Callable[[Unit, Result], None],
) -> None:
    """Work on all units, in this process if there is one worker, or else in worker processes.

    A Ctrl-C, and whatever `finished` raises, ends the workers before it leaves this function. They
    end without finishing their units.

    Args:
        task: What is to be done.
        units: The units; they are taken as they are needed, and pickled for the workers.
        workers: The number of processes.
        finished: Is called in this process with each unit and its result, in any order.

    Raises:
        WorkerError: A worker was ended from outside.
    """
    if workers > 1:
        _run_in_processes(task, units, workers, finished)
        return
    work = task.start()
    for unit in units:
        finished(unit, work(unit, _never_stop))


def _never_stop() -> None:
    """Let the work go on: in one process a Ctrl-C ends it by itself."""


def _run_in_processes(
    task: Task[Unit, Result],
    units: Iterable[Unit],
    workers: int,
    finished: Callable[[Unit, Result], None],
) -> None:
    # No Event: a worker that is killed while it looks at one takes the lock of it along.
    stop = SPAWNING.RawValue(c_bool, False)
    executor = Workers(workers, _begin, task, stop)
    under_way: dict[Future[Result], Unit] = {}

    def take_in() -> None:
        """Wait until something is finished."""
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            finished(under_way.pop(future), future.result())

    try:
        for unit in units:
            under_way[executor.submit(_work_on, unit)] = unit
            if len(under_way) == workers * _AHEAD:
                take_in()
        while under_way:
            take_in()
    except BrokenProcessPool as error:
        raise WorkerError(
            "a worker was ended from outside, for want of memory perhaps; go on with --resume, or "
            "with fewer --workers"
        ) from error
    finally:
        stop.value = True
        executor.shutdown(cancel_futures=True)


# What a worker process knows.


@attrs.frozen
class _Worker:
    work: Work[Any, Any]
    stop: c_bool

    def look(self) -> None:
        if self.stop.value:
            raise StoppedError


_workers: list[_Worker] = []


def _begin(task: Task[Any, Any], stop: c_bool) -> None:
    _workers.append(_Worker(task.start(), stop))


def _work_on(unit: Any) -> Any:
    (worker,) = _workers
    return worker.work(unit, worker.look)
