"""The components of results under the names that URL libraries give them."""

import pytest
from hypothesis import given
from inputs import any_text

import hexapla

MEMBERS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
URL = "http://u:p@Example.com:80/a/b?c#d"
EXPECTED = {
    "rfc1738": ("http", "u:p", "Example.com", "80", "a/b", "c#d", None),
    "rfc3986": ("http", "u:p", "Example.com", "80", "/a/b", "c", "d"),
    "whatwg": ("http", "u:p", "example.com", None, "/a/b", "c", "d"),
}


def members(result: hexapla.Reference | hexapla.Resolution) -> tuple[str | None, ...]:
    return tuple(getattr(result, name) for name in MEMBERS)


@pytest.mark.parametrize("selector", EXPECTED)
def test_a_url_has_its_components(selector: str) -> None:
    assert members(hexapla.parse(URL, spec=selector)) == EXPECTED[selector]


@pytest.mark.parametrize("selector", ["rfc3986", "whatwg"])
def test_a_target_has_its_components(selector: str) -> None:
    resolution = hexapla.resolve("?c#d", base="http://u:p@Example.com:80/a/b", spec=selector)
    assert members(resolution) == EXPECTED[selector]


def test_what_is_no_uri_has_none() -> None:
    same_document = hexapla.resolve("#s", base=URL, spec="rfc2396")
    assert same_document.uri is None
    assert members(same_document) == (None,) * 6 + ("s",)
    failure = hexapla.resolve("http://a b/", base=URL, spec="whatwg")
    assert failure.uri is None
    assert members(failure) == (None,) * 7
    for result in (same_document, failure):
        assert str(result).startswith("<Resolution of ")


@given(any_text, any_text)
def test_any_text_has_members(base: str, reference: str) -> None:
    for spec in hexapla.specs():
        members(spec.parse(reference))
        resolution = spec.resolve(reference, base=base)
        members(resolution)
        assert resolution.uri is None or str(resolution) != resolution.uri
