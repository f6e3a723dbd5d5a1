"""The components into which a standard parses a string, and the positions of components."""

import functools
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice, Rationale
from hexapla.standard.driver import Parts
from hexapla.standard.rule import Phase, Rule, RuleKind, name_part
from hexapla.text.span import Span
from hexapla.values.value import Value

# The shared names that components usually have. Components of different standards are compared
# under their shared names.
SHARED_NAMES = ("scheme", "authority", "path", "params", "query", "fragment")


REMOVED = "removed"
"""The key, in a mapping of end offsets, of the number of characters removed or skipped."""


class Form(StrEnum):
    """The kind of a reference; a standard can have its own names for the kinds."""

    ABSOLUTE = "absolute"
    OPAQUE = "opaque"
    NETWORK_PATH = "network-path"
    ABSOLUTE_PATH = "absolute-path"
    RELATIVE_PATH = "relative-path"
    EMPTY = "empty"


def form_without_scheme(authority: str | None, path: str, more: object) -> Form:
    """Return the kind of a reference without a scheme.

    `more` is true if the reference has params or a query.
    """
    if authority is not None:
        return Form.NETWORK_PATH
    if path.startswith("/"):
        return Form.ABSOLUTE_PATH
    return Form.RELATIVE_PATH if path or more else Form.EMPTY


@attrs.frozen(repr=False)
class Component(Value):
    """A component of a standard's syntax.

    `name` is the standard's own name for the component. `shared` is the name under which components
    of different standards are compared. `prefix` and `suffix` are the delimiters that belong to the
    component, such as `//` before a net_loc or `:` after a scheme. `citation` is the passage that
    defines where the component begins and ends. If `never_empty` is true, an empty part counts as
    absent even if its delimiter is present.

    If a parser recognizes the component by its characters, `made_of` describes these characters. If
    the parser does so only under a certain choice, `under` is this choice.
    """

    name: str
    shared: str
    citation: Citation
    prefix: str = ""
    suffix: str = ""
    never_empty: bool = False
    made_of: Rationale | None = None
    under: Choice | None = None

    @functools.cached_property
    def rule(self) -> Rule:
        """The rule to cite for the characters that a standard assigns to the component.

        The rule's name consists of the section and the component's name, as in `2.4.3-net-loc`.
        """
        name = f"{name_part(self.citation.section)}-{name_part(self.name)}"
        does = f"is in the {self.name}"
        return Rule(Phase.SPLIT, RuleKind.CUT_ALL, self.citation, "a part of the text", does, name)


class Segment(NamedTuple):
    """The extent of a component in a string, including the component's delimiters.

    Attributes:
        start: The offset of the segment's first code point.
        stop: The offset after the segment's last code point.
        component: The component.
        content: The offset of the first code point after the delimiter before the component.
    """

    start: int
    stop: int
    component: Component
    content: int


def ends_in_order(components: tuple[Component, ...]) -> Callable[[Parts], Mapping[str, int]]:
    """Return a function that returns the end offsets of the present parts, keyed by shared name.

    A delimiter counts as belonging to its part. The parts, in the order of the components, make up
    the text. An empty part counts as present only if its delimiter is present, because a standard
    that doesn't distinguish absent parts from empty ones represents both as "". An empty part
    without a delimiter takes up no space and is omitted. Parts with the same shared name count as
    one part.
    """
    cuts = tuple(
        (index, item.shared, len(item.prefix + item.suffix), _shows_empty(item))
        for index, item in enumerate(components, 1)
    )
    # Most references consist of a single part whose component has no delimiters.
    bare, bare_name = next(((cut[0], cut[1]) for cut in cuts if not cut[2]), (0, ""))

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
                break  # the remaining parts are empty and have no delimiters
        return ends

    return ends_of


def _shows_empty(component: Component) -> str | None:
    """Return the delimiter that shows that an empty part is present; None if no delimiter does."""
    return None if component.never_empty else component.prefix or component.suffix or None


class Delimiters(NamedTuple):
    """The lengths of a component's delimiters, and the delimiter that shows an empty part."""

    prefix: int
    suffix: int
    separator: str | None


def delimiters_of(components: Iterable[Component]) -> tuple[Delimiters, ...]:
    """Return the delimiters of components, as `spans_in_order` needs them."""
    delimiters = []
    for item in components:
        delimiters.append(Delimiters(len(item.prefix), len(item.suffix), _shows_empty(item)))
    return tuple(delimiters)


def spans_in_order(delimiters: Iterable[Delimiters], parts: Parts) -> tuple[Span | None, ...]:
    """Return the span of each part.

    The parts must appear in the text in the order of the components.

    The span of an absent part is None. If an empty part belongs to a component without delimiters,
    it gets an empty span directly after the preceding part.
    """
    text, *others = parts
    assert text is not None
    spans: list[Span | None] = []
    position = 0
    for (prefix, suffix, separator), part in zip(delimiters, others, strict=True):
        if part is None:
            spans.append(None)
            continue
        is_shown = part != "" or (prefix == suffix == 0)
        if is_shown or (separator is not None and text.startswith(separator, position)):
            start = position + prefix
            stop = start + len(part)
            spans.append(Span(start, stop))
            position = stop + suffix
        else:
            spans.append(None)
    return tuple(spans)


def recombined(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """Join components into a URI (RFC 3986, section 5.3; RFC 2396, section 5.2, step 7).

    Each defined component is written with its delimiter.
    """
    result = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        result = f"{scheme}:{result}"
    if query is not None:
        result = f"{result}?{query}"
    if fragment is not None:
        result = f"{result}#{fragment}"
    return result
