"""A picture of documents on a time axis: when each was in force, and how they are related."""

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
    rounded,
    serif_width,
    text,
)
from hexapla_site.story.lineage import DocumentRelation, ShownDocument

_FIRST = date(1994, 1, 1)
_BAR = 10.0
_MARK = 4.5
_LATEST = "RFC 3986"


@attrs.frozen
class _Form:
    """The measurements of one form of the picture, wide or narrow.

    Attributes:
        width: The width of the picture.
        left: The left end of the axis.
        right: The right end of the axis.
        lane: The height of a document's lane.
        bar: The distance of the bar below the top of the lane.
        name: The distance of the document's name below the bar.
        about: The horizontal position at which the words about the document's subject begin.
        years: The number of years between labels on the axis.
        remarks: Whether there is room for remarks beside the bars.
        legend: The number of marks in each row of the legend.
    """

    width: float
    left: float
    right: float
    lane: float
    bar: float
    name: float
    about: float
    years: int
    remarks: bool
    legend: int

    def place(self, day: date, today: date) -> float:
        """Return the position of a day on the axis, which ends at `today`."""
        part = (day - _FIRST).days / (today - _FIRST).days
        return self.left + part * (self.right - self.left)


_BESIDE = _Form(WIDE, 330, WIDE - 12, 34, 17, 5, 122, 4, remarks=True, legend=5)
_ABOVE = _Form(NARROW, 6, NARROW - 8, 46, 34, -14, 104, 8, remarks=False, legend=2)


def line_of_documents(
    documents: Sequence[ShownDocument], changed: Iterable[date], today: date
) -> Picture:
    """Draw the documents; `changed` lists the days on which the URL Standard's results changed."""
    days = tuple(sorted(set(changed)))
    labels = {each.document.id: each.document.label for each in documents}
    description = " ".join(_told(each, labels) for each in documents)
    wide = _Line(_BESIDE, documents, days, today).drawing
    narrow = _Line(_ABOVE, documents, days, today).drawing
    return Picture("url-documents", "The documents that define URLs", description, wide, narrow)


def _told(shown: ShownDocument, labels: Mapping[str, str]) -> str:
    """Return a sentence about a document's year, and its relations to earlier documents."""
    published = f"{shown.document.label}, {shown.document.date.year}"
    did = ", ".join(f"{relation.value} {labels[name]}" for name, relation in shown.relations)
    return f"{published}: {did}." if did else f"{published}."


@attrs.frozen
class _Line:
    """The picture in one form."""

    form: _Form
    documents: Sequence[ShownDocument]
    changed: Sequence[date]
    today: date

    @property
    def drawing(self) -> Drawing:
        """The drawing: years at the back, then bars and the lines between them, then names."""
        top = LINE + 8
        bottom = top + len(self.documents) * self.form.lane + 4
        heights = self._heights(top)
        shapes = [*self._years(top, bottom)]
        for shown in self.documents:
            shapes += self._bar(shown, heights[shown.document.id])
        for shown in self.documents:
            shapes += self._stems(shown, heights)
        for shown in self.documents:
            shapes += self._words(shown, heights[shown.document.id])
        shapes += _legend(self.form, bottom + LINE + 6)
        lines = -(-5 // self.form.legend)
        return Drawing.of(self.form.width, bottom + lines * LINE + 14, shapes)

    def _heights(self, top: float) -> Mapping[str, float]:
        """Return the vertical position of each document's bar, keyed by the document's id."""
        heights = {}
        for at, shown in enumerate(self.documents):
            heights[shown.document.id] = top + at * self.form.lane + self.form.bar
        return heights

    def _place(self, day: date) -> float:
        return self.form.place(day, self.today)

    def _years(self, top: float, bottom: float) -> Iterator[Markup]:
        step = self.form.years
        first = _FIRST.year + -_FIRST.year % step
        for year in range(first, self.today.year + 1, step):
            x = self._place(date(year, 1, 1))
            yield line(x, top - 4, x, bottom, "grid")
            yield text(x, top - 10, str(year), "soft middle")

    def _bar(self, shown: ShownDocument, y: float) -> Iterator[Markup]:
        """Draw a bar for the time when a document was in force, or a circle for a report."""
        start = self._place(shown.document.date)
        if shown.is_report:
            yield circle(start, y, _BAR / 2, "open")
            return
        end = self._place(shown.obsoleted_on or self.today)
        style = "past" if shown.obsoleted_on else "full"
        top = y - _BAR / 2
        yield rect(start, top, end - start, _BAR, style)
        if shown.document.living:
            places = map(self._place, self.changed)
            yield path((f"M{rounded(x)} {top - 7:g}v6" for x in places), "ticks")

    def _stems(self, shown: ShownDocument, heights: Mapping[str, float]) -> Iterator[Markup]:
        """Draw a line from a document up to each related document, and a mark for the relation."""
        x = self._place(shown.document.date)
        bottom = heights[shown.document.id] - _BAR / 2
        for name, relation in shown.relations:
            style = "stem loose" if relation is DocumentRelation.AIMS_TO_REPLACE else "stem"
            yield line(x, bottom, x, heights[name], style)
        for name, relation in shown.relations:
            yield _mark(relation, x, heights[name])

    def _words(self, shown: ShownDocument, y: float) -> Iterator[Markup]:
        """Write the label and subject of a document, and facts that its bar can't show."""
        baseline = y + self.form.name
        yield text(0, baseline, shown.document.label, "strong over")
        yield text(self.form.about, baseline, shown.about, "soft over")
        if not self.form.remarks:
            return
        if shown.is_report:
            x = self._place(shown.document.date) + 52
            yield text(x, y + 5, "a report, never a standard", "soft")
        elif shown.obsoleted_on and shown.obsoleted_by != _LATEST:
            x = self._place(shown.obsoleted_on) + 10
            yield text(x, y + 5, f"obsoleted by {shown.obsoleted_by}", "soft")


def _mark(relation: DocumentRelation, x: float, y: float) -> Markup:
    match relation:
        case DocumentRelation.REPLACES:
            return circle(x, y, _MARK, "full")
        case DocumentRelation.UPDATES:
            return circle(x, y, _MARK, "open")
        case DocumentRelation.BUILDS_ON:
            half = _MARK - 1
            return rect(x - half, y - half, 2 * half, 2 * half, "open")
        case DocumentRelation.AIMS_TO_REPLACE:
            return diamond(x, y, _MARK + 1, "open")


def _legend(form: _Form, y: float) -> Iterator[Markup]:
    """Draw each mark with its meaning, in rows."""
    step = max(serif_width(relation.value) for relation in DocumentRelation) + 36
    for at, relation in enumerate((*DocumentRelation, None)):
        row, column = divmod(at, form.legend)
        x = form.left + column * step
        baseline = y + row * LINE
        if relation is None:
            yield path((f"M{x - _MARK:g} {baseline - 8:g}v6m4 -6v6m5 -6v6",), "ticks")
            yield text(x + 12, baseline, "a change of a result", "soft")
        else:
            yield _mark(relation, x, baseline - 5)
            yield text(x + 12, baseline, relation.value, "soft")
