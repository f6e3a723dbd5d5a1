"""How long a whole run may take."""

import math
import time

import attrs

from hexapla.values.errors import RunError


@attrs.define(eq=False)
class TimeLimit:
    """So many seconds from now on.

    `reached` says whether a part of the run was left out, or cut short, as they were over.
    """

    seconds: float = math.inf
    reached: bool = attrs.field(default=False, init=False)
    _start: float = attrs.field(factory=time.monotonic, init=False)

    @property
    def left(self) -> float:
        """How many seconds are left, 0 where none are."""
        return max(0.0, self._start + self.seconds - time.monotonic())

    def is_over(self) -> bool:
        """Return whether no time is left; whoever asks leaves out what is still to do."""
        self.reached = self.reached or not self.left
        return self.reached

    def exceeded(self, done: int, of: int, things: str, further: str = "") -> RunError:
        """Return the error of a run that took too long: so many of so many things were done."""
        return RunError(
            f"stopped after {self} (--total-timeout) with {done:,} of {of:,} {things}; "
            f"the result is of these{further}"
        )

    def __str__(self) -> str:
        return f"{self.seconds:g} s"
