"""What values have in common: a line that shows them, and a JSON form."""

import reprlib
from collections.abc import Mapping
from enum import Enum

import attrs

_SHORTENED = reprlib.Repr()
_SHORTENED.maxstring = _SHORTENED.maxother = 60


@attrs.frozen(repr=False)
class Value:
    """A value of named fields, which shows itself in one line and has a JSON form.

    A subclass is made by `attrs.frozen(repr=False)`, or attrs writes a `__repr__` of its own.
    """

    def __repr__(self) -> str:
        """Return the class and the fields that are no values themselves, but for defaults."""
        fields = ((field, getattr(self, field.name)) for field in _fields(type(self)))
        plain = (
            f" {field.name}={_SHORTENED.repr(_bare(value))}"
            for field, value in fields
            if value != field.default and _is_plain(value)
        )
        return f"<{type(self).__name__}{''.join(plain)}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form: what the fields hold, by their names."""
        return {field.name: json_form(getattr(self, field.name)) for field in _fields(type(self))}


def json_form(value: object) -> object:
    """Return the JSON form of what a field holds; octets have two hexadecimal digits each.

    Raises:
        TypeError: It has none.
    """
    if hasattr(value, "to_dict"):
        return value.to_dict()
    match value:
        case Enum():
            return value.value
        case None | str() | int() | float():
            return value
        case bytes():
            return value.hex()
        case tuple() | list():
            return [json_form(item) for item in value]
        case Mapping():
            return {name: json_form(item) for name, item in value.items()}
    raise TypeError(f"{value!r} has no JSON form")


def _fields(kind: type[Value]) -> tuple["attrs.Attribute[object]", ...]:
    return tuple(field for field in attrs.fields(kind) if not field.name.startswith("_"))


def _bare(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | bytes | int | Enum)
