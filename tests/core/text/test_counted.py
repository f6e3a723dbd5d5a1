"""Numbers of things in words."""

from tables import by_rows_of

from hexapla.text.counted import counted


@by_rows_of("text")
def test_a_noun_follows_its_number(number: int, noun: str, plural: str | None, text: str) -> None:
    assert counted(number, noun, plural) == text
