"""The documents on an axis of time: from when to when each held, and what it did to others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

import attrs
from markupsafe import Markup

from hexapla_site.figures.drawing import (
    LINE,
    NARROW,
    WIDE,
    Drawing,
    Picture,
    circle,
    diamond,
    line,
    path,
    rect,
    serif_width,
    text,
)
from hexapla_site.story.lineage import Relation, ShownDocument

_FIRST = 1994
_BAR = 10.0
_MARK = 4.5
_LEGEND = {
    Relation.REPLACES: "replaces",
    Relation.UPDATES: "updates",
    Relation.BUILDS_ON: "builds on",
    Relation.AIMS_TO_REPLACE: "aims to replace",
}


@attrs.frozen
class _Axis:
    """Where dates stand: from the first year at `left` to `today` at `right`."""

    left: float
    right: float
    today: date

    def place(self, day: date) -> float:
        """Return where a day stands."""
        first = date(_FIRST, 1, 1)
        part = (day - first).days / (self.today - first).days
        return self.left + part * (self.right - self.left)

    def years(self, step: int) -> Iterator[tuple[int, float]]:
        """Yield every so many years, each with its place."""
        for year in range(_FIRST + (-_FIRST) % step, self.today.year + 1, step):
            yield year, self.place(date(year, 1, 1))


def line_of_documents(
    documents: Sequence[ShownDocument], changed: Iterable[date], today: date
) -> Picture:
    """Draw the documents; `changed` are the dates on which the living one changed a result."""
    days = sorted(set(changed))
    labels = {each.document.id: each.document.label for each in documents}
    description = " ".join(_told(each, labels) for each in documents)
    wide = _drawing(documents, days, _Axis(330, WIDE - 12, today), 34, aside=True)
    narrow = _drawing(documents, days, _Axis(6, NARROW - 8, today), 46, aside=False)
    return Picture("url-documents", "The documents that define URLs", description, wide, narrow)


def _told(shown: ShownDocument, labels: Mapping[str, str]) -> str:
    """Return in a sentence when a document was published, and what it does to earlier ones."""
    did = [f"{relation.value} {labels[name]}" for name, relation in shown.relations]
    published = f"{shown.document.label}, {shown.document.date.year}"
    return f"{published}: {', '.join(did)}." if did else f"{published}."


def _drawing(
    documents: Sequence[ShownDocument],
    changed: Sequence[date],
    axis: _Axis,
    lane: float,
    *,
    aside: bool,
) -> Drawing:
    """Draw one form; names stand `aside`, left of the axis, or else above each line."""
    top = LINE + 8
    middle = lane / 2 if aside else lane - 12
    places = {each.document.id: top + at * lane + middle for at, each in enumerate(documents)}
    bottom = top + len(documents) * lane + 4
    shapes = [*_years(axis, top, bottom, 4 if aside else 8)]
    for each in documents:
        shapes += _bar(each, axis, places[each.document.id], changed)
    for each in documents:
        shapes += _stems(each, axis, places)
    for each in documents:
        y = places[each.document.id]
        shapes += _name(each, y + 5 if aside else y - 14, 122 if aside else 104)
        shapes += _remarks(each, axis, y, aside=aside)
    legend, height = _legend(axis.left if aside else 0, bottom + LINE + 6, aside=aside)
    return Drawing.of(WIDE if aside else NARROW, height, (*shapes, *legend))


def _years(axis: _Axis, top: float, bottom: float, step: int) -> Iterator[Markup]:
    for year, x in axis.years(step):
        yield line(x, top - 4, x, bottom, "grid")
        yield text(x, top - 10, str(year), "soft middle")


def _bar(shown: ShownDocument, axis: _Axis, y: float, changed: Sequence[date]) -> Iterator[Markup]:
    """Draw from when to when a document held; a report that never was a standard is a point."""
    start = axis.place(shown.document.date)
    if shown.is_report:
        yield circle(start, y, _BAR / 2, "open")
        return
    end = axis.place(shown.obsoleted_on or axis.today)
    style = "past" if shown.obsoleted_on else "full"
    yield rect(start, y - _BAR / 2, end - start, _BAR, style)
    if shown.document.living:
        steps = (f"M{round(axis.place(day), 1):g} {y - _BAR / 2 - 7:g}v6" for day in changed)
        yield path(steps, "ticks")


def _stems(shown: ShownDocument, axis: _Axis, places: dict[str, float]) -> Iterator[Markup]:
    """Draw from a document up to those before it, with a mark for what it does to each."""
    x, y = axis.place(shown.document.date), places[shown.document.id]
    for name, relation in shown.relations:
        style = "stem loose" if relation is Relation.AIMS_TO_REPLACE else "stem"
        yield line(x, y - _BAR / 2, x, places[name], style)
    for name, relation in shown.relations:
        yield _mark(relation, x, places[name])


def _mark(relation: Relation, x: float, y: float) -> Markup:
    if relation is Relation.REPLACES:
        return circle(x, y, _MARK, "full")
    if relation is Relation.UPDATES:
        return circle(x, y, _MARK, "open")
    if relation is Relation.BUILDS_ON:
        return rect(x - _MARK + 1, y - _MARK + 1, 2 * _MARK - 2, 2 * _MARK - 2, "open")
    return diamond(x, y, _MARK + 1, "open")


def _name(shown: ShownDocument, y: float, aside: float) -> Iterator[Markup]:
    """Write the name of a document, and what it is about beside it."""
    yield text(0, y, shown.document.label, "strong over")
    yield text(aside, y, shown.about, "soft over")


def _remarks(shown: ShownDocument, axis: _Axis, y: float, *, aside: bool) -> Iterator[Markup]:
    """Write what a line can't show, where there is room for it."""
    if not aside:
        return
    if shown.is_report:
        x = axis.place(shown.document.date) + 52
        yield text(x, y + 5, "a report, never a standard", "soft")
    elif shown.obsoleted_on and shown.obsoleted_by not in ("", "RFC 3986"):
        x = axis.place(shown.obsoleted_on) + 10
        yield text(x, y + 5, f"obsoleted by {shown.obsoleted_by}", "soft")


def _legend(left: float, y: float, *, aside: bool) -> tuple[list[Markup], float]:
    """Return the marks with what they mean, and where the drawing ends below them."""
    shapes: list[Markup] = []
    x = left + _MARK
    for at, (relation, says) in enumerate(_LEGEND.items()):
        if not aside and at == 2:
            x, y = left + _MARK, y + LINE
        shapes += (_mark(relation, x, y - 5), text(x + 12, y, says, "soft"))
        x += (serif_width(says) + 44) if aside else NARROW * 0.45
    if not aside:
        x, y = left, y + LINE
    shapes.append(path((f"M{x + 2:g} {y - 8:g}v6m4 -6v6m7 -6v6",), "ticks"))
    shapes.append(text(x + 22, y, "a change of a result", "soft"))
    return shapes, y + 8
