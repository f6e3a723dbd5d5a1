"""A badge: which standard a parser follows, in one line for a README.

It needs nothing beside it: no font, no other file. Its texts are as wide as the font of these pages
would have them, and any other font is made to fit.
"""

import functools
from collections.abc import Iterable
from pathlib import Path

import attrs
from jinja2 import Template

import hexapla
from hexapla.comparison.display import show
from hexapla.documents.reading import Selector
from hexapla.implementations.identification import Identification
from hexapla.jobs.atomic import written_whole
from hexapla_site.figures.text_width import width_of
from hexapla_site.output import octets_of
from hexapla_site.rendering import template_environment

_SIZE, _PADDING = 12.5, 8.0


@attrs.frozen
class BadgePart:
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


def badge_of(identified: Identification) -> str:
    """Return the badge of a parser as SVG: the best standard, and how many cases it explains.

    A case is a URL for a parser that was asked how it takes them apart.
    """
    best = identified.best
    standard = show_words(str(Selector(f"{best.spec.document.label} ", best.spec.choices)).strip())
    # As the question's cases are called.
    subject, noun = ("URL", "URLs") if identified.question.noun == "URL" else ("URI", "cases")
    count = f"{identified.cases - len(identified.unexplained)} of {identified.cases}"
    kind = "part" if identified.unexplained else "whole"
    texts = (("subject", subject), ("standard", standard), (kind, count))
    segments = tuple(_segments(texts))
    title = f"{subject}: {standard}, {count} {noun}"
    version = hexapla.__version__
    return _template().render(segments=segments, title=title, size=_SIZE, version=version)


@functools.cache
def _template() -> Template:
    return template_environment().get_template("badge.svg")


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


def _segments(texts: Iterable[tuple[str, str]]) -> Iterable[BadgePart]:
    x = 0.0
    for kind, text in texts:
        text_width = round(width_of(text, bold=kind == "standard") * _SIZE, 1)
        width = round(text_width + 2 * _PADDING, 1)
        yield BadgePart(kind, text, x, width, text_width)
        x = round(x + width, 1)
