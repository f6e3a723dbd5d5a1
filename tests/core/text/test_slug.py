"""Text as it may stand in an address."""

import pytest

from hexapla.text.slug import slug


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("4 step 6c", "4-step-6c"),
        ("5.2.4", "5.2.4"),
        (" URL Standard, “paths” ", "url-standard-paths"),
        ("é", ""),
    ],
)
def test_a_slug_is_lower_case_with_hyphens(text: str, address: str) -> None:
    assert slug(text) == address
