"""Tests for features of strings, schemes and hosts, for use in conditions."""

import re
from collections.abc import Iterator

from hexapla.divergence.transforms import DEFAULT_PORTS

SPECIAL = frozenset({*DEFAULT_PORTS, "file"})
COMMON = frozenset({"http", "https", "ftp", "file", "mailto"})
_BROKEN_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")


def has_inner_space(text: str) -> bool:
    """Return whether a string contains a space that isn't at one of its ends."""
    return " " in text.strip()


def cut_at_space(text: str) -> Iterator[str]:
    """Yield a string up to its first inner space, first without and then with its leading spaces.

    Nothing is yielded if the string has no inner space.
    """
    if has_inner_space(text):
        start = len(text) - len(text.lstrip(" "))
        inside = text.strip(" ").partition(" ")[0]
        yield inside
        yield text[:start] + inside


def has_tabs(text: str) -> bool:
    """Return whether a string contains a tab or a line end."""
    return not {*"\t\n\r"}.isdisjoint(text)


def has_controls(text: str) -> bool:
    """Return whether a string contains a US-ASCII control character other than DEL."""
    return any(character < " " for character in text)


def has_broken_escape(text: str) -> bool:
    """Return whether a string contains a percent sign not followed by two hexadecimal digits."""
    return _BROKEN_ESCAPE.search(text) is not None


def has_signs(scheme: str) -> bool:
    """Return whether a scheme contains a plus sign, a hyphen or a dot."""
    return not {*"+-."}.isdisjoint(scheme)


def is_international(host: str) -> bool:
    """Return whether a host has an internationalized label, in Unicode or in its ASCII form."""
    return not host.isascii() or "xn--" in host.lower()
