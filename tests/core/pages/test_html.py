"""The links of a page and its BASE element, tokenized according to the HTML standard."""

from typing import NamedTuple

import pytest
from command_line import counts_peaks, peak_of_code
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text

from hexapla.pages.css import LARGEST_STYLE_SHEET
from hexapla.pages.html import base_element, read_html
from hexapla.pages.link import Link, UnreadPart
from hexapla.pages.page import LARGEST_PAGE

PAGE = """<html><head><title><base href=no></title><base target=x><base href=" http://x/ ">
<base href="http://z/"></head><body>
<a href="g">1</a> <A HREF='?y'>2</A> <img src=;x longdesc=l> <a name=z> <a href=a href=b></body>"""


def links_of(page: str) -> tuple[Link, ...]:
    return read_html(page.encode("utf-8", "surrogatepass"), "utf-8").links


def references(page: str) -> list[tuple[str, str, str]]:
    return [(link.element, link.attribute, link.reference) for link in links_of(page)]


def test_links_come_in_their_order_as_they_are_written() -> None:
    assert references(PAGE) == [
        ("a", "href", "g"),
        ("a", "href", "?y"),
        ("img", "longdesc", "l"),
        ("img", "src", ";x"),
        ("a", "href", "a"),
    ]


# The expected values follow the cited sections of the HTML standard.
TOKENIZED = [
    ("<![x[ ]]><a href=g>", ["g"]),  # 13.2.5.42: a bogus comment, up to the first ">"
    ("<![CDATA[<a href=no>]]><a href=g>", ["g"]),
    ("<!--><a href=g>-->", ["g"]),  # 13.2.5.43: this comment is closed at once
    ("<!-- --!><a href=g>", ["g"]),  # 13.2.5.52
    ("<?x <a href=no><a href=g>", ["g"]),
    ("</><a href=g></a <a href=no>", ["g"]),
    ("<script>'<a href=no>'</script><a href=g>", ["g"]),
    ("<script><!--<script></script><a href=no></script><a href=g>", ["g"]),  # 13.2.5.26
    ("<title><a href=no></title><a href=g>", ["g"]),  # 13.2.5.2
    ("<textarea><a href=no></textarea><a href=g>", ["g"]),
    ("<iframe src=f><a href=no></iframe><a href=g>", ["f", "g"]),  # 13.2.5.3
    ("<plaintext><a href=no>", []),  # 13.2.5.5
    ("<a href>", [""]),  # 13.2.5.33: an attribute without a value is an empty one
    ("<a href='a\r\nb\rc'>", ["a\nb\nc"]),  # 13.2.3.5
    ("<a href=a\0b>", ["a\ufffdb"]),  # 13.2.5.38
    ("<a href='?a&lt=b&amp;c&notit;d&#x41;'>", ["?a&lt=b&c&notit;dA"]),  # 13.2.5.73
    ("<a title='&#" + "1" * 5_000 + ";' href=g>", ["g"]),  # 13.2.5.80
    ("<a href='&#" + "1" * 5_000 + ";'>", ["\ufffd"]),
    ("<p><a href=g>1<p>2</a>", ["g"]),  # one tag, though a browser makes two elements of it
    ("<template><a href=t></template><a href=g>", ["t", "g"]),
    ("<noscript><a href=n></noscript><a href=g>", ["n", "g"]),
    ("<noscript><noscript><a href=no></noscript><a href=g>", ["g"]),
    ("<svg><a href=s></svg>", ["s"]),
    ("<a href=no", []),
    ("<a href='no>", []),
]


@pytest.mark.parametrize(("page", "wanted"), TOKENIZED)
def test_a_page_is_tokenized_by_the_standard(page: str, wanted: list[str]) -> None:
    assert [link.reference for link in links_of(page)] == wanted


class Attribute(NamedTuple):
    """A tag, and the links in its attributes: the attribute, and the reference."""

    page: str
    links: list[tuple[str, str]]


ATTRIBUTES = [
    Attribute("<img srcset='a 1x, b 2x'>", [("srcset", "a"), ("srcset", "b")]),  # HTML, 4.8.3
    Attribute("<source srcset='a,b'>", [("srcset", "a,b")]),
    Attribute("<p srcset=no>", []),
    Attribute("<link imagesrcset='a 1w'>", [("imagesrcset", "a")]),  # HTML, 4.2.4
    Attribute("<a ping=' b\tc\n' href=a>", [("href", "a"), ("ping", "b"), ("ping", "c")]),
    Attribute("<a ping='b\xa0c'>", [("ping", "b\xa0c")]),  # not ASCII whitespace
    Attribute("<object archive='a b'>", [("archive", "a"), ("archive", "b")]),  # HTML 4.01, 13.3
    Attribute("<meta http-equiv=REFRESH content='0;url=a'>", [("content", "a")]),  # HTML, 4.2.5.3
    Attribute("<meta http-equiv=refresh content=5>", []),
    Attribute("<meta name=refresh content='0;url=no'>", []),
    Attribute("<p style='background: url(a)'>", [("style", "a")]),
    Attribute("<p style='color: red' fill='url(no)' href=no xlink:href=no>", []),
]


