"""Who gives an older answer: changes by parsers, these by language."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from hexapla.identification.recording import Recording
from hexapla_site.figures.drawing import (
    LINE,
    NARROW,
    WIDE,
    Drawing,
    Picture,
    line,
    path,
    rect,
    serif_width,
    text,
    upright,
)
from hexapla_site.story.changes import Change, Standing, by_language

_HEAD = 168.0  # the height of the names of parsers, in the wide form
_CHANGES = 292.0  # the width of the names of changes
_COUNT = 64.0
_ROW = 24.0
_SAYS = {
    Standing.OLDER: "the older answer",
    Standing.NEWER: "the newer one",
    Standing.OTHER: "another one",
    Standing.REFUSED: "no URL",
}


def follower_matrix(changes: Sequence[Change], parsers: Sequence[Recording]) -> Picture:
    """Draw which parsers give the older answer to the link of each change."""
    title = "Who still gives the older answer"
    told = "; ".join(
        f"{change.title}: {len(change.having(Standing.OLDER))} of {len(change.followers)}"
        for change in changes
    )
    description = f"Parsers that give the older answer: {told}."
    wide, narrow = _wide(changes, parsers), _narrow(changes, parsers)
    return Picture("url-followers", title, description, wide, narrow)


def standings_of(change: Change) -> Mapping[str, Standing]:
    """Return what each parser's answer is, by the parser's name."""
    return {each.recording.name: each.standing for each in change.followers}


# Changes in rows, parsers in columns.


def _wide(changes: Sequence[Change], parsers: Sequence[Recording]) -> Drawing:
    step = (WIDE - _CHANGES - _COUNT) / len(parsers)
    places = {each.name: _CHANGES + (at + 0.5) * step for at, each in enumerate(parsers)}
    top = LINE + _HEAD
    bottom = top + len(changes) * _ROW + _steps(changes) * LINE + 6
    shapes: list[Markup] = []
    for number, (language, members) in enumerate(by_language(parsers)):
        left = places[members[0].name] - step / 2
        width = step * len(members)
        if number % 2 == 0:
            shapes.append(rect(left, 0, width, bottom, "band"))
        is_named = serif_width(language, bold=True) < width + 6
        if is_named:
            shapes.append(text(left + width / 2, 15, language, "strong middle"))
        for each in members:
            label = each.name if is_named else f"{each.name} ({language})"
            shapes.append(upright(places[each.name] + 5, top - 8, label))
    marks: _Places = {standing: [] for standing in Standing}
    y = top
    before = ""
    for change in changes:
        if change.newer.document.label != before:
            before = change.newer.document.label
            y += LINE + 4
            shapes.append(line(0, y - LINE - 2, WIDE, y - LINE - 2, "rule"))
            shapes.append(text(0, y - 4, before, "strong"))
        middle = y + _ROW / 2
        shapes.append(text(12, middle + 5, change.title))
        for name, standing in standings_of(change).items():
            marks[standing].append((places[name], middle))
        shapes.append(text(WIDE, middle + 5, _count(change), "end soft"))
        y += _ROW
    shapes += _marks(marks, 5)
    return Drawing.of(WIDE, y + LINE + 16, (*shapes, *_legend(0, y + LINE + 6, WIDE)))


def _steps(changes: Sequence[Change]) -> int:
    """Return how many standards made the changes."""
    return len({change.newer.id for change in changes})


def _count(change: Change) -> str:
    return f"{len(change.having(Standing.OLDER))} of {len(change.followers)}"


# Parsers in rows, changes in columns.


def _narrow(changes: Sequence[Change], parsers: Sequence[Recording]) -> Drawing:
    shapes: list[Markup] = []
    y = 4.0
    for number, change in enumerate(changes, 1):
        shapes.append(text(16, y + 14, f"{number}", "strong end"))
        shapes.append(text(22, y + 14, change.title))
        y += LINE
    left = 140.0
    step = (NARROW - left - 5) / len(changes)
    places = [left + (at + 0.5) * step for at in range(len(changes))]
    y += LINE + 4
    for number, x in enumerate(places, 1):
        if number % 2:
            shapes.append(text(x, y, f"{number}", "strong middle"))
    known = [standings_of(change) for change in changes]
    marks: _Places = {standing: [] for standing in Standing}
    for language, members in by_language(parsers):
        y += 8
        shapes.append(line(0, y, NARROW, y, "rule"))
        shapes.append(text(0, y + 16, language, "strong"))
        y += LINE
        for parser in members:
            shapes.append(text(0, y + 14, parser.name))
            for x, standings in zip(places, known, strict=True):
                marks[standings.get(parser.name, Standing.UNASKED)].append((x, y + 10))
            y += LINE
    shapes += _marks(marks, 4)
    return Drawing.of(NARROW, y + 3 * LINE, (*shapes, *_legend(0, y + LINE + 4, NARROW)))


# Marks: all of a kind are one path.

_Places = dict[Standing, list[tuple[float, float]]]


def _marks(places: _Places, radius: float) -> Iterator[Markup]:
    """Draw a mark at each place; where a parser was not asked, there is none."""
    for standing, of_kind in places.items():
        style = _STYLES.get(standing)
        if style is not None:
            steps = (f"M{_at(x)} {_at(y)}{_mark(standing, radius)}" for x, y in of_kind)
            yield path(steps, style)


_STYLES = {
    Standing.NEWER: "dots",
    Standing.OLDER: "older dots",
    Standing.OTHER: "thin",
    Standing.REFUSED: "thin",
}


def _at(value: float) -> str:
    return f"{round(value, 1):g}"


def _mark(standing: Standing, radius: float) -> str:
    """Return the steps of a mark from its middle; a dot is a line without length."""
    if standing is Standing.OTHER:
        r = _at(radius - 1)
        return f"m-{r} 0l{r} -{r}l{r} {r}l-{r} {r}z"
    if standing is Standing.REFUSED:
        r, side = _at(radius - 2), _at(2 * radius - 4)
        return f"m-{r} -{r}l{side} {side}m0 -{side}l-{side} {side}"
    return "h0"


def _legend(left: float, y: float, width: float) -> Iterator[Markup]:
    x = left
    for standing, says in _SAYS.items():
        needed = 16 + serif_width(says) + 24
        if x + needed - 24 > left + width:
            x, y = left, y + LINE
        yield from _marks({standing: [(x + 6, y - 5)]}, 5)
        yield text(x + 18, y, says, "soft")
        x += needed
