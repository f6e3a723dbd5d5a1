"""Conditions under which a program shows a behaviour in parsing, tested on URLs."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from hexapla.divergence.features import COMMON, SPECIAL, has_signs
from hexapla.divergence.model import NO_SCHEME, Condition
from hexapla.divergence.patterns import part_patterns
from hexapla.divergence.traits import PART, traits_of
from hexapla.divergence.transforms import Text
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import kept_if_short

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
    authority: Text = None


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

    @property
    def traits(self) -> Mapping[str, None]:
        """The traits of the URL."""
        parts = {} if self.parts is None else self.parts._asdict()
        return traits_of("url", self.text, parts.items())

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
    Condition.URL_HAS_AUTHORITY: lambda it: it.rest.startswith("//"),
    Condition.URL_HOST_IS_EMPTY: lambda it: (
        it.parts is not None and it.rest.startswith("//") and not it.part("host")
    ),
    Condition.URL_HOST_HAS_ESCAPE: lambda it: "%" in it.part("host") and "%" in it.text,
    Condition.URL_SCHEME_IS_LETTER: lambda it: len(it.scheme) == 1,
    Condition.URL_LACKS_AUTHORITY: lambda it: bool(it.scheme) and not it.rest.startswith("//"),
}


_PATTERNS = part_patterns("parsing")


def holds_of_url(where: str, url: Url) -> bool:
    """Return whether a condition is true of a URL."""
    condition, _, about = where.partition(":")
    if condition == Condition.URL_SCHEME_IS:
        return url.scheme in about.split(" ")
    if condition == Condition.URL_SCHEME_IS_NOT:
        return (url.scheme or NO_SCHEME) not in about.split(" ")
    if condition.startswith(PART):
        return where in url.traits
    return where in conditions_of_url(url)


@kept_if_short(16_384, lambda url: len(url.text))
def conditions_of_url(url: Url) -> Mapping[str, None]:
    """Return the conditions that are true of a URL, as the keys of a mapping."""
    parts = {"text": url.text}
    if url.parts is not None:
        parts |= url.parts._asdict()
    true = [name for name, pattern in _PATTERNS.items() if pattern.is_in(parts.get(pattern.part))]
    true += [name for name, is_true in _CONDITIONS.items() if is_true(url)]
    return dict.fromkeys((*true, f"{Condition.URL_SCHEME_IS}:{url.scheme}"))


def conditions_of(urls: Iterable[Url]) -> Iterator[str]:
    """Yield all conditions that can distinguish the given URLs."""
    yield from (*_PATTERNS, *_CONDITIONS)
    for scheme in sorted({url.scheme for url in urls}):
        if scheme and " " not in scheme:
            yield f"{Condition.URL_SCHEME_IS}:{scheme}"
