"""The links of a page and its BASE element, however the page comes in pieces."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla.html.links import LinkReader, base_element, read_pieces

PAGE = """<html><head><title><base href=no></title><base target=x><base href=" http://x/ ">
<base href="http://z/"></head><body>
<a href="g">1</a> <A HREF='?y'>2</A> <img src=;x longdesc=l> <a name=z> <a href=a href=b></body>"""


def references(page: str) -> list[tuple[str, str, str]]:
    reader = LinkReader()
    return [
        (link.element, link.attribute, link.reference)
        for now in read_pieces(reader, io.StringIO(page))
        for link in now.latest()
    ]


def test_links_come_in_their_order_as_they_are_written() -> None:
    assert references(PAGE) == [
        ("a", "href", "g"),
        ("a", "href", "?y"),
        ("img", "longdesc", "l"),
        ("img", "src", ";x"),
        ("a", "href", "a"),
    ]


def test_the_first_base_element_of_the_head_counts() -> None:
    assert base_element(io.StringIO(PAGE)) == "http://x/"
    assert base_element(io.StringIO("<body><base href=x>")) is None
    assert base_element(io.StringIO("<title><base href=x></title><base href=y>")) == "y"


@given(st.text(st.sampled_from("<a href=\"'>!-/&x \n"), max_size=60))
def test_any_text_can_be_read(page: str) -> None:
    assert all(element == "a" for element, _, _ in references(page))


@pytest.mark.parametrize("opening", ["<!--", "<?x "])
def test_a_tag_that_never_ends_is_left_out_and_told(opening: str) -> None:
    reader = LinkReader()
    page = io.StringIO(f"<a href=?y>\n{opening}" + "x y " * 600_000)
    links = [link for now in read_pieces(reader, page) for link in now.latest()]
    assert [link.reference for link in links] == ["?y"]
    assert reader.given_up == [2]
