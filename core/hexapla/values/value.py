"""What values have in common: a line that shows them, and a JSON form."""

import reprlib
from collections.abc import Iterator, Mapping
from datetime import date
from enum import Enum
from operator import attrgetter
from typing import Any, ClassVar

import attrs

AS_SPEC = {"json": "spec"}
"""What a field of a selector has as metadata: in JSON, the member is called `spec`."""

_LONGEST = 157
_SHORTENED = reprlib.Repr()
_SHORTENED.maxstring = _SHORTENED.maxother = 60


class Value:
    """A value of named fields, which shows itself in one line and has a JSON form.

    A subclass is made by `attrs.frozen(repr=False)`, or attrs writes a `__repr__` of its own.
    """

    __slots__ = ()
    # What the JSON form has, where it is not the fields: the attribute that holds a member, or
    # `member=path.to.attribute` where it has another name; `member!s` is its text.
    _json_members: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        """Return the class and the members that are no values themselves, but for defaults."""
        defaults = {
            field.metadata.get("json", field.name): field.default for field in _fields(self)
        }
        plain = (
            f" {name}={_SHORTENED.repr(value.value if isinstance(value, Enum) else value)}"
            for name, value in self._members()
            if value != defaults.get(name) and _is_plain(value)
        )
        shown = f"{type(self).__name__}{''.join(plain)}"
        return f"<{shown}>" if len(shown) <= _LONGEST else f"<{shown[:_LONGEST]}…>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form: what the members hold, by their names."""
        return {name: json_form(value) for name, value in self._members()}

    def _members(self) -> Iterator[tuple[str, object]]:
        if not self._json_members:
            for field in _fields(self):
                yield field.metadata.get("json", field.name), getattr(self, field.name)
        for member in self._json_members:
            name, _, path = member.removesuffix("!s").partition("=")
            value = attrgetter(path or name)(self)
            yield name, str(value) if member.endswith("!s") else value


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
        case date():
            return value.isoformat()
        case bytes():
            return value.hex()
        case tuple() | list():
            return [json_form(item) for item in value]
        case Mapping():
            return {name: json_form(item) for name, item in value.items()}
    raise TypeError(f"{value!r} has no JSON form")


def _fields(value: Any) -> tuple["attrs.Attribute[object]", ...]:
    return tuple(field for field in attrs.fields(type(value)) if not field.name.startswith("_"))


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | bytes | int | Enum)
