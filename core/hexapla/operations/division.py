"""Split a URL into components, including userinfo, host and port, citing the rule for each.

Parsing splits a URL into the standard's own components. This module also splits the authority into
userinfo, host and port, under the standard's own provisions. Specs can then be compared with each
other and with programs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import ClassVar

import attrs

from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.grammar.validity import Verdict
from hexapla.operations.authority import (
    AUTHORITY,
    COMPONENT_NAMES,
    AuthorityRules,
    Piece,
    UrlComponents,
    connected_to,
)
from hexapla.operations.operation import Operation
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class Bounds(Value):
    """The provisions about a component: on its start, on its end, and on its content.

    `start` is None if the component begins at the start of the string, and `end` is None if no
    provision sets its end.

    Attributes:
        further: The provisions about the content of the component.
    """

    start: Provision | None = None
    end: Provision | None = None
    further: tuple[Provision, ...] = ()

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """All provisions, without duplicates: `start`, `end`, then `further`."""
        every = (self.start, self.end, *self.further)
        return tuple(dict.fromkeys(item for item in every if item is not None))


@attrs.frozen(repr=False)
class DividedUrl(Value):
    """A URL split into components under a standard.

    Attributes:
        selector: The selector of the standard.
        text: The URL.
        components: The components that the standard finds; empty if the standard rejects the URL or
            has no rule for it.
        pieces: The components as written, in the order in which they occur in the URL. With their
            separators, they make up the URL, except for characters that the standard removes first.
            An authority that the standard doesn't split is one piece, named "authority".
        refusal: The provision that rejects the URL; None if the URL isn't rejected.
        no_authority: The provision under which the URL has no authority; None if the URL has an
            authority, or if no provision decides.
    """

    _json_members = (
        "spec=selector",
        "text",
        "components",
        "pieces",
        "valid",
        "authority_valid",
        "refusal",
        "authority",
        "accepts",
        "choices",
        "bounds",
    )

    selector: str
    text: str
    components: UrlComponents
    pieces: tuple[Piece, ...] = ()
    refusal: Provision | None = None
    no_authority: Provision | None = None
    _division: "UrlDivision | None" = attrs.field(default=None, eq=False)

    @property
    def valid(self) -> bool | None:
        """Whether the standard's grammar derives the string.

        The value is None if the grammar has no production for the string, if the parser rejects the
        string, or if the standard has no rule for it.
        """
        if self._division is None:
            return None
        verdict = self._division.spec.validate(self.text).verdict
        if verdict is Verdict.NO_PRODUCTION:
            return None
        return verdict is Verdict.YES

    @property
    def authority_valid(self) -> bool | None:
        """Whether the grammar derives the authority.

        The value is None if the URL has no authority, if the grammar has no production that splits
        authorities, or if the standard finds no components.
        """
        if self._division is None:
            return None
        outline = self._division.outline(self.text)
        if outline is None:
            return None
        return self._division.derives_authority(outline)

    @property
    def accepts(self) -> bool:
        """Whether the standard accepts the string as a URL; an RFC accepts every string."""
        return self.refusal is None

    @property
    def has_rule(self) -> bool:
        """Whether the standard has a rule for the string; a standard without a rule is silent."""
        return bool(self.components.stated) or self.refusal is not None

    @property
    def authority(self) -> str | None:
        """The text of the authority; None if the URL has no authority."""
        inside = [piece for piece in self.pieces if piece.name in IN_AUTHORITY]
        if not inside:
            return None
        first, *others = inside
        return first.text + "".join(map(_as_written, others))

    @property
    def bounds(self) -> Mapping[str, Bounds]:
        """The provisions about each piece, keyed by the name of the piece."""
        bounds: dict[str, Bounds] = {}
        for piece, following in zip_longest(self.pieces, self.pieces[1:]):
            end = piece.ends
            if end is None and following is not None:
                end = following.begins
            bounds[piece.name] = Bounds(piece.begins, end, piece.further)
        return FrozenMapping(bounds)

    @property
    def rules(self) -> Mapping[str, tuple[Provision, ...]]:
        """All provisions about each piece, without duplicates, keyed by the name of the piece."""
        return FrozenMapping((name, bounds.provisions) for name, bounds in self.bounds.items())

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The readings that decide how the URL is split, each with its chosen option."""
        return tuple(piece.choice for piece in self.pieces if piece.choice is not None)

    @property
    def spans(self) -> Mapping[str, Span]:
        """The span of each piece, in code points; empty if the standard changed the URL."""
        if "".join(map(_as_written, self.pieces)) != self.text:
            return FrozenMapping()
        spans = {}
        position = 0
        for piece in self.pieces:
            start = position + len(piece.separator)
            position = start + len(piece.text)
            spans[piece.name] = Span(start, position)
        return FrozenMapping(spans)


def _as_written(piece: Piece) -> str:
    return piece.separator + piece.text


def _piece_named(name: str, pieces: Iterable[Piece]) -> Piece | None:
    """Return the first piece with the given name; None if there is none."""
    return next((piece for piece in pieces if piece.name == name), None)


