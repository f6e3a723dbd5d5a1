"""Visible symbols for characters that are invisible or would disturb the surrounding text."""

import functools
import unicodedata
from typing import NamedTuple

EMPTY = "∅"
UNDEFINED = "–"

_VARIATION_SELECTORS = [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
# Invisible characters that Unicode classifies as letters, symbols or marks.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, _VARIATION_SELECTORS)
)
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
# The maximum length, in characters, of an untrusted string in a message.
_LONGEST = 240


def visible(text: str) -> str:
    """Replace every invisible code point with a visible symbol."""
    if text.isascii() and text.isprintable() and " " not in text:
        return text
    return "".join(map(_sign, text))


def in_quotes(text: str) -> str:
    """Put a string into double quotes, or into single quotes if it contains double quotes.

    A string with both kinds of quotes is put into double quotes.
    """
    sign = "'" if '"' in text and "'" not in text else '"'
    return f"{sign}{text}{sign}"


def visible_words(text: str) -> str:
    """Replace every invisible code point except spaces with a visible symbol."""
    if text.isprintable() and _BLANK.isdisjoint(text):
        return text
    return " ".join(map(visible, text.split(" ")))


class Shortened(NamedTuple):
    """A string without its middle.

    Attributes:
        beginning: The beginning of the string, or the whole string if it isn't too long.
        note: A note on the number of characters omitted; empty if no character is omitted.
        end: The end of the string; empty if no character is omitted.
    """

    beginning: str
    note: str = ""
    end: str = ""


def shortened(text: str, longest: int) -> Shortened:
    """Leave out the middle of a string if it has more than `longest` characters."""
    left_out = len(text) - longest
    if left_out <= 0:
        return Shortened(text)
    begin = (longest + 1) // 2
    return Shortened(text[:begin], f"…{left_out:,} characters omitted…", text[begin + left_out :])


def cut(text: str, longest: int = _LONGEST) -> str:
    """Leave out the middle of a string, as `shortened` does, with a note in its place."""
    if len(text) <= longest:
        return text
    short = shortened(text, longest)
    return f"{short.beginning} {short.note} {short.end}"


def visible_and_cut(text: str, longest: int) -> str:
    """Make a string visible, as `visible` does, and leave out the middle if it is too long."""
    if len(text) <= longest:
        return visible(text)
    short = shortened(text, longest)
    return f"{visible(short.beginning)} {short.note} {visible(short.end)}"


def sanitized(text: str, longest: int = _LONGEST) -> str:
    """Prepare an untrusted string for a message: on one line, visible and shortened."""
    return visible_words(cut(text, longest))


@functools.lru_cache(maxsize=4096)
def _sign(character: str) -> str:
    if character == " ":
        return "␣"
    if character < " ":
        return chr(0x2400 + ord(character))
    if character == "\x7f":
        return "␡"
    if character in _BLANK or unicodedata.category(character) in _HIDDEN:
        return f"⟨U+{ord(character):04X}⟩"
    return character


def width(text: str) -> int:
    """Return the number of columns that a string occupies in a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    if unicodedata.east_asian_width(character) in ("W", "F"):
        return 2
    return 1
