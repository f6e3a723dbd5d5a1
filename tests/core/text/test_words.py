"""Words: their placeholders, the words that two texts share, and changes between texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from tables import by_rows_of

from hexapla.text.span import Span, changed_spans, common_beginning
from hexapla.text.words import LONGEST, changed_words, common_words, renamed, without_words

texts = st.text("ab./:?#%4é", max_size=12)


@by_rows_of("text", "a text without its words keeps marks and what stands before colons")
def test_a_text_without_its_words_keeps_marks_and_what_stands_before_colons(
    text: str, without: str
) -> None:
    assert without_words(text) == without


@given(st.lists(st.one_of(texts, any_text), min_size=1, max_size=2))
def test_renaming_keeps_all_but_the_words(items: list[str]) -> None:
    for apart in (False, True):
        names = renamed(*items, apart=apart)
        if names is not None:
            assert list(map(without_words, names)) == list(map(without_words, items))


def test_equal_words_have_one_name() -> None:
    assert renamed("http://h/a/b", "../a/h") == ("http://w0/w1/w2", "../w1/w0")
    assert renamed("http://h/a/b", "../a/h", apart=True) == ("http://w0/w1/w2", "../w3/w4")


@pytest.mark.parametrize(
    "items",
    [("a" * (LONGEST + 1),), ("a/" * 201,), ("x:a", "x"), ("w0:a",)],
    ids=["too long", "too many words", "a scheme that is a word elsewhere", "a name for a scheme"],
)
def test_what_can_not_be_renamed_is_told(items: tuple[str, ...]) -> None:
    assert renamed(*items) is None


@by_rows_of("text")
def test_two_texts_begin_alike_up_to_the_end_of_a_word(one: str, other: str, length: int) -> None:
    assert common_words(one, other) == common_words(other, one) == length


@given(texts, texts)
def test_a_change_of_words_holds_the_change_of_characters(before: str, after: str) -> None:
    assert common_words(before, after) <= common_beginning(before, after)
    words, characters = changed_words(before, after), changed_spans(before, after)[0]
    assert words.start <= characters.start
    assert 0 <= words.start <= words.stop <= len(before)
    assert (
        before[words.stop :] == after[len(after) - len(before) + words.stop :]
        or not before[words.stop :]
    )


def test_a_change_takes_whole_words() -> None:
    assert changed_words("ab/abc/../abd", "ab/abd") == (3, 10)


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
