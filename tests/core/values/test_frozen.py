"""Values do not change, and go through hash, copy, pickle and JSON."""

from typing import Any

import pytest

import hexapla


def values() -> list[Any]:
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


@pytest.mark.parametrize("value", values(), ids=str)
def test_a_mapping_refuses_every_change(value: Any) -> None:
    before = dict(value)
    for change in ("update", "__setitem__", "pop", "popitem", "clear", "setdefault"):
        with pytest.raises(TypeError, match="does not change"):
            getattr(value, change)("x", 1)
    with pytest.raises(TypeError):
        del value[next(iter(value))]
    assert value == before


def test_a_value_built_by_hand_is_equal() -> None:
    spec = hexapla.spec("rfc2396")
    by_hand = hexapla.Reference(spec, ("g?y", None, None, "g", "y", None))
    assert by_hand == spec.parse("g?y")
    assert hexapla.Resolution(
        spec, spec.parse("http://a/b").split, by_hand.split, "http://a/g?y"
    ) == spec.resolve("http://a/b", "g?y")
