"""The links of a page and its BASE element, as the HTML standard tokenizes the page."""

import io

import pytest
from command_line import counts_peaks, peak_of_code
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text

from hexapla.pages.html import LARGEST_PAGE, Link, base_element, read_content, read_page
from hexapla.values.errors import DocumentError

PAGE = """<html><head><title><base href=no></title><base target=x><base href=" http://x/ ">
<base href="http://z/"></head><body>
<a href="g">1</a> <A HREF='?y'>2</A> <img src=;x longdesc=l> <a name=z> <a href=a href=b></body>"""


def links_of(page: str) -> tuple[Link, ...]:
    return read_page(page.encode("utf-8", "surrogatepass"), "utf-8").links


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


# The expected values are those of the HTML standard, by its sections.
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


@given(st.text(st.sampled_from("<a href=\"'>!-/&x \n[]?"), max_size=60))
def test_any_text_of_marks_can_be_read(page: str) -> None:
    assert all(element == "a" for element, _, _ in references(page))


@given(any_text)
def test_any_text_can_be_read(page: str) -> None:
    base_element(page)
    links_of(f"<a href='{page}'>")


def test_a_page_may_have_so_many_bytes() -> None:
    assert read_content(io.BytesIO(b"x" * 100_000), 100_000) == b"x" * 100_000
    with pytest.raises(DocumentError, match="more than 99,999 bytes; allow more with --max-page"):
        read_content(io.BytesIO(b"x" * 100_000), 99_999)


@counts_peaks
@pytest.mark.parametrize("repeated", ["<b>", "<a href=x>", "<!--", "<a ", "&lt;", "<noscript>"])
def test_memory_is_in_proportion_to_the_page(repeated: str) -> None:
    count = (LARGEST_PAGE >> 3) // len(repeated)
    code = f"from hexapla.pages.html import read_page\nread_page({repeated!r}.encode() * {count})\n"
    assert peak_of_code(code) < 160 * 1024
