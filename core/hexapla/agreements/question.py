"""The question of agreement: do all readers find the same parts in the same characters of a URL?

Equal strings aren't enough. In `http://a\\@a/`, some readers take the host from before the "@",
others from after it, but all of them report `a`. So for each compared part that isn't empty, the
readers are also asked about two variants of the URL:

- In the first, another string replaces the part. All readers must report this string, which shows
  that they split the URL in the same place.
- In the second, another character is added at the end of the part. No reader may still report the
  old string, which shows that the readers take the whole part.

Readers agree on a URL only if they agree on it with each of the allowed schemes. Some readers have
different rules for `https` and `http`, so agreement under only one scheme would be misleading.
Hosts are compared in the form that a client uses to connect.

Some URLs are excluded even if all readers agree on them:

- URLs with control characters or spaces, which some readers remove before they split a URL;
- URLs with a square bracket in the authority, except for brackets around the host, because some
  readers treat brackets in any place as an address;
- URLs with lone surrogates, which can't be sent to a program;
- unless `idna` is true, URLs whose authority contains non-ASCII characters, or whose host contains
  percent-encoded non-ASCII characters or a label that begins with "xn--". Their meaning depends on
  the tables of IDNA.
"""

import functools
import re
from collections.abc import Mapping, Sequence

from hexapla.agreements.readers import Reader, Values
from hexapla.agreements.shape import Shape, rest_of, shape_of
from hexapla.divergence.answers import NOT_TOLD, Compared
from hexapla.divergence.model import HOST
from hexapla.text.escapes import ascii_lower

_CACHED = 1 << 16

# The string that replaces each part; `_MORE` is the character that is added to it.
_OTHER = {
    "userinfo": "zq",
    "host": "zq",
    "port": "7",
    "path": "/zq",
    "query": "zq",
    "fragment": "zq",
}
_MORE = {name: "1" if name == "port" else "z" for name in _OTHER}

_LEFT_OUT = re.compile("[\x00-\x20\x7f\ud800-\udfff]")
# A label that encodes non-ASCII characters, and a percent-encoded byte beyond US-ASCII.
_ENCODED_LABEL = re.compile(r"(?:^|\.)xn--", re.IGNORECASE)
_ESCAPED_BEYOND_ASCII = re.compile("%[89a-f][0-9a-f]", re.IGNORECASE)


class AgreementQuestion:
    """Determines whether readers agree on a URL.

    Attributes:
        readers: The readers.
        aspects: The compared aspects: components, and `accepts` for whether the URL is accepted.
        schemes: The schemes that a URL may have, in lower case.
        idna: Whether the authority may contain non-ASCII characters, and the host may contain them
            percent-encoded or in labels that begin with "xn--".
    """

    def __init__(
        self,
        readers: Sequence[Reader],
        aspects: Sequence[str],
        schemes: Sequence[str],
        *,
        idna: bool = False,
    ) -> None:
        self.readers = tuple(readers)
        self.aspects = tuple(aspects)
        self.schemes = tuple(schemes)
        self.idna = idna
        self._common = functools.lru_cache(maxsize=_CACHED)(self._common_anew)

    def agrees_on(self, url: str) -> bool:
        """Return whether all readers agree on a URL; False if the URL is excluded."""
        shape = shape_of(url)
        return shape is not None and self.agrees(shape)

    def agrees(self, shape: Shape) -> bool:
        """Return whether all readers agree on the URL with a given shape."""
        own = ascii_lower(shape.scheme)
        if own not in self.schemes or not self.is_considered(shape):
            return False
        others = (shape._replace(scheme=scheme) for scheme in self.schemes if scheme != own)
        return self._agrees_as_written(shape) and all(map(self._is_cut_alike, others))

    def _agrees_as_written(self, shape: Shape) -> bool:
        values = self._common(shape.url)
        if values is None:
            return False
        if not self.idna and HOST in self.aspects:
            host = values[self.aspects.index(HOST)]
            if isinstance(host, str) and _ENCODED_LABEL.search(host):
                return False
        return self._is_cut_alike(shape) and all(
            self._is_read_whole(shape, place, name) for place, name in enumerate(self.aspects)
        )

    def _is_cut_alike(self, shape: Shape) -> bool:
        """Return whether readers agree on a URL, and still agree if a compared part is replaced."""
        if self._common(shape.url) is None:
            return False
        for place, name in enumerate(self.aspects):
            if not _part_of(shape, name):
                continue
            other = _OTHER[name]
            read = self._common(_with_part(shape, name, other).url)
            if read is None or read[place] not in (other, NOT_TOLD):
                return False
        return True

    def is_considered(self, shape: Shape) -> bool:
        """Return whether a URL isn't excluded; some URLs are excluded even if all readers agree."""
        userinfo = shape.userinfo or ""
        port = shape.port or ""
        authority = f"{userinfo}{shape.host}{port}"
        brackets = authority.count("[") + authority.count("]")
        if _LEFT_OUT.search(shape.url) or brackets != 2 * shape.has_address:
            return False
        if self.idna:
            return True
        return (
            authority.isascii()
            and _ENCODED_LABEL.search(shape.host) is None
            and _ESCAPED_BEYOND_ASCII.search(shape.host) is None
        )

    def _common_anew(self, url: str) -> Values | None:
        """Return the values that all readers report for a URL.

        The result is None if readers differ, if a reader rejects the URL, or if hosts are compared
        and the URL has no host. An aspect that a reader doesn't report is skipped for this reader.
        """
        common: list[Compared] = [NOT_TOLD] * len(self.aspects)
        for reader in self.readers:
            values = reader.read(url)
            if values is None:
                return None
            for place, value in enumerate(values):
                if value is NOT_TOLD:
                    continue
                if common[place] is NOT_TOLD:
                    common[place] = value
                elif common[place] != value:
                    return None
        if HOST in self.aspects and not common[self.aspects.index(HOST)]:
            return None
        return tuple(common)

    def _is_read_whole(self, shape: Shape, place: int, name: str) -> bool:
        """Return whether every reader's result changes if a character is added to a part."""
        part = _part_of(shape, name)
        if not part:
            return True
        before = self._common(shape.url)
        assert before is not None
        if before[place] is NOT_TOLD:
            return True
        longer = _with_part(shape, name, _longer(part, _MORE[name])).url
        for reader in self.readers:
            values = reader.read(longer)
            if values is not None and values[place] == before[place]:
                return False
        return True

    def readings(self, url: str) -> Mapping[str, Values | None]:
        """Return each reader's values for a URL, keyed by name; None if the reader rejects it."""
        return {reader.name: reader.read(url) for reader in self.readers}


def _longer(part: str, more: str) -> str:
    """Add characters at the end of a part; in an address, add them inside the brackets."""
    if part.startswith("["):
        return f"{part[:-1]}{more}]"
    return part + more


def _part_of(shape: Shape, name: str) -> str | None:
    """Return the string of a part that can be replaced; None if the shape has no such part."""
    if name not in _OTHER:
        return None
    parts: dict[str, str | None] = shape._asdict() | rest_of(shape.rest)._asdict()
    return parts[name]


def _with_part(shape: Shape, name: str, text: str) -> Shape:
    """Replace the text of an existing part of a shape."""
    if name in Shape._fields:
        return shape._replace(**{name: text})
    rest = rest_of(shape.rest)._replace(**{name: text})
    return shape._replace(rest=rest.text)
