"""Words: runs of characters between delimiters that no RFC on URIs treats differently.

A word consists of letters, digits, escapes and punctuation at which no standard splits, and may
contain dots. Text before a colon may be a scheme, so it doesn't count as words. Words with
non-ASCII characters are a separate kind, because a standard may rewrite these characters. The names
that replace them also contain a non-ASCII character.
"""

import re
from collections.abc import Sequence

from hexapla.text.span import Span, common_beginning

_RUN = r"(?:[A-Za-z0-9$_+!*'(),&=-]+|%[0-9A-Fa-f]{2})+"
_WORD = re.compile(rf"({_RUN}(?:\.+{_RUN})*)")
_LONG_RUN = rf"(?:{_RUN}|[^\0-\x7f\ud800-\udfff]+)+"
_LONG_WORD = re.compile(rf"({_LONG_RUN}(?:\.+{_LONG_RUN})*)")
_MARK = re.compile("([/?#])")
_SCHEME = re.compile(r"[A-Za-z0-9+.-]*:")

ANY = "w"
BEYOND = "é"
ENCODED_BEYOND = "%C3%A9"
ANY_BEYOND = f"{ANY}{BEYOND}"
_NAMES = tuple(f"{ANY}{number}" for number in range(200))
_NAMES_BEYOND = tuple(f"{name}{BEYOND}" for name in _NAMES)
_RESERVED = frozenset((*_NAMES, *_NAMES_BEYOND))

LONGEST = 1000
"""The maximum total number of code points in strings whose words are renamed together."""


def without_words(text: str) -> str:
    """Replace each word in a string with `w`; text before a colon is kept.

    A word with a non-ASCII character becomes `wé`.
    """
    if not text.isascii():
        pieces = _pieces(text)
        pieces[1::2] = [ANY if word.isascii() else ANY_BEYOND for word in pieces[1::2]]
        return "".join(pieces)
    if ":" not in text:
        return _WORD.sub(ANY, text)
    scheme = _SCHEME.match(text)
    if scheme is not None and text.find(":", scheme.end()) < 0:
        return scheme[0] + _WORD.sub(ANY, text[scheme.end() :])
    return "".join(ANY if number % 2 else piece for number, piece in enumerate(_pieces(text)))


def renamed(*texts: str, apart: bool = False) -> tuple[str, ...] | None:
    """Rename the words in strings to `w0`, `w1`, and so on.

    A word with a non-ASCII character gets a name that also contains one, such as `w0é`. Text before
    a colon is kept. If `apart` is true, all words get different names; otherwise, equal words get
    equal names.

    Returns:
        The new strings; None if the strings are too long or contain too many words, or if a word
        that is renamed in one place must be kept in another.
    """
    if sum(map(len, texts)) > LONGEST:
        return None
    in_pieces = [_pieces(text) for text in texts]
    words = [word for pieces in in_pieces for word in pieces[1::2]]
    kept = {
        word for pieces in in_pieces for piece in pieces[::2] for word in _LONG_WORD.findall(piece)
    }
    if kept & _RESERVED or not (apart or kept.isdisjoint(words)) or len(words) > len(_NAMES):
        return None
    if apart:
        names = [_name(number, word) for number, word in enumerate(words)]
    else:
        numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
        names = [_name(numbers[word], word) for word in words]
    left = iter(names)
    for pieces in in_pieces:
        pieces[1::2] = [next(left) for _ in pieces[1::2]]
    return tuple(map("".join, in_pieces))


def _name(number: int, word: str) -> str:
    return _NAMES[number] if word.isascii() else _NAMES_BEYOND[number]


def _pieces(text: str) -> list[str]:
    """Split a string into pieces to keep, alternating with words."""
    pieces = [""]
    for part in _MARK.split(text):
        before, colon, behind = part.rpartition(":")
        first, *others = _LONG_WORD.split(behind)
        pieces[-1] += before + colon + first
        pieces += others
    return pieces


def common_words(one: str, other: str) -> int:
    """Return the offset, in code points, after the words that both strings begin with."""
    end = common_beginning(one, other)
    return min(_outside(one, end)[0], _outside(other, end)[0])


def changed_words(before: str, after: str) -> Span:
    """Return the span of the words of `before` that a rewriting changed."""
    start = common_words(before, after)
    alike = common_beginning(before[start:][::-1], after[start:][::-1])
    rests = (len(text) - _outside(text, len(text) - alike)[1] for text in (before, after))
    return Span(start, len(before) - min(rests))


def _outside(text: str, offset: int) -> Sequence[int]:
    """Return the start and end of the word around an offset; the offset twice if there is none."""
    # No word contains a slash.
    begin, end = text.rfind("/", 0, offset) + 1, text.find("/", offset)
    for match in _WORD.finditer(text, begin, len(text) if end < 0 else end):
        if match.start() < offset < match.end():
            return match.span()
        if match.start() >= offset:
            break
    return offset, offset
