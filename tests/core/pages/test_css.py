"""The references in CSS, and the charset of a style sheet."""

from typing import NamedTuple

import pytest
from command_line import counts_peaks, peak_of_code
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from tables import in_parts

from hexapla.pages.css import LARGEST_STYLE_SHEET, css_references, read_css
from hexapla.pages.link import Link, UnreadPart
from hexapla.values.errors import DocumentError


class StyleSheet(NamedTuple):
    """A style sheet, and its references: what holds each, and the reference."""

    text: str
    references: list[tuple[str, str]]


# CSS Syntax, CSS Values and Units (url, src), CSS Images (image-set), CSS Cascade (@import).
STYLE_SHEETS = [
    StyleSheet("a { b: url(c) }", [("url()", "c")]),
    StyleSheet("a { b: URL( 'c' ) }", [("url()", "c")]),
    StyleSheet('a { b: url("c" crossorigin(anonymous)) }', [("url()", "c")]),
    StyleSheet("a { b: url() }", [("url()", "")]),
    StyleSheet("a { b: src('c') src(var(--c)) }", [("src()", "c")]),
    StyleSheet("@import 'a' layer(b) supports(c: 'no');", [("@import", "a")]),
    StyleSheet('@IMPORT/**/\n"a";', [("@import", "a")]),
    StyleSheet("@import url(a) print;", [("url()", "a")]),
    StyleSheet("@import a 'no';", []),
    StyleSheet("@charset 'no'; @layer 'no';", []),
    StyleSheet("@namespace 'no'; @namespace b url(no); c { d: url(e) }", [("url()", "e")]),
    StyleSheet("@namespace b url('no') {} c { d: url(e) }", [("url()", "e")]),
    StyleSheet(
        "a { b: image-set('c' type('no') 1x, url(d) 2x) }",
        [("image-set()", "c"), ("url()", "d")],
    ),
    StyleSheet("a { b: -webkit-image-set(url(c) 1x) }", [("url()", "c")]),
    StyleSheet("a { content: 'no'; b: format('no') }", []),
    StyleSheet("@font-face { src: url(a) format('no'), local('no') }", [("url()", "a")]),
    StyleSheet("@media print { @supports (a) { b { c: url(d) } } }", [("url()", "d")]),
    StyleSheet("/* url(no) */ 'url(no)' a { --b: url(c) }", [("url()", "c")]),
    StyleSheet(r"a { b: u\72l(c\29\20 d) u\000052 L('\65') }", [("url()", "c) d"), ("url()", "e")]),
    StyleSheet(r"a { b: url(\d800 c) }", [("url()", "\ufffdc")]),  # CSS Syntax, 4.3.7
    StyleSheet("a { b: url(c d) url(e(f) url('g\n') }", []),  # bad tokens
    StyleSheet("a { b: url('c' 'no' url(no)) }", [("url()", "c"), ("url()", "no")]),
    StyleSheet("a { b: url(c", [("url()", "c")]),  # the end of the file closes all
    StyleSheet("a { b: url('c", [("url()", "c")]),
    StyleSheet("] } ) a { b: url(c) }", [("url()", "c")]),
]


@pytest.mark.parametrize("case", STYLE_SHEETS, ids=lambda case: case.text)
def test_references_are_those_of_css(case: StyleSheet) -> None:
    found = css_references(case.text)
    assert [(each.construct, each.reference) for each in found] == case.references


def test_a_reference_has_the_place_of_its_token() -> None:
    found = css_references("é\U0001f600{b: url(1)\r\n\f c: url('2')\r@import /**/ '3'")
    places = [(each.reference, each.line, each.column) for each in found]
    # Lines are counted from 1, and columns in code points, from 0.
    assert places == [("1", 1, 6), ("2", 3, 8), ("3", 4, 13)]


class Encoded(NamedTuple):
    """A style sheet as bytes, the charset from outside, and the charset in which it is read."""

    content: bytes
    said: str | None
    charset: str
    declared: bool


ENCODED = [  # CSS Syntax, 3.2
    Encoded(b"", None, "utf-8", False),
    Encoded(b'@charset "koi8-r";', None, "koi8-r", True),
    Encoded(b'@charset "x-klingon";', None, "utf-8", False),
    Encoded(b'@charset "utf-16";', None, "utf-8", True),
    Encoded(b"@charset 'koi8-r';", None, "utf-8", False),
    Encoded(b'@charset "koi8-r";', "latin1", "windows-1252", True),
    Encoded("\ufeffé".encode("utf-16-le"), None, "utf-16le", True),
    Encoded(b"\xef\xbb\xbf" + b'@charset "koi8-r";', None, "utf-8", True),
]


@pytest.mark.parametrize("case", ENCODED, ids=repr)
def test_a_style_sheet_declares_its_charset(case: Encoded) -> None:
    page = read_css(case.content, case.said)
    assert (page.charset, page.declared) == (case.charset, case.declared)


def test_a_style_sheet_is_read_in_its_charset() -> None:
    content = '@charset "koi8-r"; @import "я";'.encode("koi8-r")
    assert read_css(content).links == (Link("я", "", "", 1, 27, "@import"),)
    with pytest.raises(DocumentError, match="this is a binary file, not a style sheet"):
        read_css(b"\0asm")
    with pytest.raises(DocumentError, match="'utf-99' isn't a known charset"):
        read_css(b"", "utf-99")


def test_css_that_cannot_be_read_is_reported() -> None:
    large = read_css(b"@" * (LARGEST_STYLE_SHEET + 1))
    assert large.unread == (UnreadPart("the CSS has more than 4,194,304 characters", 1, 0),)
    long_number = read_css(b"a { b: " + b"1" * 4_301 + b" url(c) }")
    assert long_number.unread == (
        UnreadPart("the CSS has a number with more than 4,300 digits", 1, 0),
    )


@given(st.binary(max_size=60))
def test_any_bytes_are_a_style_sheet(content: bytes) -> None:
    read_css(content, "utf-8")


@given(st.text(st.sampled_from("ul(){}[]@;:'\"\\/*-1\n import#"), max_size=60) | any_text)
def test_any_text_has_references_or_none(text: str) -> None:
    for found in css_references(f"url({text}"):
        assert found.line >= 1
        assert found.column >= 0


UNITS = [
    "url(a)",
    "url(",
    "url('a')",
    "(",
    "\\",
    "/*",
    "'",
    "<!--",
    "a{b:url(c)}\n",
    "@import 'a';",
]


@in_parts("unit", *UNITS[:-2], slow=UNITS[-2:])
def test_long_css_comes_back(unit: str) -> None:
    # Quadratic code would not end.
    assert css_references("(" + unit * 100_000) is not None


@counts_peaks
@in_parts("unit", slow=["@import 'a';"], nightly=["(", ";", "a{b:url(c)}"])
def test_memory_for_css_is_bounded(unit: str) -> None:
    code = (
        "from hexapla.pages.css import LARGEST_STYLE_SHEET, read_css\n"
        f"unit = {unit!r}.encode()\n"
        "read_css(b'(' + unit * ((LARGEST_STYLE_SHEET - 1) // len(unit)))\n"
    )
    assert peak_of_code(code) < 330 * LARGEST_STYLE_SHEET >> 10
