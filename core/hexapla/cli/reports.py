"""Whoever renders what a command found, as a page or a picture: other packages name it."""

import functools
from collections.abc import Callable
from importlib.metadata import entry_points

import click

from hexapla.jobs.errors import RunError
from hexapla.standard.registry import load

REPORT_GROUP = "hexapla.reports"

Renderer = Callable[..., object]
"""What it takes is a matter between the command and the name under which it looks for one."""


def renderer(name: str) -> Renderer | None:
    """Return what an entry point of this name in `hexapla.reports` names; None where there is none.

    Raises:
        PlugInError: It can't be loaded, or is no function.
    """
    point = next(iter(entry_points(group=REPORT_GROUP, name=name)), None)
    if point is None:
        return None
    loaded = load(point, lambda value: None if callable(value) else f"names no function: {value!r}")
    assert callable(loaded)
    return loaded


def rendering(name: str, otherwise: str) -> Renderer:
    """Return what renders a result; another package brings it.

    Args:
        name: The name of the entry point.
        otherwise: The words of the error where there is none.

    Raises:
        click.UsageError: Nothing that is installed renders it.
    """
    render = renderer(name)
    if render is None:
        raise click.UsageError(otherwise)
    return functools.partial(_render, render)


def _render(render: Renderer, *arguments: object) -> None:
    try:
        render(*arguments)
    except RunError as error:
        raise click.UsageError(str(error)) from error
