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
values = pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)


@values
def test_a_value_has_a_repr_of_its_own(value: type) -> None:
    """One that attrs writes shows every field, and those of the fields."""
    assert "attrs generated" not in value.__repr__.__code__.co_filename


@values
def test_a_value_has_a_json_form(value: type) -> None:
    assert hasattr(value, "to_dict") or value.__name__ in WITHOUT_JSON


def test_values_show_themselves_in_one_line() -> None:
    spec = hexapla.spec("rfc2396")
    comparison = hexapla.compare("../../../g", base="http://a/b", readings="all")
    shown = [
        comparison,
        *comparison.references,
        *comparison.resolutions,
        *comparison.facets,
        *comparison.facets[0].groups,
        *spec.readings,
        *spec.examples(),
        spec.document,
        spec.validate("?y"),
        spec.ambiguity("//a/b"),
        spec.grammar,
        spec.syntax,
        *spec.components,
        *spec.parsing,
        *spec.rules,
        hexapla.spec("rfc1738").resolve("http://a/b", "g").target,
        *hexapla.compare_escaping("~").differences,
        hexapla.divide(spec, "http://u@h:80/"),
        *hexapla.divide(spec, "http://u@h:80/").pieces,
    ]
    for value in shown:
        assert "\n" not in repr(value)
        assert " object at 0x" not in repr(value)
        assert len(repr(value)) <= 160
