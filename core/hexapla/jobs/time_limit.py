"""How long a whole run may take."""

import math
import time

import attrs


@attrs.define(eq=False)
class TimeLimit:
    """So many seconds from now on.

    Attributes:
        seconds: How many.
        reached: Whether a part of the run was left out, or cut short, as they were over.
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

    def __str__(self) -> str:
        return f"{self.seconds:g} s"
