"""Work for worker processes, which can import this by its name."""

import os
import signal
import time

import attrs


@attrs.frozen
class Squares:
    """Squares numbers; for some numbers, it fails, dies or waits instead."""

    fails: int | None = None
    dies: int | None = None
    waits: int | None = None

    def __call__(self, number: int) -> int:
        if number == self.fails:
            raise OSError("no room")
        if number == self.dies:
            os.kill(os.getpid(), signal.SIGKILL)
        while number == self.waits:
            time.sleep(60)
        return number * number


def process_of(number: int) -> int:
    """Return the id of the process that works on a number."""
    return os.getpid()
