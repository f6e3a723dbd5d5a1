"""Where something stands in a text."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of a text, in code points.

    Attributes:
        start: The offset of the first code point.
        stop: The offset behind the last one.
    """

    start: int
    stop: int


def in_pieces(text: str, spans: Iterable[Span]) -> Iterator[tuple[str, bool]]:
    """Yield a text in pieces that are not empty, each with whether it is one of the spans."""
    start = 0
    for span in (*spans, Span(len(text), len(text))):
        if start < span.start:
            yield text[start : span.start], False
        if span.start < span.stop:
            yield text[span.start : span.stop], True
        start = span.stop


def removed_in_all(length: int, removals: Iterable[Sequence[Span]]) -> tuple[Span, ...]:
    """Return what removals, one after the other, take out of a text, as spans of that text."""
    left = list(range(length))
    for removed in removals:
        for span in reversed(removed):
            del left[span.start : span.stop]
    neighbours = itertools.pairwise((-1, *left, length))
    return tuple(Span(one + 1, other) for one, other in neighbours if one + 1 < other)
