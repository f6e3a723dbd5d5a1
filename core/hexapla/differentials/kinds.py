"""What kind of thing is read as a component: no host, an IPv4 address, a text with delimiters."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hexapla.differentials.aspects import HOST, Compared
from hexapla.implementations.parsing import ACCEPTS

_Kinds = Sequence[tuple[str, re.Pattern[str]]]


def _kinds(*rows: tuple[str, str]) -> _Kinds:
    return tuple((name, re.compile(pattern, re.DOTALL | re.ASCII)) for name, pattern in rows)


_DECIMAL = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_NUMBER = r"(?:0[xX][0-9A-Fa-f]*|\d+)"
_GROUPS = r"[0-9A-Fa-f]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*"


def _texts(delimiters: str) -> tuple[tuple[str, str], ...]:
    """Return what a text is by the characters that it has; the first that it has decides.

    Args:
        delimiters: Those that it has no right to have, as in a set of a regular expression.
    """
    return (
        ("text with controls or white space", r".*[\x00-\x20\x7f-\xa0\u2028\u2029\u3000]"),
        ("text with a backslash", r".*\\"),
        ("text with delimiters", rf".*[{delimiters}]"),
        ("text with a percent sign", r".*%"),
        ("text with characters outside ASCII", r".*[^\x00-\x7f]"),
        ("text with punctuation", r".*[^A-Za-z0-9._~/?:@-]"),
    )


_BY_ASPECT: Mapping[str, _Kinds] = MappingProxyType(
    {
        HOST: _kinds(
            ("IPv4 address", rf"{_DECIMAL}(?:\.{_DECIMAL}){{3}}\Z"),
            ("IPv6 address", rf"{_GROUPS}\Z"),
            ("IPv6 address with a zone", rf"{_GROUPS}%"),
            ("number in place of an IPv4 address", rf"{_NUMBER}(?:\.{_NUMBER})*\.?\Z"),
            *_texts(r"/?#\[\]@:"),
            ("name that ends with a dot", r".*[^.]\.\Z"),
            ("name", ""),
        ),
        "scheme": _kinds(
            ("scheme", r"[A-Za-z][A-Za-z0-9+.-]*\Z"), *_texts(r"/?#\[\]@:"), ("text", "")
        ),
        "port": _kinds(("number", r"[0-9]+\Z"), *_texts(r"/?#\[\]@:"), ("text", "")),
        "userinfo": _kinds(*_texts(r"/?#\[\]@"), ("name and password", r".*:"), ("name", "")),
        "path": _kinds(
            *_texts(r"?#\[\]"),
            ("path with two slashes before it", "//"),
            ("path with a slash before it", "/"),
            ("path without a slash before it", ""),
        ),
    }
)
_OF_OTHERS = _kinds(*_texts(r"#\[\]"), ("text", ""))

REJECTED, ACCEPTED = "rejected", "accepted"
_NOTHING = "nothing"


def kind_of(aspect: str, value: Compared) -> str:
    """Return what kind of thing a value is under an aspect, by its own characters alone.

    Args:
        aspect: What is compared.
        value: The value of an answer, which is not `NOT_TOLD`.
    """
    if aspect == ACCEPTS:
        return ACCEPTED if value else REJECTED
    if not isinstance(value, str):
        return _NOTHING
    if not value:
        return "empty text"
    kinds = _BY_ASPECT.get(aspect, _OF_OTHERS)
    return next(name for name, pattern in kinds if pattern.match(value))


def kind_in_words(aspect: str, kind: str) -> str:
    """Return what a program does that reads a kind of thing, in words that follow its name."""
    if aspect == ACCEPTS:
        return "accepts the URL" if kind == ACCEPTED else "rejects the URL"
    if kind == _NOTHING:
        return f"reads no {aspect}"
    noun = re.sub(r"\A(empty )?text", rf"\1{aspect}", kind)
    return f"reads {'an' if noun[0] in 'Ie' else 'a'} {noun}"
