"""The aspects under which two answers are compared: a component, or whether the URL is accepted.

Hosts are compared as a client connects to them: ASCII lower case, without brackets, and an empty
host is no host. Other components are compared as they are given. A component is compared only where
both tell of it, and so only where both accept the URL.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from hexapla.implementations.parsing import ACCEPTS
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents
from hexapla.values.checked import checked_items

HOST = "host"
ASPECTS = (HOST, *(name for name in COMPONENT_NAMES if name != HOST), ACCEPTS)
"""All that can be compared; the host, on which most depends, comes first."""
ALL = "all"

COMPARED_AS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(COMPONENT_NAMES, "as given")
    | {
        HOST: "as connected to: ASCII lower case, without brackets, an empty host being no host",
        ACCEPTS: "as whether the URL is accepted or rejected, whatever the message",
    }
)
"""How answers are compared under each aspect, in words."""


class NotTold:
    """The value of a component that an answer does not mention."""


NOT_TOLD = NotTold()

Compared = str | bool | None | NotTold
"""The value of an answer under an aspect. Two answers differ where both have one, another one."""


def aspects_of(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the aspects that are named, each once and in their order; `all` names all of them.

    Raises:
        ValueError: There is no such aspect, or none is named.
    """
    given = (names,) if isinstance(names, str) else checked_items(names, "on")
    for name in given:
        if name not in (*ASPECTS, ALL):
            raise ValueError(f"{name!r} can't be compared; there is: {', '.join((*ASPECTS, ALL))}")
    chosen = tuple(name for name in ASPECTS if name in given or ALL in given)
    if not chosen:
        raise ValueError(f"name what to compare; there is: {', '.join((*ASPECTS, ALL))}")
    return chosen


def compared(aspect: str, components: UrlComponents | None) -> Compared:
    """Return the value of an answer under an aspect.

    Args:
        aspect: One of `ASPECTS`.
        components: What was read in the URL; None where it was rejected.
    """
    if aspect == ACCEPTS:
        return components is not None
    if components is None or aspect not in components.stated:
        return NOT_TOLD
    return components.compared(aspect)


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
    """Return what kind of thing a value is under an aspect, by its own characters alone."""
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
