"""What two texts have in common, and what was changed."""

from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

from hexapla.text.changes import changed_spans, common_beginning
from hexapla.text.span import Span

TEXT = st.text("a/.", max_size=8)


@by_rows_of("text")
def test_the_common_beginning_is_counted_in_code_points(one: str, other: str, length: int) -> None:
    assert common_beginning(one, other) == length
    assert common_beginning(other, one) == length


@by_rows_of("text")
def test_a_change_takes_characters_out_and_puts_others_in(
    before: str, after: str, out: str, into: str
) -> None:
    gone, new = changed_spans(before, after)
    assert (before[slice(*gone)], after[slice(*new)]) == (out, into)


def test_of_equal_characters_the_last_ones_are_changed() -> None:
    assert changed_spans("aaa", "a") == (Span(1, 3), Span(1, 1))


@given(TEXT, TEXT)
def test_a_change_undone_gives_the_text_before(before: str, after: str) -> None:
    gone, new = changed_spans(before, after)
    assert after[: new.start] + before[slice(*gone)] + after[new.stop :] == before


@given(TEXT, TEXT)
def test_the_common_beginning_is_the_longest(one: str, other: str) -> None:
    length = common_beginning(one, other)
    assert one[:length] == other[:length]
    assert length in (len(one), len(other)) or one[length] != other[length]
