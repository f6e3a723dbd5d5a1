"""Where something stands in a text."""

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of a text, in code points."""

    start: int
    stop: int
