"""Text for display and for names: visible signs, HTML, numbers, addresses, escape sequences."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

from hexapla.text import escapes
from hexapla.text.counted import counted
from hexapla.text.signs import in_quotes, visible, visible_and_cut, width
from hexapla.text.slug import short_name, slug
from hexapla.text.table import escaped, escaped_cells, html_paragraphs, html_table


@by_rows_of("text")
def test_what_has_no_shape_has_a_sign(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(text=st.text(st.characters(codec=None, exclude_categories=())))
def test_a_shown_text_has_no_control_or_space(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert not set(shown) & set(" \t\r\n")


@given(
    st.text(st.characters(codec=None, exclude_categories=()), max_size=20),
    st.integers(min_value=1, max_value=200),
)
def test_a_long_text_has_the_signs_of_its_parts(part: str, times: int) -> None:
    assert visible(part * times) == "".join(map(visible, part)) * times


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("", 0)])
def test_a_width_is_counted_in_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@given(st.text(max_size=30), st.integers(2, 20))
def test_a_text_without_its_middle_says_how_much_was_left_out(text: str, longest: int) -> None:
    shown = visible_and_cut(text, longest)
    if len(text) <= longest:
        assert shown == visible(text)
    else:
        begin, _, rest = shown.partition(f" …{len(text) - longest} characters omitted… ")
        assert begin == visible(text[: (longest + 1) // 2])
        assert rest == visible(text[len(text) - longest // 2 :])


@by_rows_of("text")
def test_text_is_escaped(text: str, html: str) -> None:
    assert escaped(text) == html
    assert f">{html}</" in html_table(text, (), ())
    assert f">{html}</" in html_paragraphs([text])


def test_a_notebook_shows_no_more_of_a_text_than_a_reader_can_look_at() -> None:
    html = html_table("c", [escaped_cells(("r", "<" * 1_000_000))])
    assert "characters omitted" in html
    assert len(html) < 20_000


def test_rows_and_columns_have_headings() -> None:
    html = html_table("c", [("r", "1", "2")], ("", "x", "y"))
    assert html.count('scope="col"') == 3
    assert html.count('scope="row"') == 1
    assert "<thead>" not in html_table("c", [("r", "1", "2")])


@by_rows_of("text")
def test_a_noun_follows_its_number(number: int, noun: str, plural: str | None, text: str) -> None:
    assert counted(number, noun, plural) == text


@pytest.mark.parametrize(
    ("text", "shown"), [("a", '"a"'), ('a"', "'a\"'"), ("a'", '"a\'"'), ("'\"", '"\'""')]
)
def test_quotes_differ_from_those_in_the_text(text: str, shown: str) -> None:
    assert in_quotes(text) == shown


@by_rows_of("text")
def test_a_slug_is_lower_case_with_hyphens(text: str, address: str) -> None:
    assert slug(text) == address


@given(st.lists(st.text(), min_size=1, max_size=3), st.integers(1, 20))
def test_any_texts_have_a_name_of_letters_and_digits(texts: list[str], length: int) -> None:
    name = short_name(*texts, length=length)
    assert re.fullmatch(f"[a-z2-7]{{{length}}}", name)
    assert short_name(*texts, length=length) == name


def test_a_name_is_the_same_in_every_run() -> None:
    assert short_name("http://a/b/c/d;p?q", "../../../g") == "e2pone4z23"
    assert short_name("\ud800") != short_name("\udfff")


@by_rows_of("text")
def test_only_what_may_be_is_unescaped_and_only_once(text: str, may: str, unescaped: str) -> None:
    assert escapes.unescaped_where(text, may) == unescaped


def test_octets_are_written_in_upper_case() -> None:
    assert escapes.escaped_octets(b"\x00/\xff") == "%00%2F%FF"


def test_case_changes_only_in_letters_of_us_ascii_and_where_it_may() -> None:
    assert escapes.ascii_lower("AZÀİ") == "azÀİ"
    assert escapes.with_upper_digits("%aF%gg a") == "%AF%gg a"
    assert escapes.behind_scheme("a:b:c", str.upper) == "a:B:C"
    assert escapes.mapped("a%2fb", str.upper) == "A%2fB"
    assert escapes.mapped("ab", str.upper) == "AB"


@given(text=st.text(alphabet="%4aé\n"))
def test_the_units_of_a_text_make_it_up(text: str) -> None:
    units = escapes.units(text)
    assert "".join(units) == text
    assert all(len(unit) == 1 or escapes.ESCAPE.fullmatch(unit) for unit in units)
    assert all(len(escapes.character_of(unit)) == 1 for unit in units)
