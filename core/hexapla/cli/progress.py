"""The progress bar of every command that takes its time."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs
import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

_ERASE_LINE = "\r\x1b[K"


@attrs.define(eq=False)
class Progress:
    """How far a command has come."""

    _bar: "ProgressBar[str | None]"
    _unit: str | None
    _items: int = 0
    _start: float = attrs.field(factory=time.monotonic)

    def advance(self, steps: int, items: int = 0) -> None:
        """Go on by some steps of the length, at most to its end.

        Args:
            steps: How many of them are done.
            items: How many things of the unit were done meanwhile, for the rate.
        """
        self._items += items
        seconds = max(time.monotonic() - self._start, 1e-3)
        rate = f"{self._items / seconds:,.0f} {self._unit}/s" if self._unit else None
        self._bar.update(max(0, min(steps, (self._bar.length or 0) - self._bar.pos)), rate)

    def advance_to(self, position: int) -> None:
        """Go on to a position in the length, where that is farther."""
        self.advance(position - self._bar.pos)

    def make_room(self) -> None:
        """Erase the bar, so that a line can be printed; the next step shows it again."""
        if not self._bar.hidden:
            click.echo(_ERASE_LINE, file=sys.stderr, nl=False)


@contextmanager
def progress(
    label: str, length: int, *, quiet: bool, unit: str | None = None, counts: bool = False
) -> Iterator[Progress]:
    """Show a bar on standard error, where that is a terminal and nobody asked for quiet.

    Args:
        label: What the bar is about.
        length: How many steps there are.
        quiet: Whether to show nothing.
        unit: What a rate is shown of, if one is.
        counts: Whether to show how many steps are done, and of how many.
    """
    with click.progressbar(
        length=length,
        label=label,
        file=sys.stderr,
        hidden=quiet or not sys.stderr.isatty(),
        show_pos=counts,
        item_show_func=lambda rate: rate,
    ) as bar:
        yield Progress(bar, unit)
