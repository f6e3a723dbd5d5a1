"""Values show themselves in one line, and have a JSON form."""

from collections.abc import Mapping
from enum import StrEnum

import attrs
import pytest

from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value, json_form


class Kind(StrEnum):
    PLAIN = "plain"


@attrs.frozen(repr=False)
class Inner(Value):
    text: str


@attrs.frozen(repr=False)
class Outer(Value):
    kind: Kind
    inner: Inner
    octets: bytes | None = None
    items: tuple[object, ...] = ()
    table: Mapping[str, Inner] | None = None


def test_a_value_shows_the_fields_that_are_plain_and_no_defaults() -> None:
    value = Outer(Kind.PLAIN, Inner("a\n"), items=(1, "b"))
    assert repr(value) == "<Outer kind='plain' items=(1, 'b')>"
    assert repr(value.inner) == "<Inner text='a\\n'>"
    assert repr(attrs.evolve(value, items=(value.inner,))) == "<Outer kind='plain'>"


def test_a_long_text_is_shown_without_its_middle() -> None:
    assert len(repr(Inner("a" * 1_000))) < 80


def test_the_json_form_has_the_fields_by_their_names() -> None:
    value = Outer(Kind.PLAIN, Inner("a"), b"\x01\xff", (None, 2), FrozenMapping({"x": Inner("")}))
    assert value.to_dict() == {
        "kind": "plain",
        "inner": {"text": "a"},
        "octets": "01ff",
        "items": [None, 2],
        "table": {"x": {"text": ""}},
    }


def test_members_can_be_named() -> None:
    @attrs.frozen(repr=False)
    class Named(Value):
        _json_members = ("kind", "text=inner.text")
        inner: Inner
        kind: Kind = Kind.PLAIN

    assert Named(Inner("a")).to_dict() == {"kind": "plain", "text": "a"}
    assert repr(Named(Inner("a"))) == "<Named text='a'>"
    assert repr(Outer(Kind.PLAIN, Inner(""), items=("a" * 60,) * 6)).endswith("…>")
    assert len(repr(Outer(Kind.PLAIN, Inner(""), items=("a" * 60,) * 6))) == 160


def test_what_is_no_data_has_no_json_form() -> None:
    with pytest.raises(TypeError, match="has no JSON form"):
        json_form(object())
