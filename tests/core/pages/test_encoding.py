"""The charset of a page: declared, guessed, or none."""

import pytest
from tables import by_rows_of

from hexapla.pages.encoding import charset_of, codec_of, guess, text_of_page
from hexapla.pages.reading import read_page
from hexapla.values.errors import DocumentError


@by_rows_of("documents")
def test_a_charset_is_declared_by_a_mark_or_in_the_head(head: str, charset: str | None) -> None:
    assert charset_of(head.encode("latin-1")) == charset


def test_a_page_is_utf_8_where_all_of_it_is_unless_it_says_otherwise_early() -> None:
    assert charset_of(b"x" * 4096 + b"<meta charset=koi8-r>") is None
    assert guess("é".encode()) == "utf-8"
    assert guess("é".encode("latin-1")) == "iso-8859-1"
    assert guess(b"<p>" * 30_000 + b"\xff") == "iso-8859-1"


def test_a_binary_file_has_nul_and_no_mark() -> None:
    with pytest.raises(DocumentError, match="this is a binary file"):
        read_page(b"\x89PNG\0")
    assert read_page("\ufeffa".encode("utf-16-le")).charset == "utf-16le"
    assert read_page(b"text").charset == "utf-8"


@by_rows_of("documents")
def test_a_charset_is_a_label_of_the_encoding_standard(charset: str, codec: str | None) -> None:
    assert codec_of(charset) == codec


def test_a_page_is_decoded_by_what_is_said_of_it_first() -> None:
    page = "<meta charset=koi8-r>я".encode("koi8-r")
    assert text_of_page(page).endswith("я")
    assert text_of_page(page, "iso-8859-1").endswith("Ñ")
    assert text_of_page("é".encode("latin-1"), "x-klingon") == "é"
