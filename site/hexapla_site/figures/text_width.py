"""How wide a text is in the serif of these pages, for pictures that are made without a browser."""

from collections.abc import Sequence

from hexapla.text.signs import width

# In thousandths of the type's size, from U+0020 to U+007E, as Chromium measured Source Serif 4.
_REGULAR = (
    *(237, 289, 381, 525, 518, 932, 728, 182, 362, 362, 458, 534, 302, 320, 302, 341),
    *(529, 529, 529, 529, 529, 529, 529, 529, 529, 529, 302, 302, 534, 534, 534, 414),
    *(834, 712, 653, 662, 739, 638, 612, 723, 814, 376, 381, 710, 618, 935, 768, 738),
    *(621, 738, 690, 544, 632, 758, 709, 1005, 672, 667, 586, 335, 341, 335, 534, 514),
    *(400, 541, 619, 520, 614, 533, 369, 557, 641, 329, 303, 594, 329, 955, 643, 579),
    *(622, 601, 456, 465, 359, 628, 579, 836, 569, 586, 490, 359, 290, 359, 534),
)
_BOLD = (
    *(228, 314, 423, 544, 538, 949, 739, 206, 384, 384, 458, 548, 307, 335, 307, 364),
    *(547, 547, 547, 547, 547, 547, 547, 547, 547, 547, 307, 307, 548, 548, 548, 430),
    *(867, 712, 668, 663, 744, 634, 610, 725, 809, 387, 394, 726, 616, 930, 757, 742),
    *(637, 742, 707, 560, 650, 757, 706, 1020, 678, 667, 592, 356, 364, 356, 548, 528),
    *(400, 554, 630, 527, 623, 540, 374, 573, 650, 336, 313, 615, 337, 961, 652, 590),
    *(632, 613, 475, 475, 368, 640, 581, 850, 585, 592, 497, 365, 301, 365, 548),
)
_OTHER = 640  # for each column that a terminal would give to a character


def width_of(text: str, *, bold: bool = False) -> float:
    """Return the width of a text, in sizes of its type; for other than US-ASCII an estimate."""
    widths = _BOLD if bold else _REGULAR
    return sum(_width(character, widths) for character in text) / 1000


def _width(character: str, widths: Sequence[int]) -> int:
    place = ord(character) - 0x20
    return widths[place] if 0 <= place < len(widths) else _OTHER * width(character)
