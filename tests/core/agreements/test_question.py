"""When readers agree: they read the same text, from the same characters."""

from typing import NamedTuple

import pytest
from hypothesis import given
from inputs import any_text
from made_up_readers import Host, authority, before_backslash, letters_alone, plain, question

from hexapla.agreements.shape import Shape, rest_of, shape_of


class Divided(NamedTuple):
    """A URL, and its parts."""

    url: str
    shape: Shape | None


DIVIDED = (
    Divided("http://h", Shape("http", None, "h", None, "")),
    Divided("http://h/p?q#f", Shape("http", None, "h", None, "/p?q#f")),
    Divided("http://h?q/p", Shape("http", None, "h", None, "?q/p")),
    Divided("http://u@h:80/", Shape("http", "u", "h", "80", "/")),
    Divided("http://u:p@v@h/", Shape("http", "u:p@v", "h", None, "/")),
    Divided("http://h:80:81", Shape("http", None, "h", "80:81", "")),
    Divided("http://u@[::1]:80/", Shape("http", "u", "[::1]", "80", "/")),
    Divided("http://a\\@b/", Shape("http", "a\\", "b", None, "/")),
    Divided("http://h/@b:c", Shape("http", None, "h", None, "/@b:c")),
    Divided("http:///p", Shape("http", None, "", None, "/p")),
    Divided("http://[::1", None),
    Divided("http://[::1]a/", None),
    Divided("http:/h", None),
    Divided("", None),
)


@pytest.mark.parametrize("case", DIVIDED, ids=lambda case: repr(case.url))
def test_a_url_is_divided_into_its_shape(case: Divided) -> None:
    assert shape_of(case.url) == case.shape


@given(any_text)
def test_a_shape_is_its_url_again(text: str) -> None:
    for url in (text, f"http://{text}"):
        shape = shape_of(url)
        assert shape is None or shape.url == url
    assert rest_of(text).text == text


class Agreed(NamedTuple):
    """The results of two readers, a URL, and whether they agree on it."""

    readers: tuple[Host, ...]
    url: str
    agree: bool


AGREED = (
    Agreed((plain, before_backslash), "http://u@a:80/", True),
    Agreed((plain, before_backslash), "http://a\\@b/", False),
    # Both read "a": one before the "@", and the other after it.
    Agreed((plain, before_backslash), "http://a\\@a/", False),
    Agreed((plain, before_backslash), "http://a\\b/", False),
    # Both read "a", which isn't the whole host.
    Agreed((before_backslash, before_backslash), "http://a\\b/", False),
    Agreed((plain, letters_alone), "http://a1/", False),
    Agreed((plain, letters_alone), "http:///", False),
    Agreed((plain, letters_alone), "ftp://a/", False),
    Agreed((plain, plain), "http://a1/", True),
    # Left out, whatever the readers read.
    Agreed((plain, plain), "http://a\tb/", False),
    Agreed((plain, plain), "http://a/ b", False),
    Agreed((plain, plain), "http://[u]@a/", False),
    Agreed((plain, plain), "http://\u00e4/", False),
    Agreed((authority, authority), "http://a%41/", True),
    Agreed((authority, authority), "http://a%C3%A4/", False),
    Agreed((plain, plain), "http://a.XN--a/", False),
    Agreed((plain, plain), "http://a/\ud800", False),
)


@pytest.mark.parametrize("case", AGREED, ids=lambda case: repr(case.url))
def test_readers_agree_on_characters(case: Agreed) -> None:
    assert question(*case.readers).agrees_on(case.url) == case.agree


def test_idna_asks_for_other_hosts() -> None:
    asked = question(plain, plain, idna=True)
    assert asked.agrees_on("http://\u00e4/")
    assert asked.agrees_on("http://xn--4ca/")
    assert not asked.agrees_on("http://a\tb/")


@given(any_text)
def test_any_text_has_an_answer(text: str) -> None:
    asked = question(plain, before_backslash, letters_alone)
    assert asked.agrees_on(text) in (True, False)
    assert asked.agrees_on(f"http://{text}") in (True, False)
