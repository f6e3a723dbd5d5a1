"""A time limit for a whole run."""

import math
import time

import attrs

from hexapla.values.errors import RunError


@attrs.define(eq=False)
class TimeLimit:
    """A time limit for a run, in seconds from the creation of the object.

    `reached` is true if part of the run was skipped or cut short because the limit was reached.
    """

    seconds: float = math.inf
    reached: bool = attrs.field(default=False, init=False)
    _start: float = attrs.field(factory=time.monotonic, init=False)

    @property
    def left(self) -> float:
        """The number of seconds left; 0 if the limit has been reached."""
        return max(0.0, self._start + self.seconds - time.monotonic())

    def is_over(self) -> bool:
        """Return whether the limit has been reached; if so, the caller must skip what remains.

        The result is also stored in `reached`.
        """
        self.reached = self.reached or not self.left
        return self.reached

    def exceeded(self, done: int, of: int, things: str, further: str = "") -> RunError:
        """Return the error for a run that took too long; the message says how much was done."""
        return RunError(
            f"stopped after {self} (--total-timeout); the result covers {done:,} of {of:,} "
            f"{things}{further}"
        )

    def __str__(self) -> str:
        return f"{self.seconds:g} s"
