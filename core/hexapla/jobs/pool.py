"""Process units of work in this process and, if there are several workers, in child processes.

Worker processes ignore Ctrl-C, which their parent handles, and end when the parent ends.
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
from itertools import islice
from typing import Any, TypeVar

from hexapla.values.errors import RunError

Unit = TypeVar("Unit")
Result = TypeVar("Result")

Progress = Callable[[int], None]
"""A callback that receives the amount of work just done, such as a number of bytes or URLs."""

# The maximum number of units per child process that are handed out but not yet processed.
_AHEAD = 3
# The number of units at the end that this process keeps for itself while other processes finish.
_KEPT = 2


def no_progress(done: int) -> None:
    """Do nothing; this is the default progress callback."""


def run_units(
    work: Callable[[Unit], Result],
    units: Iterable[Unit],
    workers: int,
    *,
    resumable: bool = True,
) -> Generator[Result, None, None]:
    """Process units, and yield the result for each unit, in order.

    This process is one of the workers; the others are child processes. The function `work` is
    pickled once for each child, and a unit is pickled when it is handed out. If the run ends early,
    the children are killed.

    Args:
        work: The function that processes a unit.
        units: The units.
        workers: The number of processes, including this process.
        resumable: Whether the run can be continued with the option --resume. If so, the message of
            `RunError` recommends the option.

    Raises:
        RunError: A child died, for example because the system killed it to free memory.
    """
    if workers == 1:
        yield from map(work, units)
        return
    spawning = multiprocessing.get_context("spawn")
    others = multiprocessing.active_children()
    settings = (work, gc.get_threshold())
    executor = ProcessPoolExecutor(workers - 1, spawning, _settle_in, settings)
    try:
        yield from _in_order(executor, work, units, (workers - 1) * _AHEAD)
    except BaseException as error:
        for process in multiprocessing.active_children():
            if process not in others:
                process.kill()
        if isinstance(error, BrokenProcessPool):
            advice = "continue with --resume, or use" if resumable else "use"
            raise RunError(
                "a worker process was killed, perhaps because memory ran out; "
                f"{advice} fewer --workers"
            ) from error
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _in_order(
    executor: ProcessPoolExecutor, work: Callable[[Unit], Result], units: Iterable[Unit], most: int
) -> Iterator[Result]:
    """Hand out units to the children, process other units here, and yield the results in order.

    `most` is the maximum number of units that are handed out but not yet processed.
    """
    results: deque[Future[Result]] = deque()
    elsewhere: list[Future[Result]] = []
    units = iter(units)
    kept = deque(islice(units, _KEPT))
    for unit in units:
        kept.append(unit)
        elsewhere = [result for result in elsewhere if not result.done()]
        if len(elsewhere) < most:
            with _interrupts_held_back():
                elsewhere.append(executor.submit(_work_on, kept.popleft()))
            results.append(elsewhere[-1])
        else:
            results.append(_done(work(kept.popleft())))
        if results[0].done():
            yield results.popleft().result()
    results.extend(_done(work(unit)) for unit in kept)
    for result in results:
        yield result.result()


def _done(result: Result) -> Future[Result]:
    done = Future[Result]()
    done.set_result(result)
    return done


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold back Ctrl-C during the block; a process started in the block never receives it.

    Otherwise, a worker that is still importing modules could receive Ctrl-C.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The state of a worker process: the function that processes units.

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
