"""What a public function is given is of the type that it asks for, or a `TypeError` says so.

A function checks what it is given before it does anything with it. Any `str` is legal where a text
is asked for, and nothing else is.
"""

from collections.abc import Iterable
from typing import TypeVar

Given = TypeVar("Given")


def checked(value: Given, parameter: str, *kinds: type) -> Given:
    """Return a value that was given for a parameter.

    It is a `str` where no type is named.

    Raises:
        TypeError: The value has another type.
    """
    if not isinstance(value, kinds or str):
        raise TypeError(f"{parameter} must be {_words(kinds)}, not {type(value).__name__}")
    return value


def checked_items(values: Iterable[Given], parameter: str, *kinds: type) -> tuple[Given, ...]:
    """Return the items of a list that was given for a parameter.

    Args:
        values: The items; one of them alone, a text or octets are no list.
        parameter: The name of the parameter.
        kinds: The types that an item may have; `str` where none is named.

    Raises:
        TypeError: It is no list, or an item has another type.
    """
    alone = (kind for kind in kinds if kind is not tuple)  # a tuple of items is a list, too
    if isinstance(values, (str, bytes, *alone)) or not isinstance(values, Iterable):
        of_what = f"{parameter} must be a list, each item {_words(kinds)}"
        raise TypeError(f"{of_what}, not {type(values).__name__}")
    return tuple(checked(value, f"each of {parameter}", *kinds) for value in values)


def checked_call(value: Given, parameter: str) -> Given:
    """Return a callable that was given for a parameter; raise `TypeError` for anything else."""
    if not callable(value):
        raise TypeError(f"{parameter} must be a callable, not {type(value).__name__}")
    return value


def _words(kinds: tuple[type, ...]) -> str:
    names = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds or (str,))
    return names if names.startswith("None") else f"a {names}"
