"""Where something stands in a text."""

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of a text, in code points.

    Attributes:
        start: The offset of the first code point.
        stop: The offset behind the last one.
    """

    start: int
    stop: int


def spans_of(offsets: Sequence[int]) -> Iterator[Span]:
    """Yield the spans of offsets that stand in their order, each as long as it can be."""
    numbered = enumerate(offsets)
    for _, run in itertools.groupby(numbered, key=lambda item: item[1] - item[0]):
        first, *rest = (offset for _, offset in run)
        yield Span(first, (rest[-1] if rest else first) + 1)
