"""JSON from outside, with checks of its values."""

import json
from collections.abc import Mapping
from typing import Any


def json_value(text: str | bytes) -> Any:
    """Return the value of a JSON text; raise `ValueError` if it can't be read."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def text_in(value: object) -> str:
    """Return a JSON value that is text; raise `TypeError` for others."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected a text, not {_kind(value)}")


def text_or_none(value: object) -> str | None:
    """Return a JSON value that is text or null; raise `TypeError` for others."""
    return None if value is None else text_in(value)


def count_in(value: object) -> int:
    """Return a JSON value that is a count; raise `TypeError` for others."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise TypeError(f"expected a count, not {_kind(value)}")


def members_in(value: object) -> Mapping[str, Any]:
    """Return a JSON value that is an object; raise `TypeError` for others."""
    if isinstance(value, dict):
        return value
    raise TypeError(f"expected an object, not {_kind(value)}")


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "a truth value"}
    return names.get(type(value), "null" if value is None else "a number")
