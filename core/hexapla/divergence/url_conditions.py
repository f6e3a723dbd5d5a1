"""Conditions, tested on a URL, under which a program shows a behaviour in parsing."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from hexapla.divergence.features import (
    COMMON,
    SPECIAL,
    has_broken_escape,
    has_controls,
    has_inner_space,
    has_signs,
    has_tabs,
    is_international,
)
from hexapla.divergence.model import Condition
from hexapla.divergence.transforms import Text
from hexapla.text.escapes import ascii_lower

_PADDING = "".join(map(chr, range(0x21)))
_EARLY_TABS = re.compile(r"(?:[^:/?#]*:)?(?://)?[^/?#]*[\t\n\r]")
_SCHEME = re.compile(r"[\x00-\x20]*([^:/?#\\]*):")


class UrlParts(NamedTuple):
    """The components of a URL; None for a component that is absent or that isn't compared."""

    scheme: Text
    userinfo: Text
    host: Text
    port: Text
    path: Text
    query: Text
    fragment: Text


class Url(NamedTuple):
    """A URL with its components.

    Attributes:
        text: The URL.
        parts: The components as a standard reads them; None if the standard rejects the URL.
    """

    text: str
    parts: UrlParts | None

    @property
    def scheme(self) -> str:
        """The scheme, in lower case; "" if there is none."""
        if self.parts is not None:
            return ascii_lower(self.parts.scheme or "")
        match = _SCHEME.match(self.text)
        if match:
            return ascii_lower(match[1])
        return ""

    @property
    def written_scheme(self) -> str:
        """The scheme, as it is written; "" if there is none."""
        match = _SCHEME.match(self.text)
        if match and self.scheme:
            return match[1]
        return ""

    @property
    def rest(self) -> str:
        """The text after the scheme."""
        match = _SCHEME.match(self.text)
        if match and self.scheme:
            return self.text[match.end() :]
        return self.text

    def part(self, name: str) -> str:
        """Return a component; "" if it is absent."""
        return (self.parts and getattr(self.parts, name)) or ""

    def has(self, name: str) -> bool:
        """Return whether the URL has a component."""
        return self.parts is not None and getattr(self.parts, name) is not None


def _has_other_slashes(url: Url) -> bool:
    slashes = len(url.rest) - len(url.rest.lstrip("/\\"))
    return url.scheme in SPECIAL - {"file"} and slashes != 2


_CONDITIONS: Mapping[str, Callable[[Url], bool]] = {
    Condition.URL_HAS_NO_SCHEME: lambda it: not it.scheme,
    Condition.URL_IS_OPAQUE: lambda it: bool(it.scheme) and it.rest[:1] not in ("/", "\\"),
    Condition.URL_SCHEME_SPECIAL: lambda it: it.scheme in SPECIAL,
    Condition.URL_SCHEME_NOT_SPECIAL: lambda it: bool(it.scheme) and it.scheme not in SPECIAL,
    Condition.URL_SCHEME_NOT_COMMON: lambda it: bool(it.scheme) and it.scheme not in COMMON,
    Condition.URL_SCHEME_HAS_CAPITALS: lambda it: it.written_scheme != it.written_scheme.lower(),
    Condition.URL_SCHEME_HAS_SIGNS: lambda it: has_signs(it.scheme),
    Condition.URL_HAS_OTHER_SLASHES: _has_other_slashes,
    Condition.URL_LACKS_SLASHES: lambda it: (
        it.scheme in SPECIAL - {"file"} and re.match(r"[/\\]{2}", it.rest) is None
    ),
    Condition.URL_PATH_IS_OPAQUE: lambda it: (
        bool(it.scheme) and it.scheme not in SPECIAL and not it.rest.startswith("/")
    ),
    Condition.URL_HAS_TABS_EARLY: lambda it: _EARLY_TABS.match(it.text) is not None,
    Condition.URL_HAS_AUTHORITY: lambda it: it.rest.startswith("//"),
    Condition.URL_HAS_QUERY: lambda it: it.has("query"),
    Condition.URL_HAS_FRAGMENT: lambda it: it.has("fragment"),
    Condition.URL_HAS_PASSWORD: lambda it: ":" in it.part("userinfo"),
    Condition.URL_HAS_USERINFO: lambda it: it.has("userinfo"),
    Condition.URL_PORT_IS_EMPTY: lambda it: it.has("port") and not it.part("port"),
    Condition.URL_PORT_IS_ZERO: lambda it: it.part("port") == "0",
    Condition.URL_HAS_PORT: lambda it: it.has("port"),
    Condition.URL_HOST_IS_EMPTY: lambda it: it.rest.startswith("//") and not it.part("host"),
    Condition.URL_HOST_IS_IPV6: lambda it: ":" in it.part("host"),
    Condition.URL_HOST_IS_NUMBER: lambda it: it.part("host")[:1].isdigit(),
    Condition.URL_HOST_IS_INTERNATIONAL: lambda it: is_international(it.part("host")),
    Condition.URL_HOST_HAS_UNDERSCORE: lambda it: "_" in it.part("host"),
    Condition.URL_HOST_HAS_ESCAPE: lambda it: "%" in it.part("host") and "%" in it.text,
    Condition.URL_HOST_HAS_NO_DOT: lambda it: bool(it.part("host")) and "." not in it.part("host"),
    Condition.URL_PATH_IS_EMPTY: lambda it: not it.part("path"),
    Condition.URL_IS_PADDED: lambda it: it.text != it.text.strip(_PADDING),
    Condition.URL_HAS_SPACE: lambda it: " " in it.text,
    Condition.URL_HAS_SPACE_INSIDE: lambda it: has_inner_space(it.text),
    Condition.URL_HAS_TABS: lambda it: has_tabs(it.text),
    Condition.URL_HAS_CONTROLS: lambda it: has_controls(it.text),
    Condition.URL_NOT_ASCII: lambda it: not it.text.isascii(),
    Condition.URL_HAS_BACKSLASH: lambda it: "\\" in it.text,
    Condition.URL_SCHEME_IS_LETTER: lambda it: len(it.scheme) == 1,
    Condition.URL_LACKS_AUTHORITY: lambda it: bool(it.scheme) and not it.rest.startswith("//"),
    Condition.URL_HAS_NO_QUERY: lambda it: "?" not in it.text.partition("#")[0],
    Condition.URL_HAS_BANG_FRAGMENT: lambda it: it.part("fragment").startswith("!"),
    Condition.URL_HAS_BROKEN_ESCAPE: lambda it: has_broken_escape(it.text),
}


def holds_of_url(where: str, url: Url) -> bool:
    """Return whether a condition is true of a URL."""
    condition, _, about = where.partition(":")
    if condition == Condition.URL_SCHEME_IS:
        return url.scheme in about.split(" ")
    return _CONDITIONS[condition](url)


def conditions_of(urls: Iterable[Url]) -> Iterator[str]:
    """Yield all conditions that can distinguish the given URLs."""
    yield from _CONDITIONS
    for scheme in sorted({url.scheme for url in urls} - {""}):
        yield f"{Condition.URL_SCHEME_IS}:{scheme}"
