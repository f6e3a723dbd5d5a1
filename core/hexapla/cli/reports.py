"""Whoever renders what a command found, as a page or a picture: other packages name it."""

from collections.abc import Callable
from importlib.metadata import entry_points

from hexapla.standard.registry import load

REPORT_GROUP = "hexapla.reports"

Renderer = Callable[..., object]
"""What it takes is a matter between the command and the name under which it looks for one."""


def renderer(name: str) -> Renderer | None:
    """Give what an entry point of this name in `hexapla.reports` names; None where there is none.

    Raises `PlugInError` where it can't be loaded, or is no function.
    """
    point = next(iter(entry_points(group=REPORT_GROUP, name=name)), None)
    if point is None:
        return None
    loaded = load(point, lambda found: None if callable(found) else f"names no function: {found!r}")
    assert callable(loaded)
    return loaded
