"""What parsing gives: a text and its parts, each with its place in the text."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

import attrs

from hexapla.documents.citation import Citation
from hexapla.text.span import Span
from hexapla.values.frozen import FrozenMapping

# What a memo's split gives: the text, then its parts in the order of the memo's components.
# None is undefined, "" is empty.
Parts = tuple[str | None, ...]


# The names under which the memos' components are compared, in the order in which pages show them.
# A memo may have a component under a name of its own; it comes behind these.
SHARED_NAMES = ("scheme", "authority", "path", "params", "query", "fragment")


class Form(StrEnum):
    """What kind of reference a text is; each memo has words of its own for these."""

    ABSOLUTE = "absolute"
    OPAQUE = "opaque"
    NETWORK_PATH = "network-path"
    ABSOLUTE_PATH = "absolute-path"
    RELATIVE_PATH = "relative-path"
    EMPTY = "empty"


@attrs.frozen
class Component:
    """A component of a memo's syntax.

    `name` is the memo's own, `shared` the name under which memos are compared. `prefix` and
    `suffix` are the separators that belong to it (`//` before a net_loc, `:` after a scheme), and
    `citation` is the rule by which the memo cuts it. `never_empty` says that an empty part is not
    there, not even where its separator is.
    """

    name: str
    shared: str
    citation: Citation
    prefix: str = ""
    suffix: str = ""
    never_empty: bool = False


class Parser(Protocol):
    """What a reference needs to know of the spec that parsed it."""

    @property
    def selector(self) -> str:
        """The spec's name, with its choices."""
        ...

    @property
    def components(self) -> tuple[Component, ...]:
        """The components, in the memo's order."""
        ...

    @property
    def form_names(self) -> Mapping[Form, str]:
        """What the memo calls the forms."""
        ...

    # The parts are of the spec's own shape.

    def form(self, parts: Any) -> Form:
        """Say what kind of reference a split text is."""
        ...

    def place(self, parts: Any) -> tuple[Span | None, ...]:
        """Give the span of each part."""
        ...

    @property
    def ends(self) -> "Ends":
        """What gives where the stretch of each shared name ends."""
        ...


# What is made for every text is not `frozen`, which would take three times as long to make: its
# fields are read through properties, and have no other name to be set by.


@attrs.define(unsafe_hash=True, repr=False)
class Reference:
    """A reference as one spec takes it apart."""

    _spec: Parser
    _split: Parts

    @property
    def spec(self) -> Parser:
        """The spec that took it apart."""
        return self._spec

    @property
    def split(self) -> Parts:
        """The text followed by its parts, in the order of the spec's components."""
        return self._split

    def __repr__(self) -> str:
        return f"<Reference {self.text!r} by {self.spec.selector}: {dict(self.parts)}>"

    def __str__(self) -> str:
        return self.text

    def split_by(self, spec: object) -> Parts | None:
        """Give `split` if it is this spec that made it, or one that equals it; None if not."""
        return self._split if self._spec is spec or self._spec == spec else None

    @property
    def text(self) -> str:
        """The text as it was given."""
        return str(self.split[0])

    @property
    def parts(self) -> Mapping[str, str | None]:
        """The parts by the memo's own names, in its order; None is undefined, "" is empty."""
        names = (component.name for component in self.spec.components)
        return FrozenMapping(zip(names, self.split[1:], strict=True))

    @property
    def spans(self) -> Mapping[str, Span | None]:
        """Where each part stands in the text, in code points; None for one that is not there."""
        names = (component.name for component in self.spec.components)
        return FrozenMapping(zip(names, self.spec.place(self.split), strict=True))

    def part(self, shared: str) -> str | None:
        """Give a part by its shared name, from its first component to its last.

        None where it is not in the text, or where the spec does not place its parts.
        """
        spans = [span for component, _, span in self.places() if component.shared == shared]
        return self.text[spans[0].start : spans[-1].stop] if spans else None

    def places(self) -> tuple[tuple[Component, str, Span], ...]:
        """Give the parts that are in the text, with their components and spans, in the order."""
        found = zip(self.spec.components, self.split[1:], self.spec.place(self.split), strict=True)
        return tuple(
            (component, part or "", span) for component, part, span in found if span is not None
        )

    @property
    def ends(self) -> Mapping[str, int] | None:
        """Where the characters land: shared names, each with where it ends, in code points.

        None where the spec does not place its parts.
        """
        return self._spec.ends(self._split)

    @property
    def has_spans(self) -> bool:
        """Whether the spec says where in the text the parts stand."""
        return any(span is not None for span in self.spec.place(self.split))

    @property
    def form(self) -> Form:
        """The kind of reference."""
        return self.spec.form(self.split)

    @property
    def form_name(self) -> str:
        """The kind of reference, in the memo's own words where it has them."""
        return self.spec.form_names.get(self.form, self.form.value)

    def segments(self) -> tuple["Segment", ...]:
        """Cut the whole text into stretches, each with the component that owns it.

        Separators belong to the part that they introduce, but for the one that ends a part, so that
        every character has an owner. There are none where the spec does not place its parts.
        """
        there = [(span, component) for component, _, span in self.places()]
        if not there:
            return ()
        segments: list[Segment] = []
        start = 0
        for (span, component), following in zip(there, [*there[1:], None], strict=True):
            stop = span.stop + len(component.suffix) if following else len(self.text)
            if stop > start:
                segments.append(Segment(start, stop, component))
            start = stop
        return tuple(segments)

    def to_dict(self) -> dict[str, object]:
        """Give the reference's JSON form."""
        spans = self.spans
        return {
            "spec": self.spec.selector,
            "text": self.text,
            "form": self.form.value,
            "form_name": self.form_name,
            "parts": {
                name: None if text is None else {"text": text, "span": spans[name]}
                for name, text in self.parts.items()
            },
        }


