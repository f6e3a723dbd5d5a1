"""Escape sequences, which all standards write as a percent sign and two hexadecimal digits."""

import re
from collections.abc import Callable, Container

ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
MALFORMED = re.compile(r"%(?![0-9A-Fa-f]{2})")

OCTETS = frozenset(map(chr, range(256)))
"""The characters that escape sequences stand for if each octet is taken as a code point."""


def escaped_octets(octets: bytes) -> str:
    """Return the escape sequences for octets, with upper-case digits."""
    return "".join(f"%{octet:02X}" for octet in octets)


_LOWER = {code: code + 0x20 for code in range(ord("A"), ord("Z") + 1)}


def ascii_lower(text: str) -> str:
    """Convert US-ASCII letters, but no others, to lower case."""
    if text.isascii():
        return text.lower()
    return text.translate(_LOWER)


def with_upper_digits(text: str) -> str:
    """Convert the digits of all escape sequences to upper case."""
    return ESCAPE.sub(lambda match: match[0].upper(), text)


def unescaped_where(text: str, may: Container[str]) -> str:
    """Decode the escape sequences that stand for characters in `may`.

    Each octet is taken as a code point. The digits of other escape sequences are converted to upper
    case. Escape sequences that decoding produces are not decoded again.
    """

    def written(escape: re.Match[str]) -> str:
        character = chr(int(escape[1], 16))
        if character in may:
            return character
        return escape[0].upper()

    return ESCAPE.sub(written, text)


def behind_scheme(text: str, change: Callable[[str], str]) -> str:
    """Apply a change to the text after the first colon of a string; keep the text before it."""
    scheme, colon, rest = text.partition(":")
    return scheme + colon + change(rest)


def with_lower_scheme(text: str) -> str:
    """Convert a string up to its first colon, or all of it if it has no colon, to lower case."""
    scheme, colon, rest = text.partition(":")
    return ascii_lower(scheme) + colon + rest


def mapped(text: str, change: Callable[[str], str]) -> str:
    """Apply a change to the text between escape sequences; keep the escape sequences."""
    pieces = re.split(r"(%[0-9A-Fa-f]{2})", text)
    pieces[::2] = list(map(change, pieces[::2]))
    return "".join(pieces)


def units(text: str) -> list[str]:
    """Split a string into characters and escape sequences."""
    return re.findall(r"%[0-9A-Fa-f]{2}|[\s\S]", text)


def character_of(unit: str) -> str:
    """Return the character that a unit stands for; an escaped octet is taken as a code point."""
    if len(unit) == 1:
        return unit
    return chr(int(unit[1:], 16))
