"""Numbers of things in words."""

import pytest

from hexapla.text.counted import counted


@pytest.mark.parametrize(
    ("number", "noun", "plural", "text"),
    [
        (0, "case", None, "0 cases"),
        (1, "case", None, "1 case"),
        (2, "class", "classes", "2 classes"),
        (1, "class", "classes", "1 class"),
        (1_234, "URL", None, "1,234 URLs"),
    ],
)
def test_a_noun_follows_its_number(number: int, noun: str, plural: str | None, text: str) -> None:
    assert counted(number, noun, plural) == text
