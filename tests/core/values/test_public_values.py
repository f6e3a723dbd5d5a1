"""Public values: each shows itself in one line, has a JSON form, and does not change."""

from enum import Enum

import attrs
import pytest

import hexapla
import hexapla.grammar

VALUES = [
    value
    for package in (hexapla, hexapla.grammar)
    for value in (getattr(package, name) for name in package.__all__)
    if isinstance(value, type)
    and attrs.has(value)
    and not issubclass(value, Enum | Exception)
    and not getattr(value, "__abstractmethods__", None)
]
# What runs and what is compared is no JSON: these have no `to_dict`.
WITHOUT_JSON = {"Columns", "ColumnsWithBase", "Grammar", "Spec"}
# What is read of a page, and what a group is called, is set while it is put together.
BEING_FILLED = {"Audit", "Group"}
values = pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)


@values
def test_a_value_has_a_json_form(value: type) -> None:
    assert hasattr(value, "to_dict") or value.__name__ in WITHOUT_JSON


@values
def test_no_field_of_a_value_can_be_set(value: type) -> None:
    for field in attrs.fields(value):
        if not field.name.startswith("_") and value.__name__ not in BEING_FILLED:
            with pytest.raises(AttributeError):
                setattr(object.__new__(value), field.name, None)
