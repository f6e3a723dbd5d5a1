"""A picture of how many recorded links consecutive standards resolve differently."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from hexapla_site.figures.drawing import (
    LINE,
    NARROW,
    WIDE,
    Drawing,
    Picture,
    rect,
    rule,
    serif_width,
    text,
)
from hexapla_site.story.neighbours import SAME_PAGE, DifferenceKind, NeighbourCount

_BAR = 20.0
_PAIRS = 216.0  # the width of the names in the wide form
_SAME = 200.0  # the greatest width of a bar for links into the same page
_OTHERS = _PAIRS + _SAME + 110


def link_bars(counts: Sequence[NeighbourCount]) -> Picture:
    """Draw two bars for each pair of standards: one for links such as `#x`, one for all others."""
    title = "Links that consecutive standards resolve to different targets"
    told = []
    for count in counts:
        earlier = count.earlier.document.label
        later = count.later.document.label
        told.append(f"{earlier} and {later}: {count.differing:,}")
    description = f"{'; '.join(told)}."
    return Picture("url-links-that-differ", title, description, _wide(counts), _narrow(counts))


def _wide(counts: Sequence[NeighbourCount]) -> Drawing:
    same, others = _most(counts)
    shapes = [
        text(_PAIRS, 16, "where “#x” leads", "soft"),
        text(_OTHERS, 16, "all other differences, on a larger scale", "soft"),
    ]
    y = 30.0
    for count in counts:
        shapes.append(rule(y, WIDE))
        shapes.append(text(0, y + 25, _names(count)))
        top = y + 10
        shapes += _bar(_PAIRS, top, count.same_page, _SAME / same)
        shapes += _stacked(count, _OTHERS, top, (WIDE - _OTHERS - 60) / others)
        shapes += _words(count, _OTHERS, top + _BAR + LINE - 2)
        y += _BAR + LINE + 22
    shapes.append(rule(y, WIDE))
    return Drawing.of(WIDE, y + 4, shapes)


def _narrow(counts: Sequence[NeighbourCount]) -> Drawing:
    same, others = _most(counts)
    shapes: list[Markup] = []
    y = 4.0
    for count in counts:
        shapes.append(rule(y, NARROW))
        shapes.append(text(0, y + LINE, _names(count), "strong"))
        y += LINE + 10
        shapes.append(text(0, y + 12, "where “#x” leads", "soft"))
        y += LINE
        shapes += _bar(0, y, count.same_page, (NARROW - 64) / same)
        y += _BAR + 6
        shapes.append(text(0, y + 12, "all other differences, on a larger scale", "soft"))
        y += LINE
        shapes += _stacked(count, 0, y, (NARROW - 50) / others)
        y += _BAR + LINE - 2
        for kind, links in count.others:
            shapes += _word(kind, links, 0, y)
            y += LINE
        y += 8
    return Drawing.of(NARROW, y, shapes)


def _most(counts: Sequence[NeighbourCount]) -> tuple[int, int]:
    """Return the largest numbers of differing links: those into the same page, and all others."""
    same = others = 0
    for count in counts:
        same = max(same, count.same_page)
        others = max(others, count.differing - count.same_page)
    return same, others


def _names(count: NeighbourCount) -> str:
    return f"{count.earlier.document.label} → {count.later.document.label}"


def _bar(x: float, y: float, links: int, scale: float) -> Iterator[Markup]:
    if links:
        yield rect(x, y, links * scale, _BAR, f"of-{SAME_PAGE}")
    yield _count_after(links, x, y, scale)


def _stacked(count: NeighbourCount, x: float, y: float, scale: float) -> Iterator[Markup]:
    """Draw the links that aren't like `#x` as one bar: a part for each kind, then the total."""
    total = 0
    for kind, links in count.others:
        yield rect(x + total * scale, y, links * scale, _BAR, f"of-{kind.name}")
        total += links
    yield _count_after(total, x, y, scale)


def _count_after(links: int, x: float, y: float, scale: float) -> Markup:
    """Write the number of links after their bar."""
    gap = 6 if links else 0
    return text(x + links * scale + gap, y + 15, f"{links:,}")


def _words(count: NeighbourCount, x: float, y: float) -> Iterator[Markup]:
    """Write the label of each part of a bar, side by side."""
    for kind, links in count.others:
        yield from _word(kind, links, x, y)
        x += 18 + serif_width(_says(kind, links)) + 24


def _word(kind: DifferenceKind, links: int, x: float, y: float) -> Iterator[Markup]:
    yield rect(x, y - 11, 11, 11, f"of-{kind.name}")
    yield text(x + 18, y, _says(kind, links), "soft")


def _says(kind: DifferenceKind, links: int) -> str:
    return f"{links:,} {kind.title}"
