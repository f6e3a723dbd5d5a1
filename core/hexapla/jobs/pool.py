"""Working on units, in this process or in several, until all are done or something ends it.

Worker processes leave Ctrl-C to their parent, and end where it ends.
"""

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool
from typing import Any, TypeVar

from hexapla.jobs.errors import StoppedError, WorkerError

Unit = TypeVar("Unit")
Result = TypeVar("Result")

Progress = Callable[[int, int], None]
"""Is told what was just done: how much of the whole, and how many items of it now.

The whole is counted in octets or references, the items are rows or references. What an earlier run
had done counts as 0 items.
"""

CheckCancelled = Callable[[], None]
"""Is called now and then by what works on a unit; raises `StoppedError` where it has to end."""

Work = Callable[[Unit, CheckCancelled], Result]
"""Works on a unit. It is pickled once for each worker process."""

# Units that wait for a worker or for those before them, for each unit that one works on.
_AHEAD = 3
_SPAWNING = multiprocessing.get_context("spawn")


def no_progress(done: int, items: int) -> None:
    """Tell nobody."""


def run_units(
    work: Work[Unit, Result],
    units: Iterable[Unit],
    workers: int,
    finished: Callable[[Unit, Result], None],
) -> None:
    """Work on all units, in this process if there is one worker, or else in worker processes.

    A Ctrl-C, and whatever `finished` raises, ends the workers before it leaves this function. They
    end without finishing their units.

    Args:
        work: What is to be done.
        units: The units; they are taken as they are needed, and pickled for the workers.
        workers: The number of processes.
        finished: Is called in this process with each unit and its result, in the order of units.

    Raises:
        WorkerError: A worker was ended from outside.
    """
    if workers > 1:
        _run_in_processes(work, units, workers, finished)
        return
    for unit in units:
        finished(unit, work(unit, _never_stop))


def _never_stop() -> None:
    """Let the work go on: in one process a Ctrl-C ends it by itself."""


def _run_in_processes(
    work: Work[Unit, Result],
    units: Iterable[Unit],
    workers: int,
    finished: Callable[[Unit, Result], None],
) -> None:
    # No Event: a worker that is killed while it looks at one takes the lock of it along.
    stop = _SPAWNING.RawValue(c_bool, False)
    executor = ProcessPoolExecutor(workers, _SPAWNING, _settle_in, (work, stop))
    under_way: deque[tuple[Unit, Future[Result]]] = deque()

    def take_in() -> None:
        unit, future = under_way.popleft()
        finished(unit, future.result())

    try:
        for unit in units:
            with _interrupts_held_back():
                under_way.append((unit, executor.submit(_work_on, unit)))
            while len(under_way) == workers * _AHEAD or (under_way and under_way[0][1].done()):
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


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold a Ctrl-C back for a moment; processes that are started meanwhile never get any.

    Otherwise one would reach a worker that still loads its modules.
    """
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Put a Ctrl-C off to the end of what takes it for an error of its own.

    Raises:
        KeyboardInterrupt: One came meanwhile.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts: list[object] = []
    before = signal.signal(signal.SIGINT, lambda *given: interrupts.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts:
        raise KeyboardInterrupt


# What a worker process knows.

_worker: list[tuple[Work[Any, Any], CheckCancelled]] = []


def _settle_in(work: Work[Any, Any], stop: c_bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def check_cancelled() -> None:
        if stop.value:
            raise StoppedError

    _worker.append((work, check_cancelled))


def _work_on(unit: Any) -> Any:
    ((work, check_cancelled),) = _worker
    return work(unit, check_cancelled)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)
