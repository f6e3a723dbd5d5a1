"""Conditions, tested on a case of resolving, under which a program shows a behaviour."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from hexapla.divergence.features import (
    COMMON,
    SPECIAL,
    has_broken_escape,
    has_controls,
    has_inner_space,
    has_signs,
    has_tabs,
    is_international,
)
from hexapla.divergence.model import Condition
from hexapla.divergence.parts import last_of, part_of
from hexapla.divergence.situation import Situation, Uri
from hexapla.text.escapes import ascii_lower

_SLASHES = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?[/\\]{3}")
_DRIVE = re.compile(r"/[A-Za-z][:|](?=/|\Z)")
_DOTS = re.compile(r"(?:/|\A)\.\.?(?=/|\Z)")
_PADDING = " \t\n\r\x00\x01\x02"


def _scheme_of(uri: Uri) -> str:
    return ascii_lower(uri.scheme or "")


def _scheme_not_in(schemes: frozenset[str]) -> Callable[[Situation], bool]:
    return lambda it: it.reference.scheme is not None and _scheme_of(it.reference) not in schemes


def _host(it: Situation) -> str:
    return part_of(it.reference, "host") or ""


def _has_extra_slashes(it: Situation) -> bool:
    """Return whether more than two slashes precede the host in the base or in the reference."""
    base, reference = _scheme_of(it.base), _scheme_of(it.reference)
    texts = [(base, it.base_text), (reference or base, it.reference_text)]
    return any(
        scheme in SPECIAL and scheme != "file" and _SLASHES.match(text) is not None
        for scheme, text in texts
    )


def _has_other_scheme(base: Uri) -> bool:
    return base.scheme is not None and ascii_lower(base.scheme) not in SPECIAL


_CONDITIONS: Mapping[str, Callable[[Situation], bool]] = {
    Condition.REFERENCE_HAS_SCHEME: lambda it: it.reference.scheme is not None,
    Condition.REFERENCE_HAS_AUTHORITY: lambda it: (
        it.reference.authority is not None and it.reference.scheme is None
    ),
    Condition.REFERENCE_IS_ABSOLUTE_PATH: lambda it: (
        it.reference.is_relative and it.reference.path.startswith("/")
    ),
    Condition.REFERENCE_IS_RELATIVE: lambda it: it.reference.is_relative,
    Condition.REFERENCE_IS_RELATIVE_PATH: lambda it: (
        it.reference.is_relative and it.reference.path[:1] not in ("", "/")
    ),
    Condition.REFERENCE_HAS_NO_PATH: lambda it: it.reference.is_relative and not it.reference.path,
    Condition.REFERENCE_IS_QUERY: lambda it: it.reference_text.startswith("?"),
    Condition.REFERENCE_IS_FRAGMENT: lambda it: it.reference_text.startswith("#"),
    Condition.REFERENCE_IS_EMPTY: lambda it: not it.reference_text,
    Condition.REFERENCE_HAS_QUERY: lambda it: it.reference.query is not None,
    Condition.BASE_SCHEME_NOT_SPECIAL: lambda it: _has_other_scheme(it.base),
    Condition.BASE_HAS_NO_SCHEME: lambda it: it.base.scheme is None,
    Condition.BASE_HAS_NO_AUTHORITY: lambda it: it.base.authority is None,
    Condition.BASE_AUTHORITY_IS_EMPTY: lambda it: it.base.authority == "",
    Condition.BASE_PATH_IS_EMPTY: lambda it: not it.base.path,
    Condition.BASE_PATH_HAS_NO_ROOT: lambda it: it.base.path[:1] != "/",
    Condition.BASE_HAS_QUERY: lambda it: it.base.query is not None,
    Condition.BASE_HAS_FRAGMENT: lambda it: it.base.fragment is not None,
    Condition.CLIMBS_ABOVE_ROOT: lambda it: it.climbs,
    Condition.PATH_HAS_EMPTY_SEGMENT: lambda it: "//" in f"{it.base.path} {it.reference.path}",
    Condition.REFERENCE_ENDS_WITH_SLASH: lambda it: it.reference.path.endswith("/"),
    Condition.REFERENCE_IS_DOT: lambda it: it.reference_text == ".",
    Condition.REFERENCE_BEGINS_WITH_DOTS: lambda it: it.reference.path.startswith(".."),
    Condition.SCHEME_HAS_CAPITALS: lambda it: (
        it.reference.scheme is not None and it.reference.scheme != it.reference.scheme.lower()
    ),
    Condition.SCHEME_IS_UNUSUAL: lambda it: (
        it.reference.scheme is not None and not it.reference.scheme.isalpha()
    ),
    Condition.REFERENCE_HAS_FRAGMENT: lambda it: it.reference.fragment is not None,
    Condition.REFERENCE_SCHEME_NOT_COMMON: _scheme_not_in(COMMON),
    Condition.REFERENCE_SCHEME_NOT_SPECIAL: _scheme_not_in(SPECIAL),
    Condition.REFERENCE_HAS_SAME_SCHEME: lambda it: (
        it.reference.scheme is not None and _scheme_of(it.reference) == _scheme_of(it.base)
    ),
    Condition.REFERENCE_IS_OPAQUE: lambda it: it.reference.is_opaque,
    Condition.REFERENCE_IS_SAME_DOCUMENT: lambda it: it.reference_text[:1] in ("", "#"),
    Condition.REFERENCE_IS_ONLY_HOST: lambda it: (
        bool(it.reference.authority) and not it.reference.path
    ),
    Condition.REFERENCE_BEGINS_WITH_SLASHES: lambda it: (
        _SLASHES.match(it.reference_text) is not None
    ),
    Condition.REFERENCE_BEGINS_WITH_SEMICOLON: lambda it: it.reference_text.startswith(";"),
    Condition.REFERENCE_HAS_PARAMS: lambda it: ";" in it.reference.path,
    Condition.REFERENCE_IS_PADDED: lambda it: (
        it.reference_text != it.reference_text.strip(_PADDING)
    ),
    Condition.REFERENCE_HAS_SPACE: lambda it: " " in it.reference_text,
    Condition.REFERENCE_HAS_SPACE_INSIDE: lambda it: has_inner_space(it.reference_text),
    Condition.REFERENCE_HAS_TABS: lambda it: has_tabs(it.reference_text),
    Condition.REFERENCE_HAS_CONTROLS: lambda it: has_controls(it.reference_text),
    Condition.REFERENCE_NOT_ASCII: lambda it: not it.reference_text.isascii(),
    Condition.REFERENCE_HAS_BACKSLASH: lambda it: "\\" in it.reference_text,
    Condition.REFERENCE_HAS_ESCAPE: lambda it: "%" in it.reference_text,
    Condition.REFERENCE_HAS_BROKEN_ESCAPE: lambda it: has_broken_escape(it.reference_text),
    Condition.REFERENCE_HAS_NUMBER_FOR_PATH: lambda it: (
        it.reference.scheme is not None and it.reference.path.partition("/")[0].isdigit()
    ),
    Condition.REFERENCE_HAS_EMPTY_QUERY: lambda it: it.reference.query == "",
    Condition.REFERENCE_HAS_EMPTY_FRAGMENT: lambda it: it.reference.fragment == "",
    Condition.REFERENCE_HAS_BANG_FRAGMENT: lambda it: "#!" in it.reference_text,
    Condition.REFERENCE_HAS_USERINFO: lambda it: part_of(it.reference, "userinfo") is not None,
    Condition.REFERENCE_HAS_PORT: lambda it: (
        re.search(r":[0-9]*\Z", it.reference.authority or "") is not None
    ),
    Condition.REFERENCE_HAS_COLON_IN_PATH: lambda it: ":" in it.reference.path,
    Condition.SCHEME_HAS_SIGNS: lambda it: has_signs(it.reference.scheme or ""),
    Condition.HOST_IS_IPV6: lambda it: _host(it).startswith("["),
    Condition.HOST_IS_NUMBER: lambda it: _host(it)[:1].isdigit(),
    Condition.HOST_HAS_UNDERSCORE: lambda it: "_" in _host(it),
    Condition.HOST_IS_INTERNATIONAL: lambda it: is_international(_host(it)),
    Condition.HOST_HAS_ESCAPE: lambda it: "%" in _host(it),
    Condition.BASE_IS_OPAQUE: lambda it: it.base.is_opaque,
    Condition.BASE_IS_FOLDER: lambda it: it.base.path.endswith("/"),
    Condition.BASE_HAS_DRIVE: lambda it: _DRIVE.match(it.base.path) is not None,
    Condition.BASE_HAS_PARAMS: lambda it: ";" in last_of(it.base.path),
    Condition.BASE_HAS_DOTS: lambda it: _DOTS.search(it.base.path) is not None,
    Condition.BASE_HAS_PORT: lambda it: ":" in last_of(it.base.authority or "").rpartition("@")[2],
    Condition.RESULT_IS_FILE: lambda it: it.uri is not None and _scheme_of(it.uri) == "file",
    Condition.RESULT_PATH_IS_ROOT: lambda it: it.uri is not None and it.uri.path == "/",
    Condition.RESULT_PATH_IS_EMPTY: lambda it: it.uri is not None and not it.uri.path,
    Condition.RESULT_NAME_HAS_DOT: lambda it: it.uri is not None and "." in last_of(it.uri.path),
    Condition.RESULT_NAME_HAS_NO_DOT: lambda it: (
        it.uri is not None and bool(last_of(it.uri.path)) and "." not in last_of(it.uri.path)
    ),
    Condition.PATH_ENDS_WITH_DOUBLE_DOTS: lambda it: last_of(it.reference.path) == "..",
    Condition.PATH_ENDS_WITH_SINGLE_DOT: lambda it: last_of(it.reference.path) == ".",
    Condition.SOMETHING_PRECEDES_QUERY: lambda it: (
        it.reference.query is not None and not it.reference_text.startswith("?")
    ),
    Condition.SOMETHING_PRECEDES_FRAGMENT: lambda it: (
        it.reference.fragment is not None and not it.reference_text.startswith("#")
    ),
    Condition.REFERENCE_BEGINS_WITH_NAME: lambda it: (
        it.reference.is_relative and it.reference.path[:1] not in ("", "/", ".", ";")
    ),
    Condition.TEXT_HAS_EXTRA_SLASHES: _has_extra_slashes,
    Condition.SAME_SCHEME_WITHOUT_SLASHES: lambda it: (
        it.reference.is_opaque
        and _scheme_of(it.reference) == _scheme_of(it.base)
        and _scheme_of(it.base) in SPECIAL
    ),
    Condition.USERINFO_HAS_AT_SIGN: lambda it: "@" in (part_of(it.reference, "userinfo") or ""),
    Condition.REFERENCE_LACKS_SLASHES: lambda it: (
        it.reference.scheme is not None and it.reference.authority is None
    ),
    Condition.SCHEME_IS_LETTER: lambda it: len(it.reference.scheme or "") == 1,
    Condition.BASE_NAME_HAS_NO_DOT: lambda it: (
        bool(last_of(it.base.path)) and "." not in last_of(it.base.path)
    ),
    Condition.RESULT_HAS_USERINFO: lambda it: (
        it.uri is not None and part_of(it.uri, "userinfo") is not None
    ),
    Condition.REFERENCE_HAS_NO_DOTS: lambda it: _DOTS.search(it.reference.path) is None,
}


def holds(where: str, situation: Situation) -> bool:
    """Return whether a condition is true of a case."""
    condition, _, scheme = where.partition(":")
    if condition == Condition.REFERENCE_SCHEME_IS:
        return _scheme_of(situation.reference) in scheme.split(" ")
    is_scheme = _scheme_of(situation.base) == scheme
    if condition == Condition.BASE_SCHEME_IS:
        return is_scheme
    if condition == Condition.BASE_SCHEME_IS_NOT:
        return not is_scheme
    return _CONDITIONS[condition](situation)


def conditions(situations: Sequence[Situation]) -> Iterator[str]:
    """Yield all conditions that can distinguish the given cases."""
    yield from _CONDITIONS
    for scheme in sorted({_scheme_of(situation.reference) for situation in situations} - {""}):
        yield f"{Condition.REFERENCE_SCHEME_IS}:{scheme}"
    for scheme in sorted({_scheme_of(situation.base) for situation in situations} - {""}):
        yield f"{Condition.BASE_SCHEME_IS}:{scheme}"
        if scheme in COMMON:
            yield f"{Condition.BASE_SCHEME_IS_NOT}:{scheme}"
