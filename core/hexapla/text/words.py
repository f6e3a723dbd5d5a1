"""Words: runs of characters between delimiters.

Under the default options, no RFC on URIs treats two words differently when it resolves a reference.
A word consists of letters, digits, escapes and punctuation at which no standard splits, and may
contain dots. Text before a colon may be a scheme, so it isn't treated as words. Words with
non-ASCII characters are a separate kind, because a standard may rewrite these characters. The names
that replace these words also contain a non-ASCII character.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from hexapla.text.span import Span, common_beginning, common_end

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
    # The two common kinds of ASCII strings don't have to be split into pieces.
    if text.isascii():
        if ":" not in text:
            return _WORD.sub(ANY, text)
        scheme = _SCHEME.match(text)
        if scheme is not None and text.find(":", scheme.end()) < 0:
            return scheme[0] + _WORD.sub(ANY, text[scheme.end() :])
    pieces = _pieces(text)
    pieces[1::2] = map(_without_word, pieces[1::2])
    return "".join(pieces)


def _without_word(word: str) -> str:
    if word.isascii():
        return ANY
    return ANY_BEYOND


def renamed(*texts: str, apart: bool = False) -> tuple[str, ...] | None:
    """Rename the words in strings to `w0`, `w1`, and so on.

    A word with a non-ASCII character gets a name with a non-ASCII character, such as `w0é`. Text
    before a colon is kept. If `apart` is true, all words get different names; otherwise, equal
    words get equal names.

    Returns:
        The new strings; None if the strings are too long or contain too many words, or if the text
        before a colon contains a possible new name. Unless `apart` is true, the result is also None
        if the text before a colon contains a word that is renamed elsewhere.
    """
    if sum(map(len, texts)) > LONGEST:
        return None
    in_pieces = [_pieces(text) for text in texts]
    words: list[str] = []
    kept: set[str] = set()
    for pieces in in_pieces:
        words += pieces[1::2]
        for piece in pieces[::2]:
            kept.update(_LONG_WORD.findall(piece))
    if len(words) > len(_NAMES) or kept & _RESERVED:
        return None
    if not apart and kept & set(words):
        return None
    names = _names(words, apart=apart)
    for pieces in in_pieces:
        pieces[1::2] = islice(names, len(pieces) // 2)
    return tuple(map("".join, in_pieces))


def _names(words: Iterable[str], *, apart: bool) -> Iterator[str]:
    """Yield a new name for each word; if not `apart`, the same name for equal words."""
    numbers: dict[str, int] = {}
    for position, word in enumerate(words):
        number = position if apart else numbers.setdefault(word, len(numbers))
        names = _NAMES if word.isascii() else _NAMES_BEYOND
        yield names[number]


def _pieces(text: str) -> list[str]:
    """Split a string: the pieces at odd indexes are words, the pieces at even indexes are kept."""
    pieces = [""]
    for part in _MARK.split(text):
        before, colon, behind = part.rpartition(":")
        first, *others = _LONG_WORD.split(behind)
        pieces[-1] += before + colon + first
        pieces += others
    return pieces


def common_words(one: str, other: str) -> int:
    """Return the length of the common prefix of two strings, in code points.

    If the prefix ends inside a word, it is shortened so that it ends before the word.
    """
    end = common_beginning(one, other)
    return min(_outside(one, end).start, _outside(other, end).start)


def changed_words(before: str, after: str) -> Span:
    """Return the span of `before` that a rewriting changed, extended to whole words."""
    start = common_words(before, after)
    alike = common_end(before[start:], after[start:])
    rest = min(_words_at_end(before, alike), _words_at_end(after, alike))
    return Span(start, len(before) - rest)


def _words_at_end(text: str, length: int) -> int:
    """Shorten the last `length` code points of a string to whole words; return the new length."""
    return len(text) - _outside(text, len(text) - length).stop


def _outside(text: str, offset: int) -> Span:
    """Return the span of the word that contains an offset; an empty span if it is in no word."""
    # No word contains a slash.
    begin = text.rfind("/", 0, offset) + 1
    end = text.find("/", offset)
    if end < 0:
        end = len(text)
    for match in _WORD.finditer(text, begin, end):
        if match.start() >= offset:
            break
        if match.end() > offset:
            return Span(*match.span())
    return Span(offset, offset)
