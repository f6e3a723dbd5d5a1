"""The format of a page by its file name, and its largest allowed size."""

import io

import pytest

from hexapla.pages.page import PageFormat, format_of_file, read_content
from hexapla.values.errors import DocumentError


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a/logo.SVG", PageFormat.XML),
        ("page.xhtml", PageFormat.XML),
        ("feed.atom", PageFormat.XML),
        ("style.css", PageFormat.CSS),
        ("page.html", PageFormat.HTML),
        ("svg", PageFormat.HTML),
        ("-", PageFormat.HTML),
    ],
)
def test_the_suffix_decides_the_format(name: str, format: PageFormat) -> None:
    assert format_of_file(name) is format


def test_a_page_may_have_so_many_bytes() -> None:
    assert read_content(io.BytesIO(b"x" * 100_000), 100_000) == b"x" * 100_000
    with pytest.raises(DocumentError, match="more than 99,999 bytes; allow more with --max-page"):
        read_content(io.BytesIO(b"x" * 100_000), 99_999)
