"""Values: their one-line and JSON forms, immutability, provenance, and caches."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum, StrEnum
from importlib.metadata import version
from typing import Any

import attrs
import pytest

import hexapla
import hexapla.grammar
from hexapla.values.frozen import FrozenMapping, kept
from hexapla.values.provenance import provenance_now
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


VALUES = [
    value
    for package in (hexapla, hexapla.grammar)
    for value in (getattr(package, name) for name in package.__all__)
    if isinstance(value, type)
    and attrs.has(value)
    and not issubclass(value, Enum | Exception)
    and not getattr(value, "__abstractmethods__", None)
]
# Grammars and specs are code rather than data, so they have no `to_dict`.
WITHOUT_JSON = {"Grammar", "Spec"}
# They are filled while a page is read, or while groups are named.
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


def mappings() -> list[Any]:
    spec = hexapla.spec("rfc2396")
    comparison = hexapla.compare("../../../g", base="http://a/b", readings="all")
    assert comparison.target is not None
    return [
        spec.parse("g").parts,
        spec.parse("g").spans,
        spec.options,
        spec.readings[0].rationales,
        comparison.target.groups[0].value,
    ]


@pytest.mark.parametrize("value", mappings(), ids=str)
def test_a_mapping_refuses_every_change(value: Any) -> None:
    before = dict(value)
    for change in ("update", "__setitem__", "pop", "popitem", "clear", "setdefault"):
        with pytest.raises(TypeError, match="is immutable"):
            getattr(value, change)("x", 1)
    with pytest.raises(TypeError):
        del value[next(iter(value))]
    assert value == before


def test_a_value_built_by_hand_is_equal() -> None:
    spec = hexapla.spec("rfc2396")
    by_hand = hexapla.Reference(spec, ("g?y", None, None, "g", "y", None))
    assert by_hand == spec.parse("g?y")
    resolution = hexapla.Resolution(spec, "http://a/b", "g?y", "http://a/g?y")
    assert resolution == spec.resolve("g?y", base="http://a/b")


LONG = "a" * 5000


def test_results_for_short_texts_are_kept() -> None:
    asked: list[str] = []
    ask: Any = kept(8)(asked.append)
    for text in ("a", "b", "a", "b"):
        ask(text)
    assert asked == ["a", "b"]


def test_of_long_texts_one_is_kept_at_most() -> None:
    asked: list[str] = []
    ask: Any = kept(8, lambda _, text: len(text))(lambda _, text: asked.append(text))
    for number in range(5):
        ask(number, LONG)
        ask(number, LONG)
    assert len(asked) == 5
    assert ask.cache_info().currsize == 1


def test_it_is_this_version_and_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    before = datetime.now(UTC).date().isoformat()
    made = provenance_now()
    assert made.version == version("hexapla") == hexapla.__version__
    assert before <= made.date <= datetime.now(UTC).date().isoformat()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", made.date)
    assert made.to_dict() == {"version": made.version, "date": made.date, "license": "MIT"}


@pytest.mark.parametrize(("seconds", "day"), [("0", "1970-01-01"), ("951868799", "2000-02-29")])
def test_the_day_can_be_given(seconds: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    made = provenance_now()
    assert (made.date, made.year) == (day, day[:4])
    assert made.cite("A & B") == (
        f"The Hexapla developers ({day[:4]}). “A & B”. Hexapla {made.version}"
    )


@pytest.mark.parametrize("seconds", ["today", "1e9", "9" * 30])
def test_what_is_no_day_is_refused(seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    with pytest.raises(
        ValueError, match="SOURCE_DATE_EPOCH must be a number of seconds since 1970"
    ):
        provenance_now()
