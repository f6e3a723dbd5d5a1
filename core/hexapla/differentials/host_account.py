"""Where a program finds its host in a URL, and what it makes of it, worked out from its answer.

Only what the program reads is known, not its steps. Of all the ways to cut the URL that lead to its
answer, the account is the one that departs least from the usual delimiters and explains most of the
other components that the program tells.
"""

import functools
import re
from collections.abc import Iterator
from urllib.parse import unquote

import attrs

from hexapla.identification.forms import AT_ENDS, CHANGES, DEFAULT_PORTS, NO_HOST, steps_to
from hexapla.operations.authority import AUTHORITY, Piece, UrlComponents
from hexapla.operations.division import DividedUrl, without_invisible
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import kept

SCHEME = re.compile(r"[\x00-\x20]*[A-Za-z][A-Za-z0-9+.\t\n\r-]*:")
_LIKE_ASCHEME = re.compile(r"[^:/?#\\]*:")
_REPLACED = re.compile(r"[\x00-\x20_]+")
_BEHIND_PATH = re.compile(r"[?#]")
_SLASHES = str.maketrans("", "", "/\\")

# How unusual it is ...
_WITHOUT_HOST = 2.0  # to see no host in an authority
_UNKNOWN_STEP = 5.0  # to change a host in a way that is not known
_WITH_STEP = 1.5  # to change a host, by step
_CONTRADICTED = 2.0  # not to read another component that the program tells
_EMPTY = 5.0  # to tell that a host is empty, rather than that there is none, without an authority
_NO_SCHEME = 4.0
_PAST_A_DELIMITER = 3.0
_AT_ANOTHER_SIGN = 2.5


@attrs.frozen(slots=False)
class HostAccount:
    """Where the authority of a URL and its host begin and end, in code points.

    Attributes:
        url: The URL.
        scheme: Where the scheme ends, with its colon, or else white space before all.
        begin: Where the authority begins; None for no authority.
        start: Where the host begins.
        stop: Where the host ends.
        end: Where the authority ends.
        steps: What became of the characters of the host.
    """

    url: str
    scheme: int
    begin: int | None
    start: int
    stop: int
    end: int
    steps: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """What stands between the scheme and the authority; "" for no authority."""
        return self.url[self.scheme : self.begin or self.scheme]

    @functools.cached_property
    def divided(self) -> DividedUrl:
        """The URL cut in the same way, as a standard's division has it."""
        before, colon, _ = self.url[: self.scheme].rpartition(":")
        spans = [("scheme", 0, len(before))] if colon else []
        if self.begin is not None:
            spans += [("userinfo", self.begin, self.start - 1)] if self.start > self.begin else []
            spans += [("host", self.start, self.stop)]
            spans += [("port", self.stop + 1, self.end)] if self.end > self.stop else []
        pieces, position = [], 0
        for name, start, stop in (*spans, ("path", self.end, len(self.url))):
            pieces.append(Piece(name, self.url[start:stop], self.url[position:start]))
            position = stop
        return DividedUrl("", self.url, UrlComponents.of({}), tuple(pieces))

    @functools.cached_property
    def cut(self) -> tuple[int, str] | None:
        """Where its host begins, and the characters, both without white space and controls."""
        if self.begin is None:
            return None
        before, host = self.url[: self.start], self.url[self.start : self.stop]
        return len(without_invisible(before)), without_invisible(host)


@kept(8192, lambda spec, url: len(url))
def account_by(spec: Spec, url: str) -> HostAccount | None:
    """Return where a spec finds the host that it reads; None where it has no rule, or refuses."""
    divided = divided_by(spec, url)
    spans, own = divided.spans, divided.components.stated
    if "host" not in own:
        return None
    scheme = spans["scheme"].stop + 1 if "scheme" in spans else 0
    if AUTHORITY in spans:
        begin, end = spans[AUTHORITY]
        return HostAccount(url, scheme, begin, begin, end, end, (NO_HOST,))
    if spans and "host" not in spans:
        return HostAccount(url, scheme, None, scheme, scheme, scheme)
    if not spans or (not own["host"] and url[scheme:][:1] not in "/\\"):
        return account_of(url, divided.components)
    begin = spans.get("userinfo", spans["host"]).start
    host, end = spans["host"], spans.get("port", spans["host"]).stop
    text = url[host.start : host.stop]
    steps = steps_to(text, divided.components.host_connected_to or "")
    return HostAccount(url, scheme, begin, host.start, host.stop, end, steps or ())


def account_of(url: str, components: UrlComponents) -> HostAccount | None:
    """Return where a program finds the host that it reads; None where that can't be told."""
    best: tuple[float, HostAccount] | None = None
    for price, account in _accounts(url, components):
        if best is None or price < best[0]:
            price += _CONTRADICTED * _contradictions(account, components)
            if best is None or price < best[0]:
                best = price, account
    return best and best[1]


