"""Where something stands in a text."""

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of a text, in code points.

    Attributes:
        start: The offset of the first code point.
        stop: The offset behind the last one.
    """

    start: int
    stop: int
