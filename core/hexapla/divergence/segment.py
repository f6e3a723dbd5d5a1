"""Find the characters of a URL that a program took for the authority and the host.

A program reports the components, but not their positions. So this module tries every way of
splitting the URL that results in the program's answer. A way consists of the boundaries of the
authority and the host, and of the transforms that turn the characters into the host. Unusual ways
have a higher cost (`Cost`). The usual way costs nothing: the authority begins after "//" and ends
at "/", "?", "#" or the end of the URL, and its host needs no transforms. If a way contradicts
another component that the program reports, such as the path, the cost of the way rises. The
cheapest way is assumed to be the program's.

A standard's division usually contains the positions already, so a standard usually needs no search.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

import attrs

from hexapla.divergence.transforms import (
    AT_ENDS,
    DEFAULT_PORTS,
    Transform,
    Transforms,
    transforms_to_host,
)
from hexapla.operations.authority import AUTHORITY, Piece, UrlComponents
from hexapla.operations.division import DividedUrl, without_invisible
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import kept

SCHEME = re.compile(r"[\x00-\x20]*[A-Za-z][A-Za-z0-9+.\t\n\r-]*:")
_LIKE_A_SCHEME = re.compile(r"[^:/?#\\]*:")
_REPLACED = re.compile(r"[\x00-\x20_]+")
_BEHIND_PATH = re.compile(r"[?#]")
_SLASHES = str.maketrans("", "", "/\\")
# The number of code points in which slashes among white space are sought.
_LONGEST_MARK = 16


class Cost:
    """The cost of unusual ways to read a URL; the costs of a way are added up."""

    # Where the authority begins.
    AFTER_TWO_SLASHES = 0.0
    AFTER_SLASHES_LIKE_TWO = 1.0  # with tabs between, or all slashes
    AFTER_NO_SLASHES = 2.0
    AFTER_SOME_SLASHES = 3.0
    BEFORE_SLASHES = 4.0
    WITHOUT_SCHEME = 4.0  # a scheme is overlooked, or seen where there is none
    NONE_BEHIND_TWO_SLASHES = 3.0
    NONE_BEHIND_SLASHES_LIKE_TWO = 1.5
    # The program reports an empty host rather than none, without an authority.
    EMPTY_WITHOUT_AUTHORITY = 5.0
    # Where the authority ends.
    AT_SLASH = 0.0  # or "?", "#" or the end of the URL
    AT_BACKSLASH = 1.0
    AT_ANOTHER_SIGN = 2.5
    PAST_DELIMITER = 3.0
    # What the authority contains.
    WITHOUT_HOST = 2.0
    AT_SIGN_IN_HOST = 2.0
    AT_SIGN_BEHIND_USERINFO = 1.0
    COLON_WITHOUT_PORT = 1.2
    FURTHER_COLON = 1.0
    # What is done to the host.
    TRANSFORM = 1.5
    UNKNOWN_TRANSFORM = 5.0
    # The way contradicts another component that the program reports.
    CONTRADICTED = 2.0


@attrs.frozen(slots=False)
class Segments:
    """The positions of the authority and the host in a URL, in code points.

    Attributes:
        url: The URL.
        scheme: The end of the scheme, after its colon. Without a scheme, the start of the URL or
            the end of its leading white space.
        begin: The start of the authority; None if there is no authority.
        start: The start of the host.
        stop: The end of the host.
        end: The end of the authority.
        transforms: The transforms applied to the characters of the host.
        has_host: Whether the authority has a host.
    """

    url: str
    scheme: int
    begin: int | None
    start: int
    stop: int
    end: int
    transforms: Transforms = ()
    has_host: bool = True

    @property
    def mark(self) -> str:
        """The text between the scheme and the authority; "" if there is no authority."""
        return self.url[self.scheme : self.begin or self.scheme]

    @functools.cached_property
    def divided(self) -> DividedUrl:
        """The URL, split at these positions, in the form of a standard's division."""
        before, colon, _ = self.url[: self.scheme].rpartition(":")
        spans = [("scheme", 0, len(before))] if colon else []
        if self.begin is not None:
            if self.start > self.begin:
                spans.append(("userinfo", self.begin, self.start - 1))
            spans.append(("host", self.start, self.stop))
            if self.end > self.stop:
                spans.append(("port", self.stop + 1, self.end))
        pieces: list[Piece] = []
        position = 0
        for name, start, stop in (*spans, ("path", self.end, len(self.url))):
            pieces.append(Piece(name, self.url[start:stop], self.url[position:start]))
            position = stop
        return DividedUrl("", self.url, UrlComponents.of({}), tuple(pieces))

    @functools.cached_property
    def cut(self) -> tuple[int, str] | None:
        """The start and the characters of the host, not counting white space and controls.

        None if there is no authority.
        """
        if self.begin is None:
            return None
        before = self.url[: self.start]
        host = self.url[self.start : self.stop]
        return len(without_invisible(before)), without_invisible(host)


