"""4.4 URL parsing, as the library Ada does it; it is loaded when a text is first parsed."""

import functools
import re
from importlib import import_module
from typing import Any


@functools.cache
def _url_class() -> Any:
    return import_module("ada_url").URL


def parsed(text: str, base: str | None = None) -> Any | None:
    """Return the URL that a text parses to, with or without a base; None is failure."""
    try:
        return _url_class()(_scalar_values(text), None if base is None else _scalar_values(base))
    except ValueError:
        return None


def serialised(text: str) -> str:
    """Return what the serialiser writes of a text that is parsed; the text where that fails."""
    url = parsed(text)
    return text if url is None else str(url.href)


def left_alone(setter: str) -> frozenset[str]:
    """Return the characters of US-ASCII that stay as they are when a part is set."""
    kept = set()
    for character in map(chr, range(128)):
        url = _url_class()("http://a/")
        setattr(url, setter, f"x{character}x")
        if f"x{character}x" in getattr(url, setter):
            kept.add(character)
    return frozenset(kept)


_LONE = re.compile("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]")
_PAIR = re.compile("[\ud800-\udfff]{2}")


def _scalar_values(text: str) -> str:
    """Put U+FFFD for each surrogate, as a script's string is converted to a USVString."""
    if text.isascii():
        return text
    return _PAIR.sub(_paired, _LONE.sub("\ufffd", text))


def _paired(pair: re.Match[str]) -> str:
    """Return the character that two surrogates stand for."""
    high, low = map(ord, pair[0])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
