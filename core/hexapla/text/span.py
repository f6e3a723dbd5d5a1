"""Places in a text, and places where one text was rewritten into another."""

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of a text, in code points.

    Attributes:
        start: The offset of the first code point.
        stop: The offset after the last code point.
    """

    start: int
    stop: int


def common_beginning(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike, in code points."""
    alike, most = 0, min(len(one), len(other))
    while alike < most:
        middle = (alike + most + 1) // 2
        if one[alike:middle] == other[alike:middle]:
            alike = middle
        else:
            most = middle - 1
    return alike


def changed_spans(before: str, after: str) -> tuple[Span, Span]:
    """Return what a rewriting took out of a text, and what it put in instead.

    Both texts are alike up to where the spans start, and from where they stop. Where more than one
    place would do, as in `aa` rewritten to `a`, the change is the last one.

    Returns:
        The span of `before` that is gone, and the span of `after` that is new, in code points.
    """
    start = common_beginning(before, after)
    rest = common_beginning(before[start:][::-1], after[start:][::-1])
    return Span(start, len(before) - rest), Span(start, len(after) - rest)


def without_spans(text: str, spans: Iterable[Span]) -> str:
    """Return a text without some spans of it, which are in order."""
    pieces: list[str] = []
    position = 0
    for span in spans:
        pieces.append(text[position : span.start])
        position = span.stop
    pieces.append(text[position:])
    return "".join(pieces)
