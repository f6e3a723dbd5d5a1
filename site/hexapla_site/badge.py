"""A badge: which standard a parser follows, in one line for a README.

It needs nothing beside it: no font, no other file. Its texts are as wide as the font of these pages
would have them, and any other font is made to fit.
"""

import functools
from collections.abc import Iterable, Sequence
from pathlib import Path

from jinja2 import Environment

import hexapla
from hexapla.comparison.display import show
from hexapla.documents.reading import Selector
from hexapla.implementations.identification import Identification
from hexapla.jobs.atomic import written_whole
from hexapla.text.signs import width as columns_of
from hexapla_site.output import octets_of
from hexapla_site.rendering import template_environment

_SIZE, _PADDING = 12.5, 8.0
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


def badge_of(identified: Identification) -> str:
    """Return the badge of a parser as SVG: the best standard, and how many cases it explains.

    A case is a URL for a parser that was asked how it takes them apart.
    """
    best = identified.explanations[0].spec
    standard = show_words(str(Selector(f"{best.document.label} ", best.choices)).strip())
    if identified.no_verdict is not None:
        standard = "no verdict"
    # As the question's cases are called.
    subject, noun = ("URL", "URLs") if identified.question.noun == "URL" else ("URI", "cases")
    count = f"{identified.cases - len(identified.unexplained)} of {identified.cases}"
    kind = "part" if identified.unexplained else "whole"
    texts = (("subject", subject), ("standard", standard), (kind, count))
    segments = list(_segments(texts))
    title = f"{subject}: {standard}, {count} {noun}"
    version = hexapla.__version__
    template = _environment().get_template("badge.svg")
    return template.render(segments=segments, title=title, size=_SIZE, version=version)


@functools.cache
def _environment() -> Environment:
    return template_environment()


def write_badge(identified: Identification, file: Path) -> None:
    """Write the badge of a parser into a file.

    Raises:
        OSError: The file can't be written.
    """
    with written_whole(file) as whole:
        whole.write(octets_of(badge_of(identified)))


def show_words(text: str) -> str:
    """Return a text with everything visible that is not a space."""
    return " ".join(map(show, text.split(" ")))


def _segments(texts: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str, float, float, float]]:
    """Yield kinds and texts, each with where it begins, how wide it is and where its part ends."""
    end = 0.0
    for kind, text in texts:
        start = round(end + _PADDING, 1)
        text_width = round(width_of(text, bold=kind == "standard") * _SIZE, 1)
        end = round(start + text_width + _PADDING, 1)
        yield kind, text, start, text_width, end


def width_of(text: str, *, bold: bool = False) -> float:
    """Return the width of a text, in sizes of its type; for other than US-ASCII an estimate."""
    widths = _BOLD if bold else _REGULAR
    return sum(_width(character, widths) for character in text) / 1000


def _width(character: str, widths: Sequence[int]) -> int:
    place = ord(character) - 0x20
    return widths[place] if 0 <= place < len(widths) else _OTHER * columns_of(character)
