"""Components: what a standard parses a text into, and where they stand in it."""

import functools
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice, Rationale
from hexapla.standard.driver import Parts
from hexapla.standard.rule import Phase, Rule, RuleKind, name_part
from hexapla.text.span import Span
from hexapla.values.value import Value

# The names under which the standards' components are compared, in the order in which pages show
# them. A standard may have a component under a name of its own; it comes after these.
SHARED_NAMES = ("scheme", "authority", "path", "params", "query", "fragment")


REMOVED = "removed"
"""Among the ends of components: how many characters a parser removes before it parses a text."""


class Form(StrEnum):
    """What kind of reference a text is; each standard has words of its own for these."""

    ABSOLUTE = "absolute"
    OPAQUE = "opaque"
    NETWORK_PATH = "network-path"
    ABSOLUTE_PATH = "absolute-path"
    RELATIVE_PATH = "relative-path"
    EMPTY = "empty"


def form_without_scheme(authority: str | None, path: str, more: object) -> Form:
    """Return the form of a reference without a scheme; `more` is whether a part follows."""
    if authority is not None:
        return Form.NETWORK_PATH
    if path.startswith("/"):
        return Form.ABSOLUTE_PATH
    return Form.RELATIVE_PATH if path or more else Form.EMPTY


@attrs.frozen(repr=False)
class Component(Value):
    """A component of a standard's syntax.

    `name` is the standard's own, `shared` the one under which standards are compared. `prefix` and
    `suffix` are the separators that belong to it (`//` before a net_loc, `:` after a scheme), and
    `citation` is the rule by which the standard cuts it. `never_empty` says that an empty part is
    not there, not even where its separator is. `made_of` says by which characters a parser knows
    it, if it goes by them; `under` is the choice under which it does.
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
        """The rule that is cited where a standard has characters in the component.

        It is called by its section and the component: `2.4.3-net-loc`.
        """
        name = f"{name_part(self.citation.section)}-{name_part(self.name)}"
        does = f"is in the {self.name}"
        return Rule(Phase.SPLIT, RuleKind.CUT_ALL, self.citation, "a part of the text", does, name)


class Segment(NamedTuple):
    """A part of a text with its separators, in code points, and the component that it is.

    Attributes:
        start: The offset at which it begins, in code points.
        stop: The offset after it.
        component: The component that it belongs to.
    """

    start: int
    stop: int
    component: Component


def ends_in_order(components: tuple[Component, ...]) -> Callable[[Parts], Mapping[str, int]]:
    """Return a function that tells where each part ends, with its separators, by shared names.

    The parts with their separators make up the text, in the order of the components. An empty part
    is there only with its own separator: a standard without undefined parts has "" also for what
    is not there. One that has no separator takes up no room, and is left out; parts under one
    name count as one.
    """
    cuts = tuple(
        (index, item.shared, len(item.prefix + item.suffix), _shows_empty(item))
        for index, item in enumerate(components, 1)
    )
    # Of most references nothing is cut: they are one part, the one that has no separators.
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
                break  # whatever follows is empty, and has no separator left
        return ends

    return ends_of


def _shows_empty(component: Component) -> str | None:
    """Return the separator that shows an empty part; None if nothing does."""
    return None if component.never_empty else component.prefix or component.suffix or None


def spans_in_order(components: tuple[Component, ...], parts: Parts) -> tuple[Span | None, ...]:
    """Return the spans of parts that stand in the order of the components.

    An empty part without a separator stands after what goes before it.
    """
    text, *others = parts
    assert text is not None
    spans: list[Span | None] = []
    position = 0
    for item, part in zip(components, others, strict=True):
        separator = _shows_empty(item)
        shown = text.startswith(separator, position) if separator else not item.prefix + item.suffix
        if part or (part is not None and shown):
            start = position + len(item.prefix)
            spans.append(Span(start, start + len(part)))
            position = start + len(part) + len(item.suffix)
        else:
            spans.append(None)
    return tuple(spans)


def recombined(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """Return the text of a URI (RFC 3986, 5.3; RFC 2396, 5.2 step 7).

    Each defined component gets its separator; the scheme is put in front last.
    """
    result = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        result = f"{scheme}:{result}"
    if query is not None:
        result = f"{result}?{query}"
    if fragment is not None:
        result = f"{result}#{fragment}"
    return result
