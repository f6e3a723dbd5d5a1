"""The question of agreement: do all readers read the same parts, from the same characters?

Equal strings aren't enough. In `http://a\\@a/`, some readers take the host before the "@", others
the one after it, and both report `a`. So two variants of the URL are also read for each part that
is
compared:

- with another string in place of the part: all readers must read that string, so they split the URL
in
  the same place;
- with another character at the end of the part: no reader may still read the old text, so they read
  the whole part.

Readers agree on a URL only if they agree under each of the allowed schemes. Some readers have
different rules for `https` and `http`, and a check that depends on the scheme would be a trap.

Hosts are compared in the form in which a client connects to them.

Some URLs are excluded, however they are read, because no finite automaton could describe them:

- URLs with control characters or spaces, which some readers remove before splitting;
- URLs with a square bracket in the authority that isn't around the host, because some readers treat
  brackets anywhere as an address;
- URLs with lone surrogates, which can't be sent to a program;
- unless they are asked for, URLs whose authority has non-ASCII characters, even percent-encoded, or
  a label that begins with "xn--". Their meaning depends on the tables of IDNA.
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

# The replacement of each part, and the characters that make it longer.
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
# A label that stands for non-ASCII characters, and a percent-encoded octet beyond US-ASCII.
_ENCODED_LABEL = re.compile(r"(?:^|\.)xn--", re.IGNORECASE)
_ESCAPED_BEYOND_ASCII = re.compile("%[89a-f][0-9a-f]", re.IGNORECASE)


class AgreementQuestion:
    """Finds out whether readers agree on a URL.

    Attributes:
        readers: The readers.
        aspects: The aspects to compare.
        schemes: The schemes that a URL may have, in lower case.
        idna: Whether hosts may have non-ASCII characters, and labels that stand for them.
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
        """Return whether all readers read a URL in the same way, from the same characters."""
        shape = shape_of(url)
        return shape is not None and self.agrees(shape)

    def agrees(self, shape: Shape) -> bool:
        """Return whether all readers read a shape in the same way, from the same characters."""
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
        """Return whether all readers agree, also after each part is replaced by another string."""
        if self._common(shape.url) is None:
            return False
        for place, name in enumerate(self.aspects):
            if not _part_of(shape, name):
                continue
            read = self._common(_with_part(shape, name, _OTHER[name]).url)
            if read is None or read[place] not in (_OTHER[name], NOT_TOLD):
                return False
        return True

    def is_considered(self, shape: Shape) -> bool:
        """Return whether a URL is not excluded."""
        authority = f"{shape.userinfo or ''}{shape.host}{shape.port or ''}"
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
        """Return what all readers read in a URL; None if they differ, or if one rejects it.

        Aspects that a reader doesn't report are skipped. The URL must have a host.
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
        """Return whether every reader notices a character that is added at the end of a part."""
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
        """Return what each reader reads in a URL, by name; None if it rejects the URL."""
        return {reader.name: reader.read(url) for reader in self.readers}


def _longer(part: str, more: str) -> str:
    """Return a part with characters added at its end, inside the brackets of an address."""
    return f"{part[:-1]}{more}]" if part.startswith("[") else part + more


def _part_of(shape: Shape, name: str) -> str | None:
    """Return a part that another string can replace; None if there is no such part."""
    parts = shape._asdict() | rest_of(shape.rest)._asdict()
    part: str | None = parts[name] if name in _OTHER else None
    return part


def _with_part(shape: Shape, name: str, text: str) -> Shape:
    """Return a shape with the text of an existing part replaced."""
    if name in Shape._fields:
        return shape._replace(**{name: text})
    rest = rest_of(shape.rest)._replace(**{name: text})
    return shape._replace(rest=rest.text)
