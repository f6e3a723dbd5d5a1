"""The parts of a text, drawn under it, a row for each standard."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import attrs

from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.text.signs import visible

# Widths of the drawing of parts, in characters of the text's own size.
_LABEL_CHARACTER = 0.68

_LABEL_PADDING = 0.5

_LONGEST_DRAWN = 120


@attrs.frozen
class Bar:
    """A part under the text: its name, the kind that gives its colour, and its columns, from 1."""

    name: str
    kind: str
    start: int
    stop: int


@attrs.frozen
class PartsRow:
    """One standard's parts of a text; `empty` are the parts that are there but have no characters.

    `unplaced` are parts that the standard has, but not at any place of this text.
    """

    spec: Spec
    bars: tuple[Bar, ...]
    empty: tuple[str, ...]
    unplaced: tuple[tuple[str, str], ...]
    form: str


@attrs.frozen
class PartsDrawing:
    """A text with a column for each character, and each standard's parts under it.

    The columns' widths are those that the labels of all rows need.
    """

    signs: tuple[str, ...]
    widths: tuple[float, ...]
    rows: tuple[PartsRow, ...]

    @property
    def columns(self) -> str:
        """The widths as CSS grid columns."""
        return _grid_columns(self.widths)


def _grid_columns(widths: Sequence[float]) -> str:
    """Return widths as CSS has them, in short: a case's page has thousands of them."""
    runs = [(width, len(list(run))) for width, run in groupby(f"{width:.2f}" for width in widths)]
    return " ".join(
        f"repeat({count},{width}ch)" if count > 1 else f"{width}ch" for width, count in runs
    )


def kind_of(shared: str) -> str:
    """Return the kind of a part: a shared name, or `other`."""
    return shared if shared in SHARED_NAMES else "other"


def draw_parts(references: Sequence[Reference], specs: Sequence[Spec]) -> PartsDrawing | None:
    """Draw how each standard parses a text.

    Args:
        references: The text as each standard parses it.
        specs: The standards, in the same order.

    Returns:
        The drawing, or None where the text is too long to draw, or empty.
    """
    text = references[0].text
    if not 0 < len(text) <= _LONGEST_DRAWN:
        return None
    rows = tuple(_row(spec, reference) for spec, reference in zip(specs, references, strict=True))
    signs = tuple(visible(character) for character in text)
    return PartsDrawing(signs, _widths(signs, rows), rows)


def _widths(signs: Sequence[str], rows: Iterable[PartsRow]) -> tuple[float, ...]:
    """Return the widths, in characters, that the signs and the labels of some rows need."""
    widths = [max(1.0, float(len(sign))) + 0.1 for sign in signs]
    for row in rows:
        for bar in row.bars:
            _widen(widths, bar)
    return tuple(widths)


def _row(spec: Spec, reference: Reference) -> PartsRow:
    bars = []
    empty = []
    for component, _, span in reference.places():
        if span.start == span.stop:
            empty.append(component.name)
        else:
            kind = kind_of(component.shared)
            bars.append(Bar(component.name, kind, span.start + 1, span.stop + 1))
    parts = () if reference.has_spans else reference.parts.items()
    unplaced = tuple((name, part) for name, part in parts if part and part != reference.text)
    return PartsRow(spec, tuple(bars), tuple(empty), unplaced, reference.form_name)


def _widen(widths: list[float], bar: Bar) -> None:
    """Make the columns of a bar wide enough for its label."""
    columns = range(bar.start - 1, bar.stop - 1)
    needed = len(bar.name) * _LABEL_CHARACTER + _LABEL_PADDING
    missing = needed - sum(widths[column] for column in columns)
    for column in columns:
        widths[column] += max(0.0, missing) / len(columns)
