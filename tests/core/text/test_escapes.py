"""Escape sequences: what is written, read, and left as it is."""

from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

from hexapla.text import escapes


def test_octets_are_written_in_upper_case() -> None:
    assert escapes.escaped_octets(b"\x00/\xff") == "%00%2F%FF"


@by_rows_of("text")
def test_only_what_may_be_is_unescaped_and_only_once(text: str, may: str, unescaped: str) -> None:
    assert escapes.unescaped_where(text, may) == unescaped


def test_only_letters_of_us_ascii_change_their_case() -> None:
    assert escapes.ascii_lower("AZÀİ") == "azÀİ"
    assert escapes.with_upper_digits("%aF%gg a") == "%AF%gg a"


def test_a_change_spares_the_scheme_or_the_escape_sequences() -> None:
    assert escapes.behind_scheme("a:b:c", str.upper) == "a:B:C"
    assert escapes.mapped("a%2fb", str.upper) == "A%2fB"
    assert escapes.mapped("ab", str.upper) == "AB"


@given(text=st.text(alphabet="%4aé\n"))
def test_the_units_of_a_text_make_it_up(text: str) -> None:
    units = escapes.units(text)
    assert "".join(units) == text
    assert all(len(unit) == 1 or escapes.ESCAPE.fullmatch(unit) for unit in units)
    assert all(len(escapes.character_of(unit)) == 1 for unit in units)
