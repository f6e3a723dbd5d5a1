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
    """How far a command has come; it shows nothing where there is no bar."""

    length: int
    unit: str | None = None
    _bar: "ProgressBar[str | None] | None" = None
    _position: int = attrs.field(default=0, init=False)
    _items: int = attrs.field(default=0, init=False)
    _start: float = attrs.field(factory=time.monotonic, init=False)

    def advance(self, steps: int, items: int = 0) -> None:
        """Go on by some steps of the length.

        Args:
            steps: How many of them are done; never more than are left.
            items: How many things of the unit were done meanwhile, for the rate.
        """
        if self._bar is None:
            return
        steps = max(0, min(steps, self.length - self._position))
        self._position += steps
        self._items += items
        self._bar.update(steps, self._rate())

    def advance_to(self, position: int) -> None:
        """Go on to a position in the length, where that is farther."""
        self.advance(position - self._position)

    def make_room(self) -> None:
        """Erase the bar, so that a line can be printed; the next step shows it again."""
        if self._bar is not None:
            click.echo(_ERASE_LINE, file=sys.stderr, nl=False)

    def _rate(self) -> str | None:
        if self.unit is None:
            return None
        seconds = max(time.monotonic() - self._start, 1e-3)
        return f"{self._items / seconds:,.0f} {self.unit}/s"


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
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield Progress(length, unit)
        return
    with click.progressbar(
        length=length,
        label=label,
        file=sys.stderr,
        show_pos=counts,
        item_show_func=lambda rate: rate,
    ) as bar:
        bar.render_progress()
        yield Progress(length, unit, bar)
