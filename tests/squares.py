"""A task for worker processes, which can import this by its name."""

import os
import signal

import attrs

from hexapla.jobs.runner import Look, Task, Work


@attrs.frozen
class Squares(Task[int, int]):
    """Squares numbers; what it is told to do for a number is done first."""

    fails: int | None = None
    dies: int | None = None
    waits: int | None = None

    def start(self) -> Work[int, int]:
        return self._square

    def _square(self, number: int, look: Look) -> int:
        if number == self.fails:
            raise OSError("no room")
        if number == self.dies:
            os.kill(os.getpid(), signal.SIGKILL)
        while number == self.waits:
            look()
        return number * number
