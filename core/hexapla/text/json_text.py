"""Decode JSON that may be invalid, and check the types of its values."""

import json
from collections.abc import Mapping
from typing import Any

_KINDS = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "a Boolean",
    type(None): "null",
}


def json_value(text: str | bytes) -> Any:
    """Decode a JSON document; raise `ValueError` if it is invalid or nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def text_in(value: object) -> str:
    """Return a JSON value that must be a string; raise `TypeError` for other types."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected a string, not {_kind(value)}")


def text_or_none(value: object) -> str | None:
    """Return a JSON value that must be a string or null (None); raise `TypeError` for others."""
    if value is None:
        return None
    return text_in(value)


def count_in(value: object) -> int:
    """Return a JSON value that must be an integer of at least 0; raise `TypeError` for others."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise TypeError(f"expected an integer of at least 0, not {_kind(value)}")


def members_in(value: object) -> Mapping[str, Any]:
    """Return a JSON value that must be an object; raise `TypeError` for other types."""
    if isinstance(value, dict):
        return value
    raise TypeError(f"expected an object, not {_kind(value)}")


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "a number")
