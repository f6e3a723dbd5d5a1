"""The progress bar of every command that takes its time."""

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


def progress(label: str, length: int, *, quiet: bool, counts: bool = False) -> "ProgressBar[int]":
    """Return a bar on standard error, where that is a terminal and nobody asked for quiet.

    `counts` says whether to show how many steps are done, and of how many.
    """
    hidden = quiet or not sys.stderr.isatty()
    return click.progressbar(
        length=length, label=label, file=sys.stderr, hidden=hidden, show_pos=counts
    )
