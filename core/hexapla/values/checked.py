"""Check the types of arguments of public functions, and raise `TypeError` for wrong types.

A public function checks its arguments before it does anything else. Where it expects a string, it
accepts any `str`, but not bytes.
"""

from collections.abc import Iterable
from typing import TypeVar

Given = TypeVar("Given")


def checked(value: Given, parameter: str, *kinds: type) -> Given:
    """Return an argument after checking that it has one of the given types; by default, `str`.

    Raises:
        TypeError: The value has another type.
    """
    if not isinstance(value, kinds or str):
        raise TypeError(f"{parameter} must be {_words(kinds)}, not {type(value).__name__}")
    return value


def checked_items(values: Iterable[Given], parameter: str, *kinds: type) -> tuple[Given, ...]:
    """Return the items of a list argument after checking their types.

    Args:
        values: Any iterable of items. A string, bytes and a single item that isn't a tuple don't
            count as lists, even if they are iterable.
        parameter: The name of the parameter.
        kinds: The types that an item can have; by default, `str`.

    Raises:
        TypeError: `values` doesn't count as a list, or an item has another type.
    """
    alone = (kind for kind in kinds if kind is not tuple)  # a tuple of items counts as a list
    if isinstance(values, (str, bytes, *alone)) or not isinstance(values, Iterable):
        wrong = f"{parameter} must be a list, not {type(values).__name__}"
        raise TypeError(f"{wrong}; each item must be {_words(kinds)}")
    return tuple(checked(value, f"each of {parameter}", *kinds) for value in values)


def checked_call(value: Given, parameter: str) -> Given:
    """Return an argument that must be callable; raise `TypeError` if it isn't."""
    if not callable(value):
        raise TypeError(f"{parameter} must be a callable, not {type(value).__name__}")
    return value


def _words(kinds: tuple[type, ...]) -> str:
    names = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds or (str,))
    return names if names.startswith("None") else f"a {names}"
