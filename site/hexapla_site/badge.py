"""A badge for a README, which names the standard that a parser follows.

The badge is self-contained: it needs no font and no other file. Its text is laid out for the font
of the site's pages. With another font, the text is stretched or squeezed to the same width.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import hexapla
from hexapla.identification.ranking import Ranking
from hexapla.jobs.atomic import written_whole
from hexapla.standard.display import show
from hexapla.standard.spec import Spec, selector_of
from hexapla.text.lists import and_list
from hexapla_site.figures.text_widths import width_of
from hexapla_site.output import octets_of
from hexapla_site.rendering import shared_environment
from hexapla_site.report.score import score_of

_SIZE, _PADDING = 12.5, 8.0


class BadgeSegment(NamedTuple):
    """A segment of a badge.

    Attributes:
        kind: The kind of segment: subject, standard, or (for the count) whole or part.
        text: The segment's text.
        start: The horizontal position at which the text begins.
        text_width: The width of the text.
        end: The horizontal position at which the segment ends.
    """

    kind: str
    text: str
    start: float
    text_width: float
    end: float


def badge_of(ranking: Ranking) -> str:
    """Render the badge of a parser as SVG: the nearest standard, and how many cases match it.

    If several standards are equally near, the badge names all of them. If no standard is
    identified, the badge says "no verdict" in place of the standard. If the parser was tested on
    parsing, the cases are URLs.
    """
    score = score_of(ranking)
    standard = "no verdict"
    if ranking.no_verdict is None:
        nearest = (score.nearest, *ranking.equally_good)
        standard = and_list([_shown(item.spec) for item in nearest])
    subject = "URL" if score.noun == "URL" else "URI"
    kind = "part" if ranking.unexplained else "whole"
    texts = (("subject", subject), ("standard", standard), (kind, score.count))
    segments = list(_segments(texts))
    title = f"{subject}: {standard}, {score}"
    version = hexapla.__version__
    template = shared_environment().get_template("badge.svg")
    return template.render(segments=segments, title=title, size=_SIZE, version=version)


def _shown(spec: Spec) -> str:
    """Return the label of a spec with its choices, with each unprintable character as a sign."""
    selector = selector_of(f"{spec.document.label} ", spec.choices).strip()
    return " ".join(map(show, selector.split(" ")))


def write_badge(ranking: Ranking, file: Path) -> None:
    """Write the badge of a parser to a file.

    Raises:
        OSError: The file can't be written.
    """
    with written_whole(file) as whole:
        whole.write(octets_of(badge_of(ranking)))


def _segments(texts: Iterable[tuple[str, str]]) -> Iterator[BadgeSegment]:
    """Lay out the segments of a badge from left to right, given their kinds and strings."""
    end = 0.0
    for kind, text in texts:
        start = round(end + _PADDING, 1)
        text_width = round(width_of(text, bold=kind == "standard") * _SIZE, 1)
        end = round(start + text_width + _PADDING, 1)
        yield BadgeSegment(kind, text, start, text_width, end)
