"""Special and common schemes, signs in schemes, and spaces inside strings."""

import re
from collections.abc import Iterator

from hexapla.divergence.transforms import DEFAULT_PORTS

SPECIAL = frozenset({*DEFAULT_PORTS, "file"})
ESCAPED_SINGLE_DOT = re.compile(r"(?:(?<=[/\\])|\A)%2[eE](?=[/\\?#]|\Z)")
ESCAPED_DOUBLE_DOTS = re.compile(
    r"(?:(?<=[/\\])|\A)(?:%2[eE]\.|\.%2[eE]|%2[eE]%2[eE])(?=[/\\?#]|\Z)"
)
PARTLY_ESCAPED_DOTS = re.compile(r"(?:(?<=[/\\])|\A)(?:%2[eE]\.|\.%2[eE])(?=[/\\?#]|\Z)")
CAPITAL_ESCAPED_DOT = re.compile("%2E")
SMALL_ESCAPED_DOT = re.compile("%2e")
START = re.compile(r"\A[\x00-\x08\x0b\x0c\x0e-\x20]+")
"""White space and controls at the start of a string, except tabs and line ends."""
END = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x20]+\Z")
"""White space and controls at the end of a string, except tabs and line ends."""
ENDS = re.compile(f"{START.pattern}|{END.pattern}")
COMMON = frozenset({"http", "https", "ftp", "file", "mailto"})


def has_inner_space(text: str) -> bool:
    """Return whether a string contains a space that isn't at one of its ends."""
    return " " in text.strip()


def cut_at_space(text: str) -> Iterator[str]:
    """Yield a string cut off at its first inner space: without its leading spaces, then with them.

    Nothing is yielded if the string has no inner space.
    """
    if has_inner_space(text):
        start = len(text) - len(text.lstrip(" "))
        inside = text.strip(" ").partition(" ")[0]
        yield inside
        yield text[:start] + inside


def has_signs(scheme: str) -> bool:
    """Return whether a scheme contains a plus sign, a hyphen or a dot."""
    return not {*"+-."}.isdisjoint(scheme)
