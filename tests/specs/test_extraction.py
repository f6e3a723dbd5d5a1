"""URIs in running text: the memos' own paragraphs, and what a wrapper may hold."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import any_text

import hexapla

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "extraction.json").read_text("utf-8")
)["cases"]
SPECS = hexapla.specs()
PIECES = st.sampled_from(
    [*'<>" \n-a.', "URL:", "url:", "http://a/", "#b", "mailto:x@y", "news:*", "&", "%41"]
)
texts = st.one_of(st.lists(PIECES, max_size=14).map("".join), any_text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['spec']} {case['text'][:40]!r}")
def test_other_uris_are_found(case: dict[str, Any]) -> None:
    spec = hexapla.spec(case["spec"])
    if case["found"] is None:
        assert spec.extraction is None
        assert spec.extract(case["text"]) == []
        return
    found = [
        {"uri": item.uri} | ({"alternatives": [*item.alternatives]} if item.alternatives else {})
        for item in spec.extract(case["text"])
    ]
    assert found == case["found"], case["why"]


@settings(max_examples=500, deadline=None)
@given(texts)
def test_a_span_holds_something_else(text: str) -> None:
    for spec in SPECS:
        end = 0
        for found in spec.extract(text):
            assert "".join(text[found.span.start : found.span.stop].split()) == found.uri
            assert end <= found.wrapped.start <= found.span.start
            assert found.span.stop <= found.wrapped.stop
            end = found.wrapped.stop


def test_several_hyphens_have_other_alternatives() -> None:
    (found,) = hexapla.spec("rfc2396").extract("<http://a/b-\nc-\nd>")
    assert found.uri == "http://a/b-c-d"
    assert found.alternatives == ("http://a/b-cd", "http://a/bc-d", "http://a/bcd")
    (many,) = hexapla.spec("rfc2396").extract("<http://a/" + "b-\n" * 9 + "c>")
    assert many.alternatives == ("http://a/" + "b" * 9 + "c",)


def test_columns_find_the_same() -> None:
    text = "See <URL:http://a/b> and <http://a/c>, url:http://a/d too."
    found = hexapla.compare_extraction(text, ["rfc1630", "rfc1738", "rfc1808", "rfc2396"])
    assert found.silent == ("rfc1808",)
    read = [
        {selector: [item.uri for item in items] for selector, items in place.found}
        for place in found.places
    ]
    assert read == [
        {"rfc1630": [], "rfc1738": ["http://a/b"], "rfc2396": ["http://a/b"]},
        {"rfc1630": [], "rfc1738": [], "rfc2396": ["http://a/c"]},
        {"rfc1630": ["http://a/d"], "rfc1738": [], "rfc2396": ["url:http://a/d"]},
    ]
    assert not found.agrees
    assert not any(place.agrees for place in found.places)


def test_what_one_column_finds_in_a_wrapper_is_kept_apart() -> None:
    text = "<URL:http://a/ url:http://b/>"
    (place,) = hexapla.compare_extraction(text, ["rfc1630", "rfc1738"]).places
    assert text[slice(*place.span)] == text
    assert dict(place.found)["rfc1630"][0].uri == "http://b/"
