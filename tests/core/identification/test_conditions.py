"""Conditions of departures are inferred from all answers, and those to smaller cases test them."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from made_up_parsers import faithful

import hexapla

PARSE = faithful("rfc3986")
Parts = Mapping[str, Any]


def first_sentence(refuses: Callable[[Parts], object]) -> str:
    def parse(url: str) -> Parts:
        parts: Parts = PARSE(url)
        if refuses(parts):
            raise ValueError(url)
        return parts

    return hexapla.identify(parse=parse).departures[0].sentence


def has_digit(scheme: str) -> bool:
    return any(character.isdigit() for character in scheme)


@pytest.mark.parametrize(
    ("refuses", "condition"),
    [
        (lambda it: has_digit(it["scheme"] or ""), "the scheme has a digit"),
        (lambda it: len(it["host"] or "") > 63, "the host has a label of more than 63 characters"),
    ],
)
def test_a_refusal_is_named_with_its_condition(
    refuses: Callable[[Parts], object], condition: str
) -> None:
    assert first_sentence(refuses) == f"it rejects the URL if {condition}"


def test_a_case_that_was_tried_in_shrinking_refutes_a_condition() -> None:
    """The given cases alone would suggest that the port matters."""

    def parse(url: str) -> Parts:
        parts = PARSE(url)
        return {**parts, "path": ""} if (parts["path"] or "").startswith("/C:") else parts

    urls = ["file:///C:/x", "file:///x", "http://h:80/C:/y", "http://h/y", "x:y"]
    found = hexapla.identify(parse=parse, specs=["rfc3986"], cases=urls)
    assert all("port" not in departure.sentence for departure in found.departures)