def _accounts(url: str, told: UrlComponents) -> Iterator[tuple[float, HostAccount]]:
    """Yield ways to read a host in a URL, each with how unusual it is."""
    host = told.host_connected_to or ""
    # One that tells empty components and missing ones apart has an empty authority; but a file
    # without a host has an empty one to the URL Standard.
    is_file = ascii_lower(told.stated.get("scheme") or "") == "file"
    no_authority = _EMPTY if told.host == "" and None in told.stated.values() and not is_file else 0
    begins: dict[int, tuple[float, int]] = {}
    for odd, price, scheme, begin in _begins(url):
        begins.setdefault(begin, (odd + price, scheme))
        if begin == scheme and not host:
            price = odd + no_authority + 3 * url.startswith("//", begin)
            yield price, HostAccount(url, scheme, None, begin, begin, begin)
    stops = [place for place in range(len(url) + 1) if not _is_letter(url, place)]
    behind_signs = (place + 1 for place in stops if url[place : place + 1] == "@")
    for start in dict.fromkeys((*begins, *behind_signs)):
        for stop in stops:
            steps = None if stop < start else steps_to(url[start:stop], host)
            if steps is None:
                continue
            if told.host is None and steps and without_invisible(url[start:stop]):
                steps = steps if "drops-localhost" in steps else (NO_HOST,)
            for begin, (price, scheme) in begins.items():
                if NO_HOST in steps:
                    if start == begin and url[stop : stop + 1] in "/?#":
                        account = HostAccount(url, scheme, begin, start, stop, stop, steps)
                        yield price + _WITHOUT_HOST + 3 * _passed(url, start, stop), account
                    continue
                of_steps = _UNKNOWN_STEP if CHANGES in steps else _WITH_STEP * len(steps)
                for further, end in _ends(url, begin, start, stop):
                    is_none = told.host is None and start == stop < end
                    told_steps = (NO_HOST,) if is_none else steps
                    account = HostAccount(url, scheme, begin, start, stop, end, told_steps)
                    yield price + further + of_steps, account


def _is_letter(url: str, place: int) -> bool:
    character = url[place : place + 1]
    return character.isascii() and character.isalnum()


def _begins(url: str) -> Iterator[tuple[float, float, int, int]]:
    """Yield how unusual the scheme is, and the start of the authority, and where both are."""
    match = SCHEME.match(url)
    like = match or _LIKE_ASCHEME.match(url)
    behind = like.end() if like else 0
    start = len(url) - len(url.lstrip(AT_ENDS))
    for scheme in dict.fromkeys((behind, start, 0)):
        rest = url[scheme:]
        mark = rest.removesuffix(rest.lstrip("/\\\t\n\r"))
        # Behind white space that is not stripped, there is no scheme.
        is_stripped = scheme > 0 or start == 0
        is_odd = (scheme == behind) != bool(match) and behind > 0 and is_stripped
        for begin in range(scheme, scheme + len(mark) + 1):
            yield _NO_SCHEME * is_odd, _price(url[scheme:begin], mark), scheme, begin
    further = url.rfind("://") + 3
    if further > behind + 2:
        yield _NO_SCHEME, 0, further - 2, further


def _price(mark: str, longest: str) -> float:
    """Return how unusual it is that an authority begins behind some characters."""
    if mark == "//":
        return 0
    if without_invisible(mark) == "//" or (mark == longest and without_invisible(mark)):
        return 1
    return 3 if mark else 4 if longest else 2


def _ends(url: str, begin: int, start: int, stop: int) -> Iterator[tuple[float, int]]:
    """Yield how unusual it is that an authority with a host ends somewhere, and where."""
    has_userinfo = start > begin
    if start < begin or (has_userinfo and url[start - 1] != "@"):
        return
    inside = url.find("]", start, stop) + 1 or start
    for end in range(stop, len(url) + 1) if url[stop : stop + 1] == ":" else (stop,):
        if _is_letter(url, end):
            continue
        sign, colons = url[end : end + 1], url.count(":", inside, end)
        price = 0 if sign in "/?#" else 1 if sign == "\\" else _AT_ANOTHER_SIGN
        price += _PAST_A_DELIMITER * _passed(url, begin, end)
        if "@" in url[start:end]:
            price += 1 if has_userinfo else 2
        if colons:
            price += 1.2 if end == stop else colons - 1
        yield price, end


def _passed(url: str, start: int, stop: int) -> int:
    return sum(map(url[start:stop].count, "/?#"))


def _contradictions(account: HostAccount, components: UrlComponents) -> int:
    """Return how many of the other components that a program tells are cut otherwise."""
    told = components.stated
    pieces = {piece.name: piece.text for piece in account.divided.pieces}
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
    return has_dots is not None or given.translate(_SLASHES) == text.translate(_SLASHES)
