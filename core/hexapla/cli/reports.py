"""Whoever renders what a command found, as a page or a picture: other packages name it."""

from collections.abc import Callable
from importlib.metadata import entry_points

import click

from hexapla.standard.registry import load

REPORT_GROUP = "hexapla.reports"

Renderer = Callable[..., None]
"""What it takes is a matter between the command and the name under which it looks for one."""


def rendering(name: str) -> Renderer:
    """Return what the entry point of a name renders a result by; another package brings it.

    Raises:
        click.UsageError: Nothing that is installed renders it.
        PlugInError: It can't be loaded, or is no function.
    """
    point = next(iter(entry_points(group=REPORT_GROUP, name=name)), None)
    if point is None:
        wrong = "nothing is installed that makes a report or a badge; install hexapla[site]"
        raise click.UsageError(wrong)
    loaded = load(point, lambda value: None if callable(value) else f"names no function: {value!r}")
    assert callable(loaded)
    return loaded
