"""Readings and selectors: what they name, and what is said where there is no such thing."""

import pytest

import hexapla
from hexapla.documents.reading import reading_named


@pytest.mark.parametrize(
    ("selector", "canonical"),
    [
        ("rfc1808", "rfc1808"),
        ("rfc2396[]", "rfc2396"),
        ("rfc2396[excess-dots=retain]", "rfc2396"),
        (
            " rfc2396[ same-scheme=loophole , excess-dots=remove ] ",
            "rfc2396[excess-dots=remove,same-scheme=loophole]",
        ),
    ],
)
def test_a_selector_has_a_canonical_form(selector: str, canonical: str) -> None:
    spec = hexapla.spec(selector)
    assert spec.selector == canonical
    assert hexapla.spec(spec.selector) == spec


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        (
            "rfc1809",
            ("'rfc1809' is no spec", "rfc1808", "rfc1630, rfc1738, rfc1808, rfc2396, rfc3986"),
        ),
        ("", ("is no selector", "rfc2396[excess-dots=remove]")),
        ("rfc2396[", ("is no selector",)),
        ("rfc2396[exces-dots=remove]", ("reading of rfc2396", "did you mean 'excess-dots'")),
        ("rfc2396[excess-dots=removed]", ("did you mean 'remove'", "retain, remove, error")),
        ("rfc2396[excess-dots]", ("names no option", "reading=option")),
        ("rfc2396[excess-dots=remove,excess-dots=error]", ("given twice",)),
    ],
)
def test_the_error_for_an_unknown_selector_says_what_there_is(
    selector: str, words: tuple[str, ...]
) -> None:
    with pytest.raises(LookupError) as caught:
        hexapla.spec(selector)
    for word in words:
        assert word in str(caught.value)


def test_each_reading_has_its_name() -> None:
    readings = hexapla.spec("rfc2396").readings
    assert [reading_named(item.name, readings) for item in readings] == list(readings)
