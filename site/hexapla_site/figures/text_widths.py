"""How wide texts are in the serif of the pages."""

from collections.abc import Mapping

from hexapla.text.signs import width as columns_of
from hexapla_site.folders import read_data

_WIDTHS: Mapping[str, Mapping[int, int]] = {
    weight: dict(enumerate(widths, 0x20))
    for weight, widths in read_data("text-widths.json").items()
}
_OTHER = 640  # for each column that a terminal would give to a character


def width_of(text: str, *, bold: bool = False) -> float:
    """Return the width of a text, in sizes of its type; for other than US-ASCII an estimate."""
    widths = _WIDTHS["bold" if bold else "regular"]
    return sum(widths.get(ord(each)) or _OTHER * columns_of(each) for each in text) / 1000
