"""Components: what a standard takes a text apart into, and where they lie in it."""

import functools
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice, Rationale, unknown
from hexapla.standard.driver import Parts
from hexapla.standard.rule import Phase, Rule, RuleKind, name_part
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.value import Value

# The names under which the standards' components are compared, in the order in which pages show
# them. A standard may have a component under a name of its own; it comes behind these.
SHARED_NAMES = ("scheme", "authority", "path", "params", "query", "fragment")


class Form(StrEnum):
    """What kind of reference a text is; each standard has words of its own for these."""

    ABSOLUTE = "absolute"
    OPAQUE = "opaque"
    NETWORK_PATH = "network-path"
    ABSOLUTE_PATH = "absolute-path"
    RELATIVE_PATH = "relative-path"
    EMPTY = "empty"


def form_without_scheme(authority: str | None, path: str, more: object) -> Form:
    """Return the form of a reference without a scheme; `more` is whether a part stands behind."""
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


def shared_name(components: Iterable[Component], name: str) -> str:
    """Return the shared name of a component.

    The name is a shared one, or the standard's own.

    Raises:
        SelectorError: No standard has a component of that name.
    """
    names = {item.name: item.shared for item in components} | {item: item for item in SHARED_NAMES}
    if checked(name, "component") not in names:
        raise unknown("component", name, names)
    return names[name]


class Segment(NamedTuple):
    """A part of a text with its separators, in code points, and the component that it is.

    Attributes:
        start: The offset at which it begins, in code points.
        stop: The offset behind it.
        component: The component that it belongs to.
    """

    start: int
    stop: int
    component: Component


Ends = Callable[[Any], Mapping[str, int] | None]
"""Returns, for the parts of a text, each shared name with where its segment ends, in code points.

None stands for parts whose place in the text the standard does not tell.
"""


def ends_in_order(
    names: Iterable[str], components: tuple[Component, ...]
) -> Callable[[Parts], Mapping[str, int]]:
    """Return a function that tells where each part ends, with its separators, by given names.

    The parts with their separators make up the text, in the order of the components. An empty part
    is there only with its own separator: a standard without undefined parts has "" also for what
    is not there. One that has no separator takes up no room, and is left out; parts under one
    name count as one.
    """
    cuts = tuple(
        (index, name, len(component.prefix + component.suffix), _shows_empty(component))
        for index, (name, component) in enumerate(zip(names, components, strict=True), 1)
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
    """Return the separator that shows an empty part; None where nothing does."""
    return None if component.never_empty else component.prefix or component.suffix or None


def spans_in_order(components: tuple[Component, ...]) -> Callable[[Parts], tuple[Span | None, ...]]:
    """Return a function that gives the spans of parts that stand in the order of the components.

    An empty part without a separator stands behind what goes before it.
    """
    ends_of = ends_in_order((component.name for component in components), components)
    places = tuple(
        (index, component.name, len(component.prefix), len(component.suffix))
        for index, component in enumerate(components, 1)
    )

    def spans_of(parts: Parts) -> tuple[Span | None, ...]:
        ends = ends_of(parts)
        spans: list[Span | None] = []
        position = 0
        for index, name, prefix, suffix in places:
            if name in ends:
                end = ends[name]
                spans.append(Span(position + prefix, end - suffix))
                position = end
            elif parts[index] is None or prefix or suffix:
                spans.append(None)
            else:
                spans.append(Span(position, position))
        return tuple(spans)

    return spans_of


def recombined(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """Return components joined, each that is defined with its separator."""
    result = path if authority is None else f"//{authority}{path}"
    if scheme is not None:
        result = f"{scheme}:{result}"
    if query is not None:
        result = f"{result}?{query}"
    if fragment is not None:
        result = f"{result}#{fragment}"
    return result
