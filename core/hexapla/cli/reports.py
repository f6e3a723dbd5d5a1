"""Whoever renders what a command found, as a page or a picture: other packages name it."""

from collections.abc import Callable
from importlib.metadata import entry_points

import click

from hexapla.standard.registry import load

REPORT_GROUP = "hexapla.reports"

Renderer = Callable[..., None]
"""What it takes is a matter between the command and the name under which it looks for one."""


def rendering(name: str, otherwise: str) -> Renderer:
    """Return what renders a result; another package brings it.

    Args:
        name: The name of the entry point in `hexapla.reports`.
        otherwise: The words of the error where there is none.

    Raises:
        click.UsageError: Nothing that is installed renders it.
        PlugInError: It can't be loaded, or is no function.
    """
    point = next(iter(entry_points(group=REPORT_GROUP, name=name)), None)
    if point is None:
        raise click.UsageError(otherwise)
    loaded = load(point, lambda value: None if callable(value) else f"names no function: {value!r}")
    assert callable(loaded)
    return loaded
