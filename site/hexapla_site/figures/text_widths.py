"""The widths of strings in the pages' serif font."""

from collections.abc import Mapping, Sequence

from hexapla.text.signs import width as columns_of
from hexapla_site.folders import read_data

_WIDTHS: Mapping[str, Sequence[int]] = read_data("text-widths.json")
"""The widths of the printable characters of US-ASCII by weight, in thousandths of a font size."""
_FIRST = 0x20
_OTHER = 640  # for each column that a character occupies in a terminal


def width_of(text: str, *, bold: bool = False) -> float:
    """Return a string's width as a multiple of the font size; only US-ASCII widths are exact."""
    widths = _WIDTHS["bold" if bold else "regular"]
    total = 0
    for character in text:
        index = ord(character) - _FIRST
        if 0 <= index < len(widths) and widths[index]:
            total += widths[index]
        else:
            total += _OTHER * columns_of(character)
    return total / 1000
