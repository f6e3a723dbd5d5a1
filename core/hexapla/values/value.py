"""The base class of values, with a one-line `repr` and a JSON form."""

import reprlib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from enum import Enum
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

import attrs

AS_SPEC = {"json": "spec"}
"""The metadata of a field that contains a selector; the field's JSON member is called `spec`."""

_LONGEST = 157
_SHORTENED = reprlib.Repr()
_SHORTENED.maxstring = _SHORTENED.maxother = 60


class Value:
    """A value with named fields, a one-line `repr` and a JSON form.

    Subclasses use `attrs.frozen(repr=False)`; otherwise, attrs would generate its own `__repr__`.
    """

    __slots__ = ()
    # The members of the JSON form, if they aren't the fields. Each is the name of an attribute, or
    # `member=path.to.attribute` if the member's name differs. `member!s` is converted to a string.
    _json_members: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        """Show the class name, and the members that have simple values other than the defaults."""
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
        """Return the JSON form: the values of the members, keyed by name."""
        form: dict[str, object] = {}
        for name, read, is_text in _members_of(type(self)):
            value = read(self)
            # Most values are their own JSON form, so that calling `json_form` would take longer.
            if is_text:
                form[name] = str(value)
            elif type(value) in _JSON_TYPES:
                form[name] = value
            else:
                form[name] = json_form(value)
        return form

    def _members(self) -> Iterator[tuple[str, object]]:
        for name, read, is_text in _members_of(type(self)):
            value = read(self)
            yield name, str(value) if is_text else value


class _Member(NamedTuple):
    """A member of a JSON form: its name, its getter, and whether it is converted to a string."""

    name: str
    read: Callable[[object], object]
    is_text: bool = False


_MEMBERS: dict[type, tuple[_Member, ...]] = {}
"""The members of the JSON form of each class."""


def _members_of(kind: type[Any]) -> tuple[_Member, ...]:
    """Return the members of the JSON form of a class, from a cache if possible."""
    members = _MEMBERS.get(kind)
    if members is None:
        members = tuple(_find_members(kind))
        _MEMBERS[kind] = members
    return members


def _find_members(kind: type[Any]) -> Iterator[_Member]:
    if not kind._json_members:
        fields = (field for field in attrs.fields(kind) if not field.name.startswith("_"))
        for field in fields:
            yield _Member(field.metadata.get("json", field.name), attrgetter(field.name))
    for member in kind._json_members:
        name, _, path = member.removesuffix("!s").partition("=")
        yield _Member(name, attrgetter(path or name), member.endswith("!s"))


_JSON_TYPES = frozenset({str, int, bool, type(None)})
"""Values of exactly these types are their own JSON form."""


def json_form(value: object) -> object:
    """Convert a field's value to its JSON form; bytes are written in hexadecimal.

    Raises:
        TypeError: The value has no JSON form.
    """
    # The usual types come first, because this function is called for every member.
    if type(value) in _JSON_TYPES:
        return value
    if type(value) is tuple:
        return [item if type(item) in _JSON_TYPES else json_form(item) for item in value]
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
