"""The HTML that notebooks show: small, accessible, and with all text escaped."""

from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

import pytest
from site_under_test import Page, assert_is_well_formed

import hexapla

HOSTILE = "\"'><script>alert(1)</script>\ud800\x00\u202e"
CASES = [("http://a/b/c/d;p?q", "?y"), ("http://a/b", "../g;x"), ("http://a", "")]
LARGEST = 20_000  # characters


def comparison(text: str) -> object:
    return hexapla.compare(text, base=f"http://a/{text}", specs=["rfc1630", "rfc3986"])


def resolution(text: str) -> object:
    return hexapla.spec("rfc2396").resolve(text, base=f"http://a/{text}")


def no_uri(text: str) -> object:
    return hexapla.spec("rfc2396").resolve(text, base="a")


def relation(_: str) -> object:
    first, second = hexapla.spec("rfc1808").grammar, hexapla.spec("rfc2396").grammar
    assert first is not None
    assert second is not None
    return first.relation(second, "net_loc", "authority")


def identification(text: str) -> object:
    def join(base: str, reference: str) -> str:
        return text if reference == "?y" else urljoin(base, reference)

    return hexapla.identify(join, specs=["rfc2396", "rfc3986"], cases=CASES)


def parse_identification(text: str) -> object:
    def parse(url: str) -> object:
        return {"host": text} if "@" in url else urlsplit(url)

    urls = ["http://u@h/p", "http://h:80/", "a:b"]
    return hexapla.identify(parse=parse, specs=["rfc3986"], cases=urls)


values = pytest.mark.parametrize(
    "value",
    [comparison, resolution, no_uri, relation, identification, parse_identification],
    ids=lambda value: value.__name__,
)


@values
@pytest.mark.parametrize("text", ["../g", HOSTILE], ids=["plain", "hostile"])
def test_a_value_shows_itself_in_a_table(value: Callable[[str], object], text: str) -> None:
    html: str = value(text)._repr_html_()  # type: ignore[attr-defined]
    page = Page(html)
    assert_is_well_formed(page)
    tags = [tag for tag, _ in page.tags]
    assert {"table", "caption", "th"} <= set(tags)
    assert set(tags) <= {
        *("div", "table", "caption", "thead", "tbody"),
        *("tr", "th", "td", "p", "strong", "del"),
    }
    assert all(set(attributes) <= {"style", "scope"} for _, attributes in page.tags)
    assert all("scope" in attributes for tag, attributes in page.tags if tag == "th")
    assert "url(" not in html
    assert "background" not in html
    assert len(html) < LARGEST
    html.encode("utf-8")


@values
def test_markup_in_a_text_stays_text(value: Callable[[str], object]) -> None:
    html: str = value("<b>")._repr_html_()  # type: ignore[attr-defined]
    assert "<b>" not in html


def test_a_comparison_shows_what_differs_and_an_identification_its_departures() -> None:
    html = hexapla.compare("?y", base="http://a/b/c/d;p?q")._repr_html_()
    assert "RFC 2396" in html
    assert "an empty path replaces the base path&#39;s last segment" in html
    html = hexapla.compare(r"http://a\@b/", specs=["rfc3986", "whatwg"])._repr_html_()
    assert "b, userinfo a\\: ends" in html
    html = hexapla.identify(urljoin, specs=["rfc2396"], cases=CASES)._repr_html_()
    assert "RFC 2396" in html
    assert "Departures" in html