class Segment(NamedTuple):
    """A stretch of a text, in code points, and the component that owns it."""

    start: int
    stop: int
    component: Component


Ends = Callable[[Any], Mapping[str, int] | None]
"""Gives, of the parts of a text, each name with where its stretch ends, in code points.

The parts are of one spec's own shape; None stands for parts that are not placed in the text.
"""


def ends_in_order(
    names: Iterable[str], components: tuple[Component, ...]
) -> Callable[[Parts], Mapping[str, int]]:
    """Make what gives where each part ends, its separators with it, under names of one's own.

    The parts with their separators make up the text, in the order of the components. An empty part
    is there only with its own separator: a memo that knows no undefined parts gives "" also for
    what is not there. One that has no separator takes up no room, and is left out; parts under one
    name count as one.
    """
    cuts = tuple(
        (index, name, len(component.prefix + component.suffix), _shows_empty(component))
        for index, (name, component) in enumerate(zip(names, components, strict=True), 1)
    )
    # Of most references nothing is cut: they are one part, the one that has no separators.
    bare, bare_name = next(((found[0], found[1]) for found in cuts if not found[2]), (0, ""))

    def ends_of(parts: Parts) -> Mapping[str, int]:
        text = parts[0]
        assert text is not None
        length = len(text)
        if bare and text and parts[bare] is text:
            return {bare_name: length}
        ends: dict[str, int] = {}
        position = 0
        for index, name, separators, separator in cuts:
            part = parts[index]
            if part:
                position += separators + len(part)
            elif part is None or separator is None or not text.startswith(separator, position):
                continue
            else:
                position += separators
            ends[name] = position
            if position == length:
                break  # whatever follows is empty, and has no separator left
        return ends

    return ends_of


def _shows_empty(component: Component) -> str | None:
    """Give the separator that shows an empty part; None where nothing does."""
    return None if component.never_empty else component.prefix or component.suffix or None


def spans_in_order(
    components: tuple[Component, ...], ends: Mapping[str, int], parts: Parts
) -> tuple[Span | None, ...]:
    """Find the spans of parts that stand in the text in the order of the components.

    `ends` are those of the parts, by the components' names. An empty part without a separator
    stands behind what goes before it.
    """
    spans: list[Span | None] = []
    position = 0
    for component, part in zip(components, parts[1:], strict=True):
        end = ends.get(component.name)
        if end is not None:
            spans.append(Span(position + len(component.prefix), end - len(component.suffix)))
            position = end
        elif part is None or component.prefix or component.suffix:
            spans.append(None)
        else:
            spans.append(Span(position, position))
    return tuple(spans)
