"""A badge: which memo a parser follows, in one line that stands in a README.

It needs nothing beside it: no font, no other file. Its texts are as wide as the font of these pages
would have them, and any other font is made to fit.
"""

from collections.abc import Iterable
from pathlib import Path

import attrs

from hexapla.cli.terminal import show
from hexapla.documents.reading import Selector
from hexapla.implementations import Identification
from hexapla_site.figures.text_width import width_of
from hexapla_site.rendering import template_environment

_SUBJECT = "URI"
_SIZE, _PADDING = 12.5, 8.0


@attrs.frozen
class Segment:
    """A part of the badge with a text of its own: from where on, how wide it is and the text."""

    kind: str
    text: str
    x: float
    width: float
    text_width: float

    @property
    def text_x(self) -> float:
        """Where the text begins."""
        return round(self.x + _PADDING, 1)


def badge_of(found: Identification) -> str:
    """Give the badge of a fingerprint as SVG: the best memo, and how many cases it explains."""
    best = found.best
    memo = str(Selector(f"{best.spec.document.label} ", best.spec.choices)).strip()
    count = f"{found.cases - len(found.unexplained)} of {found.cases}"
    kind = "part" if found.unexplained else "whole"
    segments = tuple(_segments((("subject", _SUBJECT), ("memo", show_words(memo)), (kind, count))))
    title = f"{_SUBJECT}: {show_words(memo)}, {count} cases"
    template = template_environment().get_template("badge.svg")
    return template.render(segments=segments, title=title, size=_SIZE)


def write_badge(found: Identification, file: Path) -> None:
    """Write the badge of a fingerprint into a file; raises `OSError` where that can't be."""
    file.write_text(badge_of(found), encoding="utf-8", newline="\n")


def show_words(text: str) -> str:
    """Give a text with all visible that is not a space."""
    return " ".join(map(show, text.split(" ")))


def _segments(texts: Iterable[tuple[str, str]]) -> Iterable[Segment]:
    x = 0.0
    for kind, text in texts:
        text_width = round(width_of(text, bold=kind == "memo") * _SIZE, 1)
        width = round(text_width + 2 * _PADDING, 1)
        yield Segment(kind, text, x, width, text_width)
        x = round(x + width, 1)
