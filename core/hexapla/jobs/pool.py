"""Working on units, in this process or in several, until all are done or something ends it.

Worker processes leave Ctrl-C to their parent, and end where it ends.
"""

import contextlib
import gc
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from hexapla.values.errors import RunError

Unit = TypeVar("Unit")
Result = TypeVar("Result")

Progress = Callable[[int], None]
"""Is told how much of the whole was just done: octets, references or URLs."""

# Units that wait for a worker or for those before them, for each unit that one works on.
_AHEAD = 3


def no_progress(done: int) -> None:
    """Tell nobody."""


def run_units(
    work: Callable[[Unit], Result], units: Iterable[Unit], workers: int
) -> Generator[tuple[Unit, Result], None, None]:
    """Yield each unit with what the work on it gives, in the order of units.

    The work is done in this process if there is one worker, or else in worker processes. It is
    pickled once for each of these, and the units as they are needed. Where the run ends early,
    workers are killed at work; where one was ended from outside, that is a `RunError`.
    """
    if workers == 1:
        for unit in units:
            yield unit, work(unit)
        return
    spawning = multiprocessing.get_context("spawn")
    others = multiprocessing.active_children()
    settings = (work, gc.get_threshold())
    executor = ProcessPoolExecutor(workers, spawning, _settle_in, settings)
    try:
        for unit, result in _in_order(executor, units, workers * _AHEAD):
            yield unit, result.result()
    except BaseException as error:
        for process in multiprocessing.active_children():
            if process not in others:
                process.kill()
        if isinstance(error, BrokenProcessPool):
            raise RunError(
                "a worker was ended from outside, for want of memory perhaps; go on with "
                "--resume, or with fewer --workers"
            ) from error
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _in_order(
    executor: ProcessPoolExecutor, units: Iterable[Unit], most: int
) -> Iterator[tuple[Unit, Future[Any]]]:
    """Hand units out, so many at a time, and yield them in their order."""
    under_way: deque[tuple[Unit, Future[Any]]] = deque()
    for unit in units:
        with _interrupts_held_back():
            under_way.append((unit, executor.submit(_work_on, unit)))
        while len(under_way) == most or (under_way and under_way[0][1].done()):
            yield under_way.popleft()
    yield from under_way


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


# What a worker process knows: its work.

_worker: list[Callable[[Any], Any]] = []


def _settle_in(work: Callable[[Any], Any], gc_threshold: tuple[int, int, int]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*gc_threshold)  # as in the parent
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker.append(work)


def _work_on(unit: Any) -> Any:
    (work,) = _worker
    return work(unit)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)
