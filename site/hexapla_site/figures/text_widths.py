"""The widths of strings in the pages' serif font."""

from collections.abc import Mapping

from hexapla.text.signs import width as columns_of
from hexapla_site.folders import read_data

_WIDTHS: Mapping[str, Mapping[int, int]] = {
    weight: dict(enumerate(widths, 0x20))
    for weight, widths in read_data("text-widths.json").items()
}
_OTHER = 640  # for each column that a character occupies in a terminal


def width_of(text: str, *, bold: bool = False) -> float:
    """Return the width of a string in font sizes; characters outside US-ASCII are estimated."""
    widths = _WIDTHS["bold" if bold else "regular"]
    return sum(widths.get(ord(each)) or _OTHER * columns_of(each) for each in text) / 1000
