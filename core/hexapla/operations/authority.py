"""Split an authority into userinfo, host and port, citing the provision for each boundary."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import attrs

from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice, Reading
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

AUTHORITY = "authority"
"""The name of the piece that contains the whole authority if the standard doesn't split it."""


@attrs.frozen(repr=False)
class Piece(Value):
    """A component as written in a string, with the separator before it.

    Attributes:
        name: The name of the component.
        text: The text of the component.
        separator: The delimiter before the component, such as "://"; "" if there is none.
        begins: The provision that sets the start; None if the component begins at the start of the
            string.
        ends: The provision that sets the end; None if the next piece or the end of the string
            sets it.
        further: Other provisions about the text, such as those that rewrite it.
        rewritten_by: The provisions in `further` that rewrite the text, in order.
        choice: The choice that decided the boundaries; None if no reading was consulted.
    """

    _json_members = ("name", "text", "separator")

    name: str
    text: str
    separator: str = ""
    begins: Provision | None = None
    ends: Provision | None = None
    further: tuple[Provision, ...] = ()
    rewritten_by: tuple[Provision, ...] = ()
    choice: Choice | None = None

    # `attrs.evolve` would take several times as long as these methods.

    def holding(
        self, name: str, text: str, further: tuple[Provision, ...] | None = None
    ) -> "Piece":
        """Return a piece that begins like this one, with another name, text and provisions."""
        if further is None:
            further = self.further
        start = self.separator, self.begins, self.ends
        return Piece(name, text, *start, further, self.rewritten_by, self.choice)

    def ending(self, ends: Provision | None) -> "Piece":
        """Return a copy of the piece with the given provision for its end."""
        start = self.name, self.text, self.separator, self.begins
        return Piece(*start, ends, self.further, self.rewritten_by, self.choice)


@attrs.frozen
class Delimiter:
    """A standard's provisions on a delimiter in an authority.

    Attributes:
        provision: The provision that applies if the delimiter occurs only once, or if the standard
            has none on several occurrences.
        first: The provision under which the first of several occurrences counts.
        last: The provision under which the last of several occurrences counts.
        reading: The name of the reading that decides between `first` and `last`; None if the
            standard decides.
    """

    provision: Provision
    first: Provision | None = None
    last: Provision | None = None
    reading: str | None = None

    def offset(self, sign: str, text: str, start: int, options: Mapping[str, str]) -> int:
        """Return the offset of the delimiter that sets the boundary; -1 without a delimiter."""
        first = text.find(sign, start)
        last = text.rfind(sign, start)
        if first != last and self._option(options) == "last":
            return last
        return first

    def following(self, sign: str, text: str, start: int, options: Mapping[str, str]) -> Piece:
        """Return an empty piece that begins after the delimiter, with the applicable provision."""
        piece = Piece("", "", sign, self.provision)
        if text.count(sign, start) == 1 or (self.first is None and self.last is None):
            return piece
        option = self._option(options)
        by_option = {"first": self.first, "last": self.last}
        piece = attrs.evolve(piece, begins=by_option[option])
        if self.reading is None:
            return piece
        return attrs.evolve(piece, choice=Choice(self.reading, option))

    def _option(self, options: Mapping[str, str]) -> str:
        if self.reading is not None:
            return options[self.reading]
        if self.first is None and self.last is not None:
            return "last"
        return "first"


class UserinfoWords(NamedTuple):
    """A standard's words for the userinfo."""

    definite: str
    indefinite: str
    pronoun: str


_USERINFO = UserinfoWords("the userinfo", "a userinfo", "it")


def at_sign(reading: Reading, userinfo: UserinfoWords = _USERINFO, by: str = "") -> Delimiter:
    """Return the "@" provisions of a standard that leaves open which of several at-signs counts.

    Args:
        reading: The reading that decides; the rationales of its options provide the citations.
        userinfo: The standard's words for the userinfo.
        by: Words that name the origin of the rule, if it isn't the standard's own rule.
    """
    does = f'{by}ends {userinfo.definite} at the "@"'
    several = f'{by}allows no "@" in {userinfo.indefinite}: the first of several ends'
    first = f"{several} {userinfo.pronoun}"
    last = f'{by}allows no "@" in a host: the last of several comes before it'
    return Delimiter(
        _provision(reading, "first", does),
        _provision(reading, "first", first),
        _provision(reading, "last", last),
        reading.name,
    )


def colon(reading: Reading, by: str = "", where: str = "") -> Delimiter:
    """Return the ":" provisions of a standard that leaves open which colon begins the port.

    Args:
        reading: The reading that decides; the rationales of its options provide the citations.
        by: Words that name the origin of the rule, if it isn't the standard's own rule.
        where: Words that name the part of a host in which the standard allows no ":", if the
            standard allows one in another part.
    """
    does = f'{by}begins the port after the ":" that follows the host'
    first = f'{by}allows no ":" in a host{where}: the first of several ends it'
    last = f'{by}allows no ":" in a port: the last of several begins it'
    return Delimiter(
        _provision(reading, "last", does),
        _provision(reading, "first", first),
        _provision(reading, "last", last),
        reading.name,
    )


def _provision(reading: Reading, option: str, does: str) -> Provision:
    """Return a provision with the citation of an option's rationale."""
    citation = reading.rationales[option].citation
    assert citation is not None
    return Provision(citation, does)


class HostOffsets(NamedTuple):
    """The position of the host in an authority, as offsets in code points.

    Attributes:
        begin: The start of the host.
        closed: The end of the host's square brackets, or the start of a host without brackets.
        end: The end of the host.
    """

    begin: int
    closed: int
    end: int


