"""Text as it may stand in an address."""

from tables import by_rows_of

from hexapla.text.slug import slug


@by_rows_of("text")
def test_a_slug_is_lower_case_with_hyphens(text: str, address: str) -> None:
    assert slug(text) == address
