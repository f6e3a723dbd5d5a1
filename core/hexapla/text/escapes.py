"""Escape sequences: a percent sign and two hexadecimal digits, as every standard writes them."""

import re
from collections.abc import Callable, Container

ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
MALFORMED = re.compile(r"%(?![0-9A-Fa-f]{2})")

OCTETS = frozenset(map(chr, range(256)))
"""The characters that an escape sequence can stand for; octets are characters with their number."""


def escaped_octets(octets: bytes) -> str:
    """Return octets as escape sequences, with digits in upper case."""
    return "".join(f"%{octet:02X}" for octet in octets)


_LOWER = {code: code + 0x20 for code in range(ord("A"), ord("Z") + 1)}


def ascii_lower(text: str) -> str:
    """Return a string with US-ASCII letters, and no others, in lower case."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


def with_upper_digits(text: str) -> str:
    """Return a string with the digits of all escape sequences in upper case."""
    return ESCAPE.sub(lambda match: match[0].upper(), text)


def unescaped_where(text: str, may: Container[str]) -> str:
    """Return a string in which the escape sequences for characters in `may` are decoded.

    An octet stands for the character with its number. The digits of other escape sequences become
    upper case. The result isn't decoded a second time.
    """

    def written(escape: re.Match[str]) -> str:
        character = chr(int(escape[1], 16))
        return character if character in may else escape[0].upper()

    return ESCAPE.sub(written, text)


def behind_scheme(text: str, change: Callable[[str], str]) -> str:
    """Return a string changed after its first colon; the scheme is kept."""
    scheme, colon, rest = text.partition(":")
    return scheme + colon + change(rest)


def with_lower_scheme(text: str) -> str:
    """Return a string with the part before its first colon, the scheme, in lower case."""
    scheme, colon, rest = text.partition(":")
    return ascii_lower(scheme) + colon + rest


def mapped(text: str, change: Callable[[str], str]) -> str:
    """Return a string changed between its escape sequences, which are kept."""
    pieces = re.split(r"(%[0-9A-Fa-f]{2})", text)
    return "".join(piece if number % 2 else change(piece) for number, piece in enumerate(pieces))


def units(text: str) -> list[str]:
    """Return the characters and escape sequences of a string."""
    return re.findall(r"%[0-9A-Fa-f]{2}|[\s\S]", text)


def character_of(unit: str) -> str:
    """Return the character of a unit; an octet stands for the character with its number."""
    return chr(int(unit[1:], 16)) if len(unit) == 3 else unit
