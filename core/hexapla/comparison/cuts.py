"""Which characters of a text two columns have in components that are not the same."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.standard.component import Component
from hexapla.standard.reference import Reference
from hexapla.text.span import Span
from hexapla.values.value import Value


class Boundary(NamedTuple):
    """Characters that two columns have in different components, each with the span of that.

    Spans are code points of the text; separators belong to the component that they begin or end.

    Attributes:
        span: Where the characters are, in code points.
        components: The component that each column has them in, the older column first.
        spans: Where each of these components is.
    """

    span: Span
    components: tuple[Component, Component]
    spans: tuple[Span, Span]


def boundaries(left: Reference, right: Reference) -> Iterator[Boundary]:
    """Yield the ranges of a text that two columns have in components that are not the same.

    There are none where one of them does not tell the places of its parts.
    """
    here, there = _segments(left), _segments(right)
    one, other = next(here, None), next(there, None)
    while one is not None and other is not None:
        (name, begin, end), (other_name, other_begin, other_end) = one, other
        start = begin if begin > other_begin else other_begin
        stop = end if end < other_end else other_end
        if name != other_name and start < stop:
            components = _component_at(left, start), _component_at(right, start)
            spans = Span(begin, end), Span(other_begin, other_end)
            yield Boundary(Span(start, stop), components, spans)
        one = next(here, None) if end == stop else one
        other = next(there, None) if other_end == stop else other


def _segments(reference: Reference) -> Iterator[tuple[str, int, int]]:
    """Yield the shared names of the components of a text, each with where it begins and ends."""
    start = 0
    for name, stop in (reference.ends or {}).items():
        yield name, start, stop
        start = stop


def _component_at(reference: Reference, offset: int) -> Component:
    """Return the component that has the character at an offset."""
    segments = reference.segments()
    return next(item.component for item in segments if item.start <= offset < item.stop)


class Place(StrEnum):
    """Which text two columns take apart differently."""

    BASE = "base"
    REFERENCE = "reference"


@attrs.frozen(repr=False)
class Cut(Value):
    """Characters that two columns have in different components.

    `text` is what they take apart: the base, the reference, or what has become of the reference
    when the phase begins. `items` has the characters, and behind them any others that the two have
    in different components. `decides` says that there would be no difference if both took the text
    apart alike.

    Attributes:
        place: Which text it is: the base or the reference.
    """

    _json_members = (
        *("in=place", "text", "span", "characters"),
        *("left=left.name", "right=right.name", "decides"),
    )

    place: Place
    text: str
    items: tuple[Boundary, ...]
    decides: bool = True

    @property
    def span(self) -> Span:
        """Where the characters are, in code points of the text."""
        return self.items[0].span

    @property
    def left(self) -> Component:
        """The component in which the left column has them."""
        return self.items[0].components[0]

    @property
    def right(self) -> Component:
        """The component in which the right column has them."""
        return self.items[0].components[1]

    @property
    def characters(self) -> str:
        """The characters."""
        return self.text[self.span.start : self.span.stop]