@attrs.frozen
class AuthorityRules:
    """A standard's provisions on the boundaries of userinfo, host and port in an authority.

    Attributes:
        at_sign: The provisions on the "@" after the userinfo; None if the standard has no userinfo.
        colon: The provisions on the ":" before the port; None if the standard has no port.
        bracket: The provision on a host in square brackets; None if no host can be in brackets.
        host_with_at_sign: The provision on an "@" in the host; None if a host can't contain an "@".
        port_with_at_sign: The provision on an "@" in the port; None if a port can't contain an "@".
    """

    at_sign: Delimiter | None = None
    colon: Delimiter | None = None
    bracket: Provision | None = None
    host_with_at_sign: Provision | None = None
    port_with_at_sign: Provision | None = None

    def divide(self, authority: str, start: Piece, options: Mapping[str, str]) -> Iterator[Piece]:
        """Yield the userinfo, host and port of an authority; absent components are skipped.

        Args:
            authority: The text of the authority.
            start: A piece with the separator and the provision that begin the authority.
            options: The chosen option of each reading, keyed by the name of the reading.
        """
        begin, closed, end = self.offsets(authority, options)
        if self.at_sign is not None and begin > 0:
            yield start.holding("userinfo", authority[: begin - 1])
            start = self.at_sign.following("@", authority, 0, options)
        host = authority[begin:end]
        further = []
        if closed > begin:
            further.append(self.bracket)
        if "@" in host:
            further.append(self.host_with_at_sign)
        elif "@" in authority:
            further.append(self.port_with_at_sign)
        yield start.holding("host", host, tuple(filter(None, further)))
        if self.colon is not None and end < len(authority):
            port = self.colon.following(":", authority, closed, options)
            yield port.holding("port", authority[end + 1 :])

    def host(self, authority: str, options: Mapping[str, str]) -> str:
        """Return the text of the host that `divide` yields for an authority."""
        offsets = self.offsets(authority, options)
        return authority[offsets.begin : offsets.end]

    def offsets(self, authority: str, options: Mapping[str, str]) -> HostOffsets:
        """Return the offsets of the host and its brackets in an authority."""
        begin = 0
        if self.at_sign is not None:
            begin = self.at_sign.offset("@", authority, 0, options) + 1
        closed = begin
        if self.bracket is not None and authority.startswith("[", begin):
            closed = max(begin, authority.find("]", begin) + 1)
        colon = -1
        if self.colon is not None:
            colon = self.colon.offset(":", authority, closed, options)
        if colon < 0:
            return HostOffsets(begin, closed, len(authority))
        return HostOffsets(begin, closed, colon)


# The components of a URL, as reported by a program or a standard, with the authority split.

COMPONENT_NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
"""The names of the components, in the order in which they occur in a URL."""


def connected_to(host: str) -> str:
    """Return a host in the form in which hosts are compared.

    ASCII letters are converted to lower case, and the square brackets around an address are
    removed. Characters beyond ASCII stay as they are.
    """
    lower = ascii_lower(host)
    if lower.startswith("[") and lower.endswith("]"):
        return lower[1:-1]
    return lower


@attrs.frozen(repr=False)
class UrlComponents:
    """The components that a program or standard reports for a URL.

    `stated` maps the names of components, in the order of `COMPONENT_NAMES`, to their text: None
    for a missing component, "" for an empty component. A component that isn't reported has no
    entry. `left_out` maps each component whose value isn't text to the type of its value.

    If a program reports an authority, but no host, `stated` also has an entry for the authority.
    For a standard that doesn't split the authority, `undivided` is the authority; otherwise, it is
    None.
    """

    stated: Mapping[str, str | None]
    left_out: Mapping[str, str] = attrs.field(factory=FrozenMapping, eq=False)
    undivided: str | None = attrs.field(default=None, eq=False)

    @classmethod
    def of(
        cls, members: Mapping[str, str | None], left_out: Mapping[str, str] = FrozenMapping()
    ) -> "UrlComponents":
        """Create components from the members that `COMPONENT_NAMES` lists; ignore all others."""
        stated = ((name, members[name]) for name in COMPONENT_NAMES if name in members)
        return cls(FrozenMapping(stated), FrozenMapping(left_out))

    @property
    def host(self) -> str | None:
        """The host as reported; None if it is missing or not reported."""
        return self.stated.get("host")

    @property
    def host_connected_to(self) -> str | None:
        """The host in the form in which hosts are compared (see `connected_to`), or None."""
        if self.host is None:
            return None
        return connected_to(self.host)

    def compared(self, name: str) -> str | None:
        """Return the value by which a component is compared.

        The host is compared in the form of `host_connected_to`, and an empty host counts as
        missing. The authority is joined from its parts if it isn't reported as a whole. All other
        components are compared as reported.

        Args:
            name: The name of a reported component, or "authority".
        """
        if name == "host":
            return self.host_connected_to or None
        if name == AUTHORITY:
            return self.authority
        return self.stated[name]

    @property
    def authority(self) -> str | None:
        """The authority, joined from its parts if it isn't reported as a whole.

        The value is None if the authority is missing, or if neither it nor a host is reported.
        """
        if AUTHORITY in self.stated:
            return self.stated[AUTHORITY]
        if self.undivided is not None or self.host is None:
            return self.undivided
        userinfo, port = self.stated.get("userinfo"), self.stated.get("port")
        before = "" if userinfo is None else f"{userinfo}@"
        behind = "" if port is None else f":{port}"
        return f"{before}{self.host}{behind}"

    def __repr__(self) -> str:
        return f"<UrlComponents {self}>"

    def __str__(self) -> str:
        return " ".join(f"{name}={value!r}" for name, value in self.stated.items())

    def to_dict(self) -> dict[str, str | None]:
        """Return the JSON form, which contains only the reported components."""
        return dict(self.stated)
