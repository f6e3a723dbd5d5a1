"""The links of a page and its BASE element, however the page comes in pieces."""

import io
from pathlib import Path

import pytest
from command_line import counts_peaks, peak_of_code
from hypothesis import given
from hypothesis import strategies as st

from hexapla.html.page import LinkReader, base_element

PAGE = """<html><head><title><base href=no></title><base target=x><base href=" http://x/ ">
<base href="http://z/"></head><body>
<a href="g">1</a> <A HREF='?y'>2</A> <img src=;x longdesc=l> <a name=z> <a href=a href=b></body>"""


def references(page: str) -> list[tuple[str, str, str]]:
    return [
        (link.element, link.attribute, link.reference)
        for links in LinkReader([]).read(io.StringIO(page))
        for link in links
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
    reader = LinkReader([])
    page = io.StringIO(f"<a href=?y>\n{opening}" + "x y " * 600_000)
    links = [link for links in reader.read(page) for link in links]
    assert [link.reference for link in links] == ["?y"]
    assert reader.given_up == [2]


@pytest.mark.parametrize("long", ["", "y='" + "z " * 100_000 + "' "])
def test_a_tag_of_too_many_attributes_is_left_out_and_told(long: str) -> None:
    reader = LinkReader([])
    page = io.StringIO(f"<a href=?y>\n<a {long}" + "x=1 " * 100_000 + "href=g>\n<a href=?z>")
    links = [link for links in reader.read(page) for link in links]
    assert [link.reference for link in links] == ["?y", "?z"]
    assert reader.given_up == [2]


@pytest.mark.parametrize(
    "before",
    [
        "<img alt='" + "x " * 200_000 + "' src=l>",
        "<!--" + "x > y " * 50_000 + "-->",
        "<script>" + "<b x " * 50_000 + "</script>",
        "<img alt='" + "> x " * 100_000 + "' src=l>",
    ],
)
def test_what_is_long_is_read_where_it_is_no_tag_of_many_attributes(before: str) -> None:
    reader = LinkReader([])
    page = io.StringIO(f"{before}<a href=g>" + " x" * 100_000 + "<a href=h>")
    links = [link for links in reader.read(page) for link in links]
    assert [link.reference for link in links if link.element == "a"] == ["g", "h"]
    assert reader.given_up == []


@counts_peaks
def test_memory_is_bounded_whatever_a_tag_holds(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<a " + " x=1" * 1_000_000 + " href=g>")
    code = (
        "import sys\nfrom hexapla.html.page import base_element\n"
        "assert base_element(open(sys.argv[1])) is None\n"
    )
    assert peak_of_code(code, str(path)) < 60 * 1024
