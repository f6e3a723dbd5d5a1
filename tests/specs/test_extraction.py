"""URIs in running text: the standards' own paragraphs, and what a wrapper may hold."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
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
def test_the_expected_uris_are_found(case: dict[str, Any]) -> None:
    spec = hexapla.spec(case["spec"])
    if case["found"] is None:
        assert spec.extraction is None
        assert hexapla.extract(spec, case["text"]) == ()
        return
    found = [
        {"uri": item.uri} | ({"alternatives": [*item.alternatives]} if item.alternatives else {})
        for item in hexapla.extract(spec, case["text"])
    ]
    assert found == case["found"], case["why"]


@given(texts)
def test_every_span_holds_its_uri(text: str) -> None:
    for spec in SPECS:
        end = 0
        for found in hexapla.extract(spec, text):
            assert "".join(text[found.span.start : found.span.stop].split()) == found.uri
            assert end <= found.wrapped.start <= found.span.start
            assert found.span.stop <= found.wrapped.stop
            end = found.wrapped.stop


def test_several_hyphens_have_all_their_alternatives() -> None:
    (found,) = hexapla.extract("rfc2396", "<http://a/b-\nc-\nd>")
    assert found.uri == "http://a/b-c-d"
    assert found.alternatives == ("http://a/b-cd", "http://a/bc-d", "http://a/bcd")
    (many,) = hexapla.extract("rfc2396", "<http://a/" + "b-\n" * 9 + "c>")
    assert many.alternatives == ("http://a/" + "b" * 9 + "c",)


def test_columns_differ_region_by_region() -> None:
    text = "See <URL:http://a/b> and <http://a/c>, url:http://a/d too."
    found = hexapla.compare_extraction(text, ["rfc1630", "rfc1738", "rfc1808", "rfc2396"])
    assert found.silent == ("rfc1808",)
    read = [
        {selector: [item.uri for item in items] for selector, items in region.extracted.items()}
        for region in found.regions
    ]
    assert read == [
        {"rfc1630": [], "rfc1738": ["http://a/b"], "rfc2396": ["http://a/b"]},
        {"rfc1630": [], "rfc1738": [], "rfc2396": ["http://a/c"]},
        {"rfc1630": ["http://a/d"], "rfc1738": [], "rfc2396": ["url:http://a/d"]},
    ]
    assert not found.agrees
    assert not any(region.agrees for region in found.regions)


def test_what_one_column_finds_in_another_s_wrapper_is_one_region() -> None:
    text = "<URL:http://a/ url:http://b/>"
    (region,) = hexapla.compare_extraction(text, ["rfc1630", "rfc1738"]).regions
    assert text[slice(*region.span)] == text
    assert region.extracted["rfc1630"][0].uri == "http://b/"
