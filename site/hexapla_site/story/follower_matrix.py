"""A picture of a table of changes and parsers: each mark shows which answer a parser gives."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from markupsafe import Markup

from hexapla.identification.recording import Recording
from hexapla_site.figures.drawing import (
    LINE,
    NARROW,
    WIDE,
    Drawing,
    Picture,
    path,
    rect,
    rounded,
    rule,
    serif_width,
    text,
    upright,
)
from hexapla_site.story.changes import StandardChange, Standing, by_language

_HEAD = 168.0  # the height of the parsers' names in the wide form
_CHANGES = 292.0  # the width of the titles of changes
_COUNT = 64.0
_PARSERS = 140.0  # the width of the parsers' names in the narrow form
_ROW = 24.0
_SAYS = {
    Standing.OLDER: "the older answer",
    Standing.NEWER: "the newer answer",
    Standing.OTHER: "another answer",
    Standing.REFUSED: "no URL",
}


def follower_matrix(changes: Sequence[StandardChange], parsers: Sequence[Recording]) -> Picture:
    """Draw each parser's answer to the link that demonstrates each change.

    The answer is the older answer, the newer answer, another answer or no URL.
    """
    title = "Who still gives the older answer"
    told = "; ".join(f"{change.title}: {_older_of(change)}" for change in changes)
    description = f"Parsers that give the older answer: {told}."
    wide = _wide(changes, parsers)
    narrow = _narrow(changes, parsers)
    return Picture("url-followers", title, description, wide, narrow)


def standings_of(change: StandardChange) -> Mapping[str, Standing]:
    """Return the kind of each parser's answer, keyed by the parser's name."""
    return {each.recording.name: each.standing for each in change.followers}


def _by_standard(
    changes: Sequence[StandardChange],
) -> Iterator[tuple[str, Sequence[StandardChange]]]:
    """Yield the label of each standard that made changes, with the changes that it made."""
    for label, of_standard in groupby(changes, lambda change: change.newer.document.label):
        yield label, tuple(of_standard)


# Changes in rows, parsers in columns.


def _wide(changes: Sequence[StandardChange], parsers: Sequence[Recording]) -> Drawing:
    step = (WIDE - _CHANGES - _COUNT) / len(parsers)
    columns = {}
    for at, parser in enumerate(parsers):
        columns[parser.name] = _CHANGES + (at + 0.5) * step
    rows: list[Markup] = []
    marks = _Marks()
    y = LINE + _HEAD
    for label, of_standard in _by_standard(changes):
        rows.append(rule(y + 2, WIDE))
        rows.append(text(0, y + LINE, label, "strong"))
        y += LINE + 4
        for change in of_standard:
            middle = y + _ROW / 2
            rows += _row(change, middle)
            for name, standing in standings_of(change).items():
                marks.add(standing, columns[name], middle)
            y += _ROW
    heads = _heads(parsers, columns, step, y)
    legend = _legend(y + LINE + 6, WIDE)
    return Drawing.of(WIDE, y + LINE + 16, (*heads, *rows, *marks.drawn(5), *legend))


def _row(change: StandardChange, middle: float) -> Iterator[Markup]:
    """Write the title of a change, and the number of parsers that give the older answer."""
    baseline = middle + 5
    yield text(12, baseline, change.title)
    yield text(WIDE, baseline, _older_of(change), "end soft")


def _older_of(change: StandardChange) -> str:
    """Return the number of parsers that give the older answer, and the number that were tested."""
    return f"{len(change.having(Standing.OLDER))} of {len(change.followers)}"


def _heads(
    parsers: Sequence[Recording], columns: Mapping[str, float], step: float, bottom: float
) -> Iterator[Markup]:
    """Write the names of parsers; every second language has a background band."""
    for number, (language, members) in enumerate(by_language(parsers)):
        left = columns[members[0].name] - step / 2
        width = step * len(members)
        if number % 2 == 0:
            yield rect(left, 0, width, bottom, "band")
        is_named = serif_width(language, bold=True) < width + 6
        if is_named:
            yield text(left + width / 2, 15, language, "strong middle")
        for parser in members:
            label = parser.name if is_named else f"{parser.name} ({language})"
            yield upright(columns[parser.name] + 5, LINE + _HEAD - 8, label)


# Parsers in rows, changes in columns.


def _narrow(changes: Sequence[StandardChange], parsers: Sequence[Recording]) -> Drawing:
    step = (NARROW - _PARSERS - 5) / len(changes)
    columns = [_PARSERS + (at + 0.5) * step for at in range(len(changes))]
    known = [standings_of(change) for change in changes]
    shapes = [*_numbered(changes)]
    y = len(changes) * LINE + LINE + 8
    for number, x in enumerate(columns, 1):
        if number % 2:
            shapes.append(text(x, y, f"{number}", "strong middle"))
    marks = _Marks()
    for language, members in by_language(parsers):
        y += 8
        shapes.append(rule(y, NARROW))
        shapes.append(text(0, y + 16, language, "strong"))
        y += LINE
        for parser in members:
            shapes.append(text(0, y + 14, parser.name))
            for x, standings in zip(columns, known, strict=True):
                standing = standings.get(parser.name, Standing.UNASKED)
                marks.add(standing, x, y + 10)
            y += LINE
    legend = _legend(y + LINE + 4, NARROW)
    return Drawing.of(NARROW, y + 3 * LINE, (*shapes, *marks.drawn(4), *legend))


def _numbered(changes: Sequence[StandardChange]) -> Iterator[Markup]:
    """Write the number and title of each change, and the short label of the newer standard."""
    for number, change in enumerate(changes, 1):
        baseline = number * LINE - 2
        short_label = change.newer.document.short_label.removesuffix(" Standard")
        yield text(16, baseline, f"{number}", "strong end")
        yield text(22, baseline, change.title)
        yield text(NARROW, baseline, short_label, "soft end")


# Marks. All marks of the same kind form one path.

_STYLES = {
    Standing.NEWER: "dots",
    Standing.OLDER: "older dots",
    Standing.OTHER: "thin",
    Standing.REFUSED: "thin",
}


class _Marks:
    """The marks of the answers, grouped by the kind of answer."""

    def __init__(self) -> None:
        self._starts = defaultdict[Standing, list[str]](list)

    def add(self, standing: Standing, x: float, y: float) -> None:
        """Add a mark at a position, unless the parser wasn't tested."""
        if standing in _STYLES:
            self._starts[standing].append(f"M{rounded(x)} {rounded(y)}")

    def drawn(self, radius: float) -> Iterator[Markup]:
        """Draw all marks, one path for each kind of answer."""
        for standing, style in _STYLES.items():
            starts = self._starts[standing]
            mark = _mark(standing, radius)
            if starts:
                yield path((start + mark for start in starts), style)


def _mark(standing: Standing, radius: float) -> str:
    """Return the path of a mark, relative to its middle; a dot is a line of length 0."""
    if standing is Standing.OTHER:
        r = rounded(radius - 1)
        return f"m-{r} 0l{r} -{r}l{r} {r}l-{r} {r}z"
    if standing is Standing.REFUSED:
        r = rounded(radius - 2)
        side = rounded(2 * radius - 4)
        return f"m-{r} -{r}l{side} {side}m0 -{side}l-{side} {side}"
    return "h0"


def _legend(y: float, width: float) -> Iterator[Markup]:
    """Draw each mark with its meaning, on as many lines as are needed."""
    x = 0.0
    for standing, says in _SAYS.items():
        needed = 18 + serif_width(says)
        if x + needed > width:
            x = 0.0
            y += LINE
        mark = _Marks()
        mark.add(standing, x + 6, y - 5)
        yield from mark.drawn(5)
        yield text(x + 18, y, says, "soft")
        x += needed + 22
