"""Readings and selectors: what they name, and the messages for unknown ones."""

import pytest
from tables import by_rows_of

import hexapla
from hexapla.documents.reading import reading_named


@by_rows_of("documents")
def test_a_selector_has_a_canonical_form(selector: str, canonical: str) -> None:
    spec = hexapla.spec(selector)
    assert spec.selector == canonical
    assert hexapla.spec(spec.selector) == spec


@by_rows_of("documents")
def test_the_error_for_an_unknown_selector_says_what_there_is(
    selector: str, words: list[str]
) -> None:
    with pytest.raises(LookupError) as caught:
        hexapla.spec(selector)
    for word in words:
        assert word in str(caught.value)


def test_each_reading_has_its_name() -> None:
    readings = hexapla.spec("rfc2396").readings
    assert [reading_named(item.name, readings) for item in readings] == list(readings)
