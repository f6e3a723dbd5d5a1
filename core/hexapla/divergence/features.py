"""Features of strings and schemes that conditions are about."""

import re
from collections.abc import Iterator

from hexapla.divergence.transforms import DEFAULT_PORTS

SPECIAL = frozenset({*DEFAULT_PORTS, "file"})
COMMON = frozenset({"http", "https", "ftp", "file", "mailto"})
_BROKEN_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")


def has_inner_space(text: str) -> bool:
    """Return whether a string has a space, not only at its ends."""
    return " " in text.strip()


def cut_at_space(text: str) -> Iterator[str]:
    """Yield a text up to a space inside it, with the spaces before it and without them."""
    if has_inner_space(text):
        start = len(text) - len(text.lstrip(" "))
        inside = text.strip(" ").partition(" ")[0]
        yield inside
        yield text[:start] + inside


def has_tabs(text: str) -> bool:
    """Return whether a string has a tab or a line end."""
    return not {*"\t\n\r"}.isdisjoint(text)


def has_controls(text: str) -> bool:
    """Return whether a string has a control character of US-ASCII, except for DEL."""
    return any(character < " " for character in text)


def has_broken_escape(text: str) -> bool:
    """Return whether a string has a percent sign without two hexadecimal digits after it."""
    return _BROKEN_ESCAPE.search(text) is not None


def has_signs(scheme: str) -> bool:
    """Return whether a scheme has a plus sign, a hyphen or a dot."""
    return not {*"+-."}.isdisjoint(scheme)


def is_international(host: str) -> bool:
    """Return whether a host has a label beyond US-ASCII, or the ASCII form of one."""
    return not host.isascii() or "xn--" in host.lower()
