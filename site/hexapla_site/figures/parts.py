"""The parts of a text, drawn under it, a row for each standard."""

from collections.abc import Sequence

import attrs

from hexapla.standard.component import SHARED_NAMES
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.text.signs import visible

_LONGEST_DRAWN = 120  # the style sheet has classes for so many columns


@attrs.frozen
class PartBar:
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
    bars: tuple[PartBar, ...]
    empty: tuple[str, ...]
    unplaced: tuple[tuple[str, str], ...]
    form: str


@attrs.frozen
class PartsDrawing:
    """A text with a column for each character, and each standard's parts under it."""

    signs: tuple[str, ...]
    rows: tuple[PartsRow, ...]


def kind_of(shared: str) -> str:
    """Return the kind of a part: a shared name, or `other`."""
    return shared if shared in SHARED_NAMES else "other"


def draw_parts(references: Sequence[Reference], specs: Sequence[Spec]) -> PartsDrawing | None:
    """Draw a text as each standard parses it; None where it is too long to draw, or empty."""
    text = references[0].text
    if not 0 < len(text) <= _LONGEST_DRAWN:
        return None
    rows = tuple(_row(spec, reference) for spec, reference in zip(specs, references, strict=True))
    signs = tuple(visible(character) for character in text)
    return PartsDrawing(signs, rows)


def _row(spec: Spec, reference: Reference) -> PartsRow:
    bars = []
    empty = []
    for component, _, span in reference.places():
        if span.start == span.stop:
            empty.append(component.name)
        else:
            kind = kind_of(component.shared)
            bars.append(PartBar(component.name, kind, span.start + 1, span.stop + 1))
    parts = () if reference.has_spans else reference.parts.items()
    unplaced = tuple((name, part) for name, part in parts if part and part != reference.text)
    return PartsRow(spec, tuple(bars), tuple(empty), unplaced, reference.form_name)
