"""Worker processes: Ctrl-C is their parent's affair, and they end where it ends."""

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.context import SpawnContext
from typing import ParamSpec, TypeVar

SPAWNING: SpawnContext = multiprocessing.get_context("spawn")
"""How workers are started, and what they share with their parent is made."""


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Workers(ProcessPoolExecutor):
    """So many worker processes, each of which first calls a function with arguments."""

    def __init__(self, count: int, begin: Callable[..., None], *arguments: object) -> None:
        super().__init__(count, SPAWNING, _settle_in, (begin, arguments))

    def submit(
        self,
        fn: Callable[Arguments, Result],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Result]:
        """Have a worker call a function; it may be the call that starts the worker."""
        with _interrupts_held_back():
            return super().submit(fn, *args, **kwargs)


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


def _settle_in(begin: Callable[..., None], arguments: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begin(*arguments)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)