@kept(8192, lambda spec, url: len(url))
def segments_by(spec: Spec, url: str) -> Segments | None:
    """Return a URL's segments under a spec; None if the spec has no rule or rejects the URL."""
    divided = divided_by(spec, url)
    spans = divided.spans
    own = divided.components.stated
    if "host" not in own:
        return None
    scheme = spans["scheme"].stop + 1 if "scheme" in spans else 0
    if AUTHORITY in spans:
        begin, end = spans[AUTHORITY]
        return Segments(url, scheme, begin, begin, end, end, has_host=False)
    if spans and "host" not in spans:
        return Segments(url, scheme, None, scheme, scheme, scheme)
    if not spans or (not own["host"] and url[scheme:][:1] not in "/\\"):
        return segments_of(url, divided.components)
    begin = spans.get("userinfo", spans["host"]).start
    host = spans["host"]
    end = spans.get("port", host).stop
    read = divided.components.host_connected_to or ""
    transforms = transforms_to_host(url[host.start : host.stop], read)
    has_host = transforms is not None or bool(read)
    return Segments(url, scheme, begin, host.start, host.stop, end, transforms or (), has_host)


def segments_of(url: str, components: UrlComponents) -> Segments | None:
    """Return the segments of a program's reading; None if they can't be found.

    Args:
        url: The URL.
        components: The components that the program reads, including the host.
    """
    best: tuple[float, Segments] | None = None
    for cost, segments in _ways(url, components):
        if best is None or cost < best[0]:
            cost += Cost.CONTRADICTED * _contradictions(segments, components)
            if best is None or cost < best[0]:
                best = cost, segments
    return best and best[1]


class _Begin(NamedTuple):
    """An offset at which an authority may begin.

    Attributes:
        scheme: The end of the scheme, as in `Segments`.
        begin: The offset.
        odd_scheme: The cost of finding or overlooking the scheme; 0 if that isn't unusual.
        cost: The cost of beginning the authority at this offset.
    """

    scheme: int
    begin: int
    odd_scheme: float
    cost: float


class _Way(NamedTuple):
    """A way to read the host of a URL, with its cost."""

    cost: float
    segments: Segments


def _ways(url: str, told: UrlComponents) -> Iterator[_Way]:
    """Yield the ways to read a host in a URL."""
    host = told.host_connected_to or ""
    begins: dict[int, _Begin] = {}
    for begin in _begins(url):
        begins.setdefault(begin.begin, begin)
        if begin.begin == begin.scheme and not host:
            yield _without_authority(url, begin, told)
    for start, stop in _spans_of_hosts(url, begins):
        text = url[start:stop]
        transforms = transforms_to_host(text, host)
        if transforms is not None and _is_host(text, transforms, told):
            for begin in begins.values():
                yield from _with_host(url, begin, start, stop, transforms, told)
        elif start in begins and (transforms is not None or not host):
            yield from _without_host(url, begins[start], stop)