IN_AUTHORITY = frozenset({AUTHORITY, "userinfo", "host", "port"})
"""The names of the pieces of an authority."""


@attrs.frozen
class Outline:
    """A URL's components before the authority is split; absent components are None.

    `slash` is the separator before the path if the standard doesn't count the slash as part of the
    path. `mark` is the separator before the authority.
    """

    scheme: str | None
    authority: str | None
    path: str | None
    query: str | None = None
    fragment: str | None = None
    slash: str = ""
    mark: str = "//"

    @property
    def behind_authority(self) -> str:
        """The character after the authority; "" if the URL ends with the authority."""
        after = self.slash or self.path
        if after:
            return after[0]
        if self.query is not None:
            return "?"
        if self.fragment is not None:
            return "#"
        return ""


class UrlDivision(Operation):
    """The way in which a standard splits a URL, down to userinfo, host and port.

    A standard provides a subclass that defines the provisions and, if necessary, overrides
    `outline`.

    Attributes:
        scheme_ends: The provision on the ":" after the scheme.
        authority_begins: The provision on the "//" before the authority.
        no_authority: The same provision, as it applies to a URL without an authority.
        authority_ends: The provisions on the end of the authority, keyed by the character that ends
            it; "" is the end of the URL.
        query_begins: The provision on the "?" before the query; None if the standard has no query.
        fragment_begins: The provision on the "#" before the fragment; None if the standard has no
            fragment.
        authority_rules: The provisions on the content of the authority.
        production: The grammar rule that splits an authority; None if the grammar has no such rule.
    """

    scheme_ends: ClassVar[Provision]
    authority_begins: ClassVar[Provision]
    no_authority: ClassVar[Provision]
    authority_ends: ClassVar[Mapping[str, Provision]]
    query_begins: ClassVar[Provision | None] = None
    fragment_begins: ClassVar[Provision | None] = None
    authority_rules: ClassVar[AuthorityRules]
    production: ClassVar[str | None] = None

    def outline(self, text: str) -> Outline | None:
        """Return the outline of a string; None if the standard has no rule for the string.

        The default implementation is for a standard with the components scheme, authority, path,
        query and fragment.
        """
        _, scheme, authority, path, query, fragment = self.spec.standard.split(text)
        return Outline(scheme, authority, path, query, fragment)

    def divide_authority(self, outline: Outline, separator: str) -> Iterator[Piece]:
        """Yield the pieces of an authority; `separator` is the text before the authority."""
        assert outline.authority is not None
        start = Piece("", "", separator, self.authority_begins)
        yield from self.authority_rules.divide(outline.authority, start, self.spec.options)

    def ends_authority(self, outline: Outline) -> Provision:
        """Return the provision that sets the end of the authority."""
        return self.authority_ends[outline.behind_authority]

    def consulted(self, divided: DividedUrl) -> tuple[Choice, ...]:
        """Return the readings consulted in splitting a URL, each with its chosen option."""
        return divided.choices

    def components(self, outline: Outline, pieces: tuple[Piece, ...]) -> UrlComponents:
        """Return the components that the pieces make up; components without a piece are absent."""
        texts: dict[str, str | None] = dict.fromkeys(COMPONENT_NAMES)
        for piece in pieces:
            texts[piece.name] = piece.text
        return attrs.evolve(UrlComponents.of(texts), undivided=texts.get(AUTHORITY))

    def derives_authority(self, outline: Outline) -> bool | None:
        """Return whether the grammar derives the authority; None if no production applies."""
        if self.production is None or outline.authority is None:
            return None
        return self.grammar.matches(self.production, outline.authority)

    def host(self, text: str) -> str | None:
        """Return the host that `divide` finds; None if there is no host.

        Raises:
            LookupError: The standard has no rule for the string, or rejects it.
        """
        outline = self.outline(text)
        if outline is None:
            raise LookupError("no rule")
        if outline.authority is None:
            return None
        host = _piece_named("host", self.divide_authority(outline, ""))
        return None if host is None else host.text

    def why_no_authority(self, outline: Outline) -> Provision:
        """Return the provision under which a URL has no authority."""
        return self.no_authority

    def divide(self, text: str) -> DividedUrl:
        """Split a URL under the standard; any `str` is accepted."""
        outline = self.outline(checked(text, "text"))
        if outline is None:
            return DividedUrl(self.selector, text, UrlComponents.of({}))
        pieces = tuple(self.pieces(outline))
        components = self.components(outline, pieces)
        no_authority = None
        if outline.authority is None:
            no_authority = self.why_no_authority(outline)
        return DividedUrl(
            self.selector,
            text,
            components,
            pieces,
            no_authority=no_authority,
            division=self,
        )

    def pieces(self, outline: Outline) -> Iterator[Piece]:
        """Yield the pieces of a URL, in order."""
        separator: str = ""
        begins: Provision | None = None
        if outline.scheme is not None:
            yield Piece("scheme", outline.scheme, ends=self.scheme_ends)
            separator, begins = ":", self.scheme_ends
        if outline.authority is not None:
            ends = self.ends_authority(outline)
            *others, last = self.divide_authority(outline, separator + outline.mark)
            yield from others
            yield last.ending(ends)
            separator, begins = "", ends
        if outline.path is not None:
            yield Piece("path", outline.path, separator + outline.slash, begins)
        if outline.query is not None:
            yield Piece("query", outline.query, "?", self.query_begins)
        if outline.fragment is not None:
            yield Piece("fragment", outline.fragment, "#", self.fragment_begins)


