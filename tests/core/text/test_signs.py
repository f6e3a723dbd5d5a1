"""Visible signs: every code point has a shape, and a width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

from hexapla.text.signs import visible, visible_and_cut, width


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
        begin, _, rest = shown.partition(f" …{len(text) - longest} characters left out… ")
        assert begin == visible(text[: (longest + 1) // 2])
        assert rest == visible(text[len(text) - longest // 2 :])