def _spans_of_hosts(url: str, begins: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield possible starts and ends of a host; it starts with the authority or after an "@"."""
    stops = [place for place in range(len(url) + 1) if not _is_letter(url, place)]
    behind_signs = (place + 1 for place in stops if url[place : place + 1] == "@")
    for start in dict.fromkeys((*begins, *behind_signs)):
        for stop in stops:
            if stop >= start:
                yield start, stop


def _without_authority(url: str, begin: _Begin, told: UrlComponents) -> _Way:
    """Return the way to read a URL without an authority."""
    place = begin.begin
    cost = begin.odd_scheme + _cost_without_authority(url, place, told)
    return _Way(cost, Segments(url, begin.scheme, None, place, place, place))


def _without_host(url: str, begin: _Begin, stop: int) -> Iterator[_Way]:
    """Yield the way to read an authority without a host, if an authority may end at the offset."""
    start = begin.begin
    sign = url[stop : stop + 1]
    if sign not in "/?#\\":
        return
    cost = Cost.WITHOUT_HOST + Cost.PAST_DELIMITER * _passed(url, start, stop)
    if sign == "\\":
        cost += Cost.AT_BACKSLASH
    segments = Segments(url, begin.scheme, start, start, stop, stop, has_host=False)
    yield _Way(begin.odd_scheme + begin.cost + cost, segments)


def _with_host(
    url: str, begin: _Begin, start: int, stop: int, transforms: Transforms, told: UrlComponents
) -> Iterator[_Way]:
    """Yield the ways to read an authority with a host between two offsets."""
    for further, end in _ends(url, begin.begin, start, stop):
        is_none = told.host is None and start == stop < end
        taken = () if is_none else transforms
        segments = Segments(
            url, begin.scheme, begin.begin, start, stop, end, taken, has_host=not is_none
        )
        cost = begin.odd_scheme + begin.cost + further + _cost_of(transforms)
        yield _Way(cost, segments)


def _cost_without_authority(url: str, place: int, told: UrlComponents) -> float:
    """Return the cost of finding no authority at an offset."""
    cost = 0.0
    if url.startswith("//", place):
        cost = Cost.NONE_BEHIND_TWO_SLASHES
    elif without_invisible(url[place : place + _LONGEST_MARK]).startswith("//"):
        cost = Cost.NONE_BEHIND_SLASHES_LIKE_TWO
    # If a program distinguishes empty from missing components, an empty host means that it found an
    # authority. An exception is a file URL, whose missing host is empty under the URL Standard.
    is_file = ascii_lower(told.stated.get("scheme") or "") == "file"
    if told.host == "" and None in told.stated.values() and not is_file:
        cost += Cost.EMPTY_WITHOUT_AUTHORITY
    return cost


def _is_host(text: str, transforms: Transforms, told: UrlComponents) -> bool:
    """Return whether a program may have taken some characters for the host."""
    if told.host is None and transforms and without_invisible(text):
        return Transform.DROP_LOCALHOST in transforms
    return True


def _cost_of(transforms: Transforms) -> float:
    if Transform.UNKNOWN in transforms:
        return Cost.UNKNOWN_TRANSFORM
    return Cost.TRANSFORM * len(transforms)


def _is_letter(url: str, place: int) -> bool:
    character = url[place : place + 1]
    return character.isascii() and character.isalnum()


def _begins(url: str) -> Iterator[_Begin]:
    """Yield the offsets where an authority may begin."""
    match = SCHEME.match(url)
    like = match or _LIKE_A_SCHEME.match(url)
    behind = like.end() if like else 0
    start = len(url) - len(url.lstrip(AT_ENDS))
    for scheme in dict.fromkeys((behind, start, 0)):
        rest = url[scheme:]
        mark = rest.removesuffix(rest.lstrip("/\\\t\n\r"))
        # There is no scheme after white space that isn't stripped.
        is_stripped = scheme > 0 or start == 0
        is_odd = (scheme == behind) != bool(match) and behind > 0 and is_stripped
        odd_scheme = Cost.WITHOUT_SCHEME if is_odd else 0.0
        for begin in range(scheme, scheme + len(mark) + 1):
            yield _Begin(scheme, begin, odd_scheme, _cost_of_mark(url[scheme:begin], mark))
    further = url.rfind("://") + 3
    if further > behind + 2:
        yield _Begin(further - 2, further, Cost.WITHOUT_SCHEME, 0.0)


def _cost_of_mark(mark: str, longest: str) -> float:
    """Return the cost of beginning an authority after `mark`.

    Args:
        mark: Some or all of the slashes, with any tabs and line ends between them.
        longest: All of the slashes, with any tabs and line ends between them.
    """
    if mark == "//":
        return Cost.AFTER_TWO_SLASHES
    visible = without_invisible(mark)
    if visible == "//" or (mark == longest and visible):
        return Cost.AFTER_SLASHES_LIKE_TWO
    if mark:
        return Cost.AFTER_SOME_SLASHES
    if longest:
        return Cost.BEFORE_SLASHES
    return Cost.AFTER_NO_SLASHES


def _ends(url: str, begin: int, start: int, stop: int) -> Iterator[tuple[float, int]]:
    """Yield the possible ends of an authority around a given host, each with its cost."""
    has_userinfo = start > begin
    if start < begin or (has_userinfo and url[start - 1] != "@"):
        return
    inside = url.find("]", start, stop) + 1 or start
    for end in range(stop, len(url) + 1) if url[stop : stop + 1] == ":" else (stop,):
        if _is_letter(url, end):
            continue
        sign = url[end : end + 1]
        cost = Cost.AT_ANOTHER_SIGN
        if sign in "/?#":
            cost = Cost.AT_SLASH
        elif sign == "\\":
            cost = Cost.AT_BACKSLASH
        cost += Cost.PAST_DELIMITER * _passed(url, begin, end)
        if "@" in url[start:end]:
            cost += Cost.AT_SIGN_BEHIND_USERINFO if has_userinfo else Cost.AT_SIGN_IN_HOST
        colons = url.count(":", inside, end)
        if colons and end == stop:
            cost += Cost.COLON_WITHOUT_PORT
        elif colons:
            cost += Cost.FURTHER_COLON * (colons - 1)
        yield cost, end


def _passed(url: str, start: int, stop: int) -> int:
    """Count the delimiters that can end an authority ("/", "?" and "#") between two offsets."""
    return sum(map(url[start:stop].count, "/?#"))


def _contradictions(segments: Segments, components: UrlComponents) -> int:
    """Return the number of components, other than the host, that contradict the segments."""
    told = components.stated
    pieces = {piece.name: piece.text for piece in segments.divided.pieces}
    scheme = ascii_lower(pieces.get("scheme", ""))
    return sum(
        not _is_the_same(name, told[name] or "", pieces.get(name, ""), scheme)
        for name in ("scheme", "userinfo", "port", "path")
        if name in told
    )


def _is_the_same(name: str, given: str, text: str, scheme: str) -> bool:
    if name == "path":
        text = _BEHIND_PATH.split(text)[0]
    given, text = (_REPLACED.sub("", unquote(each)) for each in (given, text))
    if name == "scheme":
        return ascii_lower(given) == ascii_lower(text)
    if name == "port":
        default = DEFAULT_PORTS.get(scheme)
        return given == text or (given or default) == (text.lstrip("0") or default)
    if name == "userinfo":
        return given.rstrip(":") == text.rstrip(":")
    has_dots = re.search(r"(?:\A|[/\\])\.", text)
    if "\\" in given:
        return has_dots is not None or given.removeprefix("/") == text.removeprefix("/")
    return has_dots is not None or given.translate(_SLASHES) == text.translate(_SLASHES)
