"""A picture of some links: one row per link, with the same letter for standards that agree."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from markupsafe import Markup

from hexapla.standard.display import show
from hexapla.standard.phases import NoUri
from hexapla.standard.spec import Spec
from hexapla_site.figures.drawing import (
    LINE,
    NARROW,
    WIDE,
    Drawing,
    Picture,
    mono_width,
    rect,
    rule,
    text,
)
from hexapla_site.story.changes import ShownLink, words_of

_NAMES = 250.0  # the width of the links, in the wide form
_CELL = 94.0
_ANSWERS = _NAMES + 6 * _CELL + 24
_GAP = 12.0
_HIGH = 28.0
_SHORT = {"URL Standard": "URL"}


def answer_grid(links: Sequence[ShownLink], columns: Sequence[Spec]) -> Picture:
    """Draw the table of the targets of some links under each standard."""
    title = "Links, and their targets under each standard"
    description = (
        f"{len(links)} links in rows, six standards in columns; equal letters are equal answers, "
        "and A is the answer of the newest standard."
    )
    return Picture(
        "url-answers", title, description, _wide(links, columns), _narrow(links, columns)
    )


def _wide(links: Sequence[ShownLink], columns: Sequence[Spec]) -> Drawing:
    shapes: list[Markup] = []
    for at, spec in enumerate(columns):
        middle = _NAMES + (at + 0.5) * _CELL
        shapes.append(text(middle, 16, spec.document.short_label, "strong middle"))
        shapes.append(text(middle, 34, _year(spec), "soft middle"))
    shapes.append(text(_ANSWERS, 34, "answers", "soft"))
    y = 46.0
    for link in links:
        height = max(2, len(link.answers)) * LINE + _GAP
        shapes.append(rule(y, WIDE))
        shapes += _name(link, 0, y + LINE)
        shapes += _cells(link, _Cell(_NAMES, y + (height - _HIGH) / 2, _CELL - 4, _CELL))
        shapes += _answers(link, _ANSWERS, y + LINE + (0 if len(link.answers) > 1 else 8))
        y += height
    shapes.append(rule(y, WIDE))
    return Drawing.of(WIDE, y + 4, shapes)


def _narrow(links: Sequence[ShownLink], columns: Sequence[Spec]) -> Drawing:
    shapes: list[Markup] = []
    cell = NARROW / len(columns)
    y = 4.0
    for link in links:
        shapes.append(rule(y, NARROW))
        shapes += _name(link, 0, y + LINE)
        y += 2 * LINE + 4
        shapes += _cells(link, _Cell(0, y, cell - 3, cell))
        y += _HIGH + LINE - 4
        for at, spec in enumerate(columns):
            label = spec.document.short_label
            middle = (at + 0.5) * cell - 1.5
            shapes.append(text(middle, y, _SHORT.get(label, label), "soft middle"))
        y += 6
        shapes += _answers(link, 0, y + LINE)
        y += len(link.answers) * LINE + _GAP + 4
    return Drawing.of(NARROW, y, shapes)


def _year(spec: Spec) -> str:
    return f"{spec.document.date.year}{' →' if spec.document.living else ''}"


def _name(link: ShownLink, x: float, y: float) -> Iterator[Markup]:
    yield text(x, y, show(link.reference), "strong mono")
    yield text(x, y + LINE - 2, link.title, "soft")


class _Cell(NamedTuple):
    """The position and size of the first cell of a row, and the distance between cells."""

    x: float
    y: float
    width: float
    step: float


def _cells(link: ShownLink, first: _Cell) -> Iterator[Markup]:
    """Draw the cells of a row."""
    baseline = first.y + _HIGH / 2 + 5
    for at, number in enumerate(link.letters):
        left = first.x + at * first.step
        middle = left + first.width / 2
        if number is None:
            yield text(middle, baseline, "–", "soft middle")
        else:
            yield rect(left, first.y, first.width, _HIGH, f"g{number + 1}")
            yield text(middle, baseline, ascii_uppercase[number], "letter")


def _answers(link: ShownLink, x: float, y: float) -> Iterator[Markup]:
    for number, (target, _) in enumerate(link.answers):
        style = "soft" if isinstance(target, NoUri) else "mono"
        yield text(x, y + number * LINE, ascii_uppercase[number], "strong mono")
        yield text(x + mono_width("A "), y + number * LINE, words_of(target), style)
