"""4.4 URL parsing, as the library Ada does it; it is loaded when a text is first parsed."""

import functools
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


def _scalar_values(text: str) -> str:
    """Put U+FFFD for each surrogate, as a script's string is converted to a USVString."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
