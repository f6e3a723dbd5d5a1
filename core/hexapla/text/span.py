"""Spans of a string, and the spans that a rewriting changed."""

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of a string, in code points.

    Attributes:
        start: The offset of the first code point.
        stop: The offset after the last code point.
    """

    start: int
    stop: int

    def of(self, text: str) -> str:
        """Return the part of a string in this span."""
        return text[self.start : self.stop]


def common_beginning(one: str, other: str) -> int:
    """Return the length of the common prefix of two strings, in code points."""
    alike, most = 0, min(len(one), len(other))
    while alike < most:
        middle = (alike + most + 1) // 2
        if one[alike:middle] == other[alike:middle]:
            alike = middle
        else:
            most = middle - 1
    return alike


def common_end(one: str, other: str) -> int:
    """Return the length of the common suffix of two strings, in code points."""
    return common_beginning(one[::-1], other[::-1])


def changed_spans(before: str, after: str) -> tuple[Span, Span]:
    """Return the span that a rewriting removed from a string, and the span that replaced it.

    Outside the spans, both strings are the same. If several spans are possible, as when `aa` is
    rewritten to `a`, the last span is returned.

    Returns:
        The removed span of `before`, and the new span of `after`, in code points.
    """
    start = common_beginning(before, after)
    rest = common_end(before[start:], after[start:])
    return Span(start, len(before) - rest), Span(start, len(after) - rest)


def without_spans(text: str, spans: Iterable[Span]) -> str:
    """Remove spans, which must be in order, from a string."""
    pieces: list[str] = []
    position = 0
    for span in spans:
        pieces.append(text[position : span.start])
        position = span.stop
    pieces.append(text[position:])
    return "".join(pieces)