@pytest.mark.parametrize("case", ATTRIBUTES, ids=lambda case: case.page)
def test_each_attribute_is_read_by_its_syntax(case: Attribute) -> None:
    assert [(link.attribute, link.reference) for link in links_of(case.page)] == case.links


FOREIGN = [
    Attribute("<svg><use xlink:href=a /></svg>", [("xlink:href", "a")]),
    Attribute("<svg><image href=a></svg>", [("href", "a")]),
    Attribute("<svg><rect fill='url(a)' mask='url(\"b\")'/></svg>", [("fill", "a"), ("mask", "b")]),
    Attribute("<svg fill='url(a)'/><p fill='url(no)'>", [("fill", "a")]),
    Attribute("<svg></svg><use href=no>", []),
    Attribute("<svg><svg></svg><use href=a></svg>", [("href", "a")]),
    Attribute("<math><mi href=a></math><mi href=no>", [("href", "a")]),
    Attribute("<svg><script href=a></script></svg>", [("href", "a")]),
    Attribute("<script href=no></script>", []),
]


@pytest.mark.parametrize("case", FOREIGN, ids=lambda case: case.page)
def test_svg_and_math_have_attributes_of_theirs(case: Attribute) -> None:
    assert [(link.attribute, link.reference) for link in links_of(case.page)] == case.links


class Style(NamedTuple):
    """A page with a STYLE element, and its links: the reference, the line and the column."""

    page: str
    links: list[tuple[str, int, int]]


STYLES = [
    Style("<style>@import 'a';\n é{b: url(c)}</style>", [("a", 1, 15), ("c", 2, 6)]),
    Style("\n<style type=TEXT/CSS>\r\n url(a)</style>", [("a", 3, 1)]),
    Style("<style type=''>url(a)</style>", [("a", 1, 15)]),
    Style("<style type=text/less>url(no)</style>", []),
    Style("<style></style>url(no)<p>url(no)", []),
    Style("\n<noscript> <style>url(a)</style>url(no)</noscript>", [("a", 2, 18)]),
    Style("<svg><style><![CDATA[ url(a) ]]></style></svg>", [("a", 1, 22)]),
]


@pytest.mark.parametrize("case", STYLES, ids=lambda case: case.page)
def test_a_style_element_is_read_as_css(case: Style) -> None:
    found = [(link.reference, link.line, link.column) for link in links_of(case.page)]
    assert found == case.links


@pytest.mark.parametrize(
    ("page", "begins_like_xml"),
    [
        (b"\xef\xbb\xbf <?xml version='1.0'?><html>", True),
        (b"<!-- drawn --><svg>", True),
        (b"<html><svg>", False),
        (b"", False),
    ],
)
def test_a_page_that_begins_like_xml_is_noticed(page: bytes, begins_like_xml: bool) -> None:
    assert read_html(page).begins_like_xml is begins_like_xml


def test_css_that_is_too_large_is_an_unread_part() -> None:
    page = "<a href=a>\n<style>" + "(" * (LARGEST_STYLE_SHEET + 1) + "</style><a href=b>"
    read = read_html(page.encode())
    assert [link.reference for link in read.links] == ["a", "b"]
    assert read.unread == (UnreadPart("the CSS has more than 4,194,304 characters", 2, 7),)


def test_a_link_has_the_place_of_its_tag() -> None:
    page = "é\U0001f600<a href=1>\r\n <a\n href=2>\r<noscript>\n <a href=3><a href=4></noscript>"
    places = [(link.reference, link.line, link.column) for link in links_of(page)]
    assert places == [("1", 1, 2), ("2", 2, 1), ("3", 5, 1), ("4", 5, 11)]
    (link,) = links_of("<p><noscript><a href=5></noscript>")
    assert (link.line, link.column) == (1, 13)


def test_the_first_base_element_of_the_head_counts() -> None:
    assert base_element(PAGE) == "http://x/"
    assert base_element("<body><base href=x>") is None
    assert base_element("<title><base href=x></title><base href=y>") == "y"
    assert base_element("<template><b><base href=x></template><base href=y>") == "y"
    assert base_element("</template></head><base href=x>") is None
    assert base_element("<noscript></head></noscript><base href=x>") == "x"
    assert base_element("<noscript><template></template></noscript><base href=x>") == "x"


@given(st.text(st.sampled_from("<a href=\"'>!-/&x \n[]?"), max_size=60))
def test_any_text_of_marks_can_be_read(page: str) -> None:
    assert all(element == "a" for element, _, _ in references(page))


@given(any_text)
def test_any_text_can_be_read(page: str) -> None:
    base_element(page)
    links_of(f"<a href='{page}'>")


REPEATED = ["<b>", "<a href=x>", "<!--", "<a ", "&lt;", "<noscript>", "<svg>", "<p style=a:(>"]


@pytest.mark.slow
@counts_peaks
@pytest.mark.parametrize("repeated", REPEATED)
def test_memory_is_in_proportion_to_the_page(repeated: str) -> None:
    count = (LARGEST_PAGE >> 3) // len(repeated)
    code = f"from hexapla.pages.html import read_html\nread_html({repeated!r}.encode() * {count})\n"
    assert peak_of_code(code) < 160 * 1024
