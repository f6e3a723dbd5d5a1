"""Classes of characters."""

import pytest

from hexapla.grammar.characters import Characters, classes


@pytest.mark.parametrize("sets", [["ab", "bc"], ["a"], [], ["az", "m", "\U0010ffff"]])
def test_no_set_tells_characters_of_a_class_apart(sets: list[str]) -> None:
    chosen = [Characters.of(text) for text in sets]
    parts = classes(chosen)
    assert sum(map(len, parts)) == 0x110000
    for part in parts:
        for characters in chosen:
            assert not part - characters or not part & characters
