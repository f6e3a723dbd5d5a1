"""Escape sequences: a percent sign and two hexadecimal digits, as every memo writes them."""

import re
from collections.abc import Callable, Container

ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
MALFORMED = re.compile(r"%(?![0-9A-Fa-f]{2})")


def escaped_octets(octets: bytes) -> str:
    """Write octets as escape sequences, with digits in upper case."""
    return "".join(f"%{octet:02X}" for octet in octets)


_LOWER = {code: code + 0x20 for code in range(ord("A"), ord("Z") + 1)}


def ascii_lower(text: str) -> str:
    """Write the letters of US-ASCII in lower case, and no others."""
    return text.translate(_LOWER)


def with_upper_digits(text: str) -> str:
    """Write the digits of all escape sequences in upper case."""
    return ESCAPE.sub(lambda found: found[0].upper(), text) if "%" in text else text


def unescaped_where(text: str, may: Container[str]) -> str:
    """Put the character for each escape sequence whose character is in `may`.

    An octet is the character of the same number; what is left of a text is not read again.
    """
    if "%" not in text:
        return text

    def character(found: re.Match[str]) -> str:
        stands_for = chr(int(found[1], 16))
        return stands_for if stands_for in may else found[0].upper()

    return ESCAPE.sub(character, text)


def behind_scheme(text: str, change: Callable[[str], str]) -> str:
    """Change what stands behind the first colon, and leave the scheme as it is."""
    scheme, colon, rest = text.partition(":")
    return scheme + colon + change(rest)


def mapped(text: str, change: Callable[[str], str]) -> str:
    """Change what stands between escape sequences, and leave these as they are."""
    if "%" not in text:
        return change(text)
    pieces = re.split(r"(%[0-9A-Fa-f]{2})", text)
    return "".join(piece if number % 2 else change(piece) for number, piece in enumerate(pieces))


def units(text: str) -> list[str]:
    """Cut a text into characters and escape sequences."""
    return re.findall(r"%[0-9A-Fa-f]{2}|[\s\S]", text)


def character_of(unit: str) -> str:
    """Give the character that a unit stands for, an octet being that of the same number."""
    return chr(int(unit[1:], 16)) if len(unit) == 3 else unit
