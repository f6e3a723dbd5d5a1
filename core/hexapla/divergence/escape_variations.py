"""Other ways to percent-encode characters than a standard's."""

import re
from collections.abc import Callable, Mapping

from hexapla.divergence.model import Variation

_ESCAPE = re.compile("%[0-9A-Fa-f]{2}")
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_ESCAPES_BEYOND_ASCII = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")

EscapeChange = Callable[[str, str], str]
"""Takes a component with percent-encoded characters, and the input; returns the component."""


def _added_escapes_lowered(text: str, written: str) -> str:
    """Return a component with the escapes that aren't in the input in lower case."""

    def lowered(match: re.Match[str]) -> str:
        return match[0] if match[0] in written else match[0].lower()

    return _ESCAPE.sub(lowered, text)


def lone_percent_encoded(text: str, _: str = "") -> str:
    """Return a component in which each "%" that isn't part of an escape is percent-encoded."""
    return _LONE_PERCENT.sub("%25", text)


def _with_characters(text: str, written: str, form: Callable[[str], str]) -> str:
    """Return a component in which a function writes the characters outside ASCII of the input."""

    def changed(match: re.Match[str]) -> str:
        characters = bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace")
        if any(character not in written for character in characters):
            return match[0]
        return "".join(map(form, characters))

    if written.isascii():
        return text
    return _ESCAPES_BEYOND_ASCII.sub(changed, text)


def _in_latin_1(character: str) -> str:
    if ord(character) > 0xFF:
        return "".join(f"%{octet:02X}" for octet in character.encode("utf-8", "replace"))
    return f"%{ord(character):02X}"


def _with_u(character: str) -> str:
    return f"%u{ord(character):04X}"


ESCAPE_VARIATIONS: Mapping[Variation, EscapeChange] = {
    Variation.LOWER_ADDED_ESCAPES: _added_escapes_lowered,
    Variation.ENCODE_LONE_PERCENT: lone_percent_encoded,
    Variation.ENCODE_AS_LATIN_1: lambda text, written: _with_characters(text, written, _in_latin_1),
    Variation.ENCODE_WITH_U: lambda text, written: _with_characters(text, written, _with_u),
}
"""Changes to all components that contain percent-encoded characters."""
