"""Work for worker processes, which can import this by its name."""

import os
import signal

import attrs

from hexapla.jobs.pool import CheckCancelled


@attrs.frozen
class Squares:
    """Squares numbers; what it is told to do for a number is done first."""

    fails: int | None = None
    dies: int | None = None
    waits: int | None = None

    def __call__(self, number: int, check_cancelled: CheckCancelled) -> int:
        if number == self.fails:
            raise OSError("no room")
        if number == self.dies:
            os.kill(os.getpid(), signal.SIGKILL)
        while number == self.waits:
            check_cancelled()
        return number * number
