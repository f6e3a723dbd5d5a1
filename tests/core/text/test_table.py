"""Tables as lines of text."""

from hexapla.text.table import table


def test_an_empty_cell_needs_no_room() -> None:
    assert list(table([("a" * 78, "")], 80)) == ["a" * 78]
    assert list(table([("a" * 90, "b")], 80)) == ["a" * 90, "    b"]
