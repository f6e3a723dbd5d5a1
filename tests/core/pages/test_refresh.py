"""The URL of a refresh, by the HTML standard's shared declarative refresh steps."""

from typing import NamedTuple

import pytest
from hypothesis import given
from inputs import any_text

from hexapla.pages.refresh import refresh_url


class Refresh(NamedTuple):
    """A value of CONTENT, and the URL that it leads to."""

    content: str
    url: str | None


# With the numbers of the standard's steps.
REFRESHES = [
    Refresh("", None),  # 6
    Refresh("foo", None),
    Refresh("; foo", None),
    Refresh("+1; url=foo", None),
    Refresh(".9; url=foo", "foo"),
    Refresh("1.9..5.; url=foo", "foo"),  # 8
    Refresh("1", None),  # 10
    Refresh("1url=foo", None),  # 10.1
    Refresh("1e0; url=foo", None),
    Refresh("1 x;url=foo", "x;url=foo"),  # 10.2
    Refresh("1;", None),
    Refresh("1, ", None),
    Refresh("1;;url=foo", ";url=foo"),  # 10.3
    Refresh("  1\t;\n url \f=\r foo", "foo"),  # 10.4, 11.5, 11.7
    Refresh("1 url=foo", "foo"),
    Refresh("1; URL=foo", "foo"),  # 11.2 to 11.4
    Refresh("1; url foo", "url foo"),
    Refresh("1; urlfoo", "urlfoo"),
    Refresh("1; ufoo", "ufoo"),
    Refresh("1; url='foo'bar", "foo"),  # 11.8 to 11.10
    Refresh('1; "foo"bar', "foo"),
    Refresh("1; url=\"foo'bar", "foo'bar"),
    Refresh("1; url=", ""),
    Refresh("1; url=foo ", "foo "),  # as it is written
    Refresh("1; u='foo'", "u='foo'"),
    Refresh(f"{'9' * 5_000}; foo", "foo"),
]


@pytest.mark.parametrize("case", REFRESHES, ids=lambda case: case.content[:30])
def test_a_refresh_leads_where_the_standard_says(case: Refresh) -> None:
    assert refresh_url(case.content) == case.url


@given(any_text)
def test_any_text_is_a_refresh_or_none(content: str) -> None:
    url = refresh_url(content)
    assert url is None or url in content
    assert refresh_url(f"1; {content}") is None or content.strip("\t\n\f\r ")
