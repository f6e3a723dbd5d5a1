"""Validity as a value: it is no truth value, and says what could follow."""

import pytest

from hexapla.grammar import Grammar
from hexapla.grammar.validity import Verdict, validator

GRAMMAR = Grammar('a = 1*letter "."\nletter = %x61-63')


@pytest.mark.parametrize(
    ("productions", "text", "shown"),
    [(["a"], "ab.", "yes"), (["a"], "az", "no, at 1"), ([], "ab.", "no-production")],
)
def test_a_validity_is_neither_true_nor_false(
    productions: list[str], text: str, shown: str
) -> None:
    validity = validator(GRAMMAR, productions)(text)
    with pytest.raises(TypeError, match=r"ask its \.verdict"):
        bool(validity)
    assert str(validity) == shown


def test_what_could_follow_is_named_by_classes_and_characters() -> None:
    validity = validator(GRAMMAR, ["a"])("a")
    assert validity.verdict is Verdict.NO
    assert validity.ends_too_early
    assert str(validity.expected) == "letter, ."