# The rules behind different hosts in a URL. Two standards can set different boundaries, so that
# they take different characters as the host. Or they can rewrite the same characters differently.
# Different provisions are responsible in the two cases.

_SUBDIVISION = ("userinfo", "host", "port")
_INVISIBLE = re.compile(r"[\x00-\x20]+")


@attrs.frozen(repr=False)
class HostRules(Value):
    """The rules that make a standard's userinfo, host or port differ from another standard's.

    Attributes:
        boundary: The provision that sets a different boundary in the authority; None if the
            boundaries are the same, or if no provision of the standard sets the boundary.
        form: The provisions that rewrite the host, in order.
        refusal: The provision that rejects the URL; None if the URL isn't rejected.
    """

    boundary: Provision | None = None
    form: tuple[Provision, ...] = ()
    refusal: Provision | None = None

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """All provisions: `boundary`, `form`, then `refusal`."""
        return tuple(filter(None, (self.boundary, *self.form, self.refusal)))

    def __str__(self) -> str:
        return "; ".join(map(_does, self.provisions))


def _does(provision: Provision) -> str:
    does = provision.does.removeprefix("says that ")
    return f"{does} ({provision.citation.section})"


def without_invisible(text: str) -> str:
    """Return a string without spaces and C0 controls, some of which the URL Standard removes."""
    return _INVISIBLE.sub("", text)


def cut_out(divided: DividedUrl) -> dict[str, str]:
    """Return the userinfo, host and port as written, if they are present, keyed by name."""
    return {piece.name: piece.text for piece in divided.pieces if piece.name in _SUBDIVISION}


def host_rules(here: DividedUrl, there: DividedUrl) -> HostRules:
    """Return the rules that make a standard's userinfo, host or port differ from another's."""
    if here.no_authority is not None and there.authority is not None:
        boundary: Provision | None = here.no_authority
    elif here.authority == "" and there.authority:
        (empty,) = (piece for piece in here.pieces if piece.name in IN_AUTHORITY)
        boundary = empty.ends
    else:
        boundary = _boundary_in_authority(here, there)
    host = _piece_named("host", here.pieces)
    # The rules that rewrite a host matter only if they change the host that a client connects to.
    if host is None or (
        here.spans and connected_to(host.text) == here.components.host_connected_to
    ):
        return HostRules(boundary, refusal=here.refusal)
    return HostRules(boundary, host.rewritten_by, here.refusal)


def _boundary_in_authority(here: DividedUrl, there: DividedUrl) -> Provision | None:
    """Return the rule for the first boundary that makes userinfo, host or port differ, if any."""
    own = cut_out(here)
    other = cut_out(there)
    for name in _SUBDIVISION:
        if name not in own and name not in other:
            continue
        if name not in own or name not in other or _differ(own[name], other[name]):
            return boundary_rule(name, here, there)
    return None


def boundary_rule(aspect: str, divided: DividedUrl, other: DividedUrl) -> Provision | None:
    """Return a spec's rule for the first boundary that differs from another spec's.

    If the boundaries are the same up to the end of the component, the result is the last rule about
    its content (`further`) or, if there is none, the rule that begins the component. The result is
    None if no rule sets the boundary.

    Args:
        aspect: The name of the component.
        divided: The URL as split by the spec.
        other: The URL as split by the other spec.
    """
    bounds = divided.bounds
    for here, there in zip_longest(divided.pieces, other.pieces):
        if here is None:
            return None
        if there is None or _differ(here.separator, there.separator):
            return here.begins
        end = bounds[here.name].end
        if there.name == AUTHORITY != here.name:  # the other spec doesn't split the authority
            return end if here.name == "userinfo" else None
        if here.name != there.name or _differ(here.text, there.text):
            return _rule_instead(here, there, end) or here.begins
        if here.name == aspect:
            return here.further[-1] if here.further else here.begins
    return None


def _differ(here: str, there: str) -> bool:
    return without_invisible(here) != without_invisible(there)


def _rule_instead(here: Piece, there: Piece, end: Provision | None) -> Provision | None:
    """Return the rule, if any, that makes a piece differ from another spec's piece in its place."""
    if here.name != there.name:
        says = [item for item in here.further if item not in here.rewritten_by]
        if says and (here.name == AUTHORITY or there.name == "userinfo"):
            return says[-1]
        if here.name == AUTHORITY:
            return here.further[-1] if here.further else None
        # If the two specs have different pieces of an authority in the same position, the boundary
        # after the pieces decides.
        if IN_AUTHORITY.issuperset((here.name, there.name)):
            return end
        return None
    is_longer = len(here.text) > len(there.text)
    if here.name == "host" and here.text.startswith("[") and here.further and is_longer:
        return here.further[0]
    return end
