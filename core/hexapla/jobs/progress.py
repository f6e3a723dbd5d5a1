"""How a run tells what it has done."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Is told what was just done: how much of the whole, and how many items of it now.

The whole is counted in octets or references, the items are rows or references. What an earlier run
had done counts as 0 items.
"""


def no_progress(done: int, items: int) -> None:
    """Tell nobody."""
