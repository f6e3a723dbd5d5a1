"""Conditions under which a program shows a behaviour, tested on cases of resolving."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hexapla.divergence.features import COMMON, SPECIAL
from hexapla.divergence.model import NO_SCHEME, Condition
from hexapla.divergence.parts import part_of
from hexapla.divergence.patterns import PartPattern, part_patterns
from hexapla.divergence.situation import Situation, Uri
from hexapla.divergence.traits import PART
from hexapla.divergence.transforms import Text
from hexapla.text.escapes import ascii_lower

_SLASHES = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?[/\\]{3}")


def _scheme_of(uri: Uri) -> str:
    return ascii_lower(uri.scheme or "")


def _name_of_scheme(uri: Uri | None) -> str:
    return NO_SCHEME if uri is None else _scheme_of(uri) or NO_SCHEME


def _scheme_not_in(schemes: frozenset[str]) -> Callable[[Situation], bool]:
    return lambda it: it.reference.scheme is not None and _scheme_of(it.reference) not in schemes


def _has_extra_slashes(it: Situation) -> bool:
    """Return whether more than two slashes precede the host in the base or in the reference.

    Only special schemes other than "file" count. A backslash counts as a slash.
    """
    base, reference = _scheme_of(it.base), _scheme_of(it.reference)
    texts = [(base, it.base_text), (reference or base, it.reference_text)]
    return any(
        scheme in SPECIAL and scheme != "file" and _SLASHES.match(text) is not None
        for scheme, text in texts
    )


def _has_other_scheme(base: Uri) -> bool:
    return base.scheme is not None and ascii_lower(base.scheme) not in SPECIAL


_CONDITIONS: Mapping[str, Callable[[Situation], bool]] = {
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
    Condition.BASE_SCHEME_NOT_SPECIAL: lambda it: _has_other_scheme(it.base),
    Condition.BASE_HAS_NO_SCHEME: lambda it: it.base.scheme is None,
    Condition.BASE_HAS_NO_AUTHORITY: lambda it: it.base.authority is None,
    Condition.CLIMBS_ABOVE_ROOT: lambda it: it.climbs,
    Condition.PATH_HAS_EMPTY_SEGMENT: lambda it: "//" in f"{it.base.path} {it.reference.path}",
    Condition.REFERENCE_SCHEME_NOT_COMMON: _scheme_not_in(COMMON),
    Condition.REFERENCE_SCHEME_NOT_SPECIAL: _scheme_not_in(SPECIAL),
    Condition.REFERENCE_HAS_SAME_SCHEME: lambda it: (
        it.reference.scheme is not None and _scheme_of(it.reference) == _scheme_of(it.base)
    ),
    Condition.REFERENCE_IS_OPAQUE: lambda it: it.reference.is_opaque,
    Condition.REFERENCE_IS_ONLY_HOST: lambda it: (
        bool(it.reference.authority) and not it.reference.path
    ),
    Condition.REFERENCE_HAS_NUMBER_FOR_PATH: lambda it: (
        it.reference.scheme is not None and it.reference.path.partition("/")[0].isdigit()
    ),
    Condition.BASE_IS_OPAQUE: lambda it: it.base.is_opaque,
    Condition.REFERENCE_BEGINS_WITH_NAME: lambda it: (
        it.reference.is_relative and it.reference.path[:1] not in ("", "/", ".", ";")
    ),
    Condition.TEXT_HAS_EXTRA_SLASHES: _has_extra_slashes,
    Condition.SAME_SCHEME_WITHOUT_SLASHES: lambda it: (
        it.reference.is_opaque
        and _scheme_of(it.reference) == _scheme_of(it.base)
        and _scheme_of(it.base) in SPECIAL
    ),
    Condition.REFERENCE_LACKS_SLASHES: lambda it: (
        it.reference.scheme is not None and it.reference.authority is None
    ),
}


_PATTERNS = part_patterns("resolving")
_LAST_PATTERNS = part_patterns("resolving-last")


def _patterns_of_parts() -> Mapping[tuple[str, str], Sequence[tuple[str, PartPattern]]]:
    """Return the patterns, each with its name, keyed by the owner and the name of a part."""
    patterns: dict[tuple[str, str], list[tuple[str, PartPattern]]] = {}
    for name, pattern in {**_PATTERNS, **_LAST_PATTERNS}.items():
        patterns.setdefault((pattern.owner, pattern.part), []).append((name, pattern))
    return patterns


_PATTERNS_OF_PART = _patterns_of_parts()


def _text_of(situation: Situation, owner: str, part: str) -> Text:
    """Return the text of a part of a case; None if there is none."""
    if part == "text":
        return situation.reference_text
    uri: Uri | None = getattr(situation, owner)
    return uri and part_of(uri, part)


def holds(where: str, situation: Situation) -> bool:
    """Return whether a condition is true of a case."""
    condition, _, scheme = where.partition(":")
    if condition.startswith(PART):
        return where in situation.traits
    if condition == Condition.URI_SCHEME_IS:
        return situation.uri is not None and _scheme_of(situation.uri) in scheme.split(" ")
    if condition == Condition.REFERENCE_SCHEME_IS:
        return _scheme_of(situation.reference) in scheme.split(" ")
    if condition == Condition.BASE_SCHEME_IS:
        return _scheme_of(situation.base) == scheme
    if condition == Condition.BASE_SCHEME_IS_NOT:
        return _name_of_scheme(situation.base) not in scheme.split(" ")
    if condition == Condition.REFERENCE_SCHEME_IS_NOT:
        return _name_of_scheme(situation.reference) not in scheme.split(" ")
    if condition == Condition.URI_SCHEME_IS_NOT:
        return _name_of_scheme(situation.uri) not in scheme.split(" ")
    return where in conditions_of_case(situation)


def conditions_of_case(situation: Situation) -> Mapping[str, None]:
    """Return the conditions that are true of a case, as the keys of a mapping kept in the case."""
    known = situation.conditions
    if not known:
        known.update(dict.fromkeys(_true_of(situation)))
    return known


def _true_of(situation: Situation) -> Iterator[str]:
    for (owner, part), patterns in _PATTERNS_OF_PART.items():
        text = _text_of(situation, owner, part)
        if text is not None:
            yield from (name for name, pattern in patterns if pattern.is_in(text))
    for name, is_true in _CONDITIONS.items():
        if is_true(situation):
            yield name
    base = _scheme_of(situation.base)
    yield f"{Condition.REFERENCE_SCHEME_IS}:{_scheme_of(situation.reference)}"
    yield f"{Condition.BASE_SCHEME_IS}:{base}"
    if situation.uri is not None:
        yield f"{Condition.URI_SCHEME_IS}:{_scheme_of(situation.uri)}"
    for scheme in COMMON:
        if scheme != base:
            yield f"{Condition.BASE_SCHEME_IS_NOT}:{scheme}"


def _schemes_of(uris: Iterable[Uri]) -> Sequence[str]:
    """Return the schemes of URIs in order, without those that a condition can't name.

    In a condition, spaces separate schemes, so a scheme must not contain a space. A standard that
    takes everything before the first colon as the scheme can find one that does.
    """
    schemes = {_scheme_of(uri) for uri in uris} - {""}
    return sorted(scheme for scheme in schemes if " " not in scheme)


def conditions(situations: Sequence[Situation]) -> Iterator[str]:
    """Yield all conditions that can distinguish the given cases."""
    yield from (*_PATTERNS, *_CONDITIONS)
    for scheme in _schemes_of(situation.reference for situation in situations):
        yield f"{Condition.REFERENCE_SCHEME_IS}:{scheme}"
        yield f"{Condition.URI_SCHEME_IS}:{scheme}"
    for scheme in _schemes_of(situation.base for situation in situations):
        yield f"{Condition.BASE_SCHEME_IS}:{scheme}"
        yield f"{Condition.URI_SCHEME_IS}:{scheme}"
        if scheme in COMMON:
            yield f"{Condition.BASE_SCHEME_IS_NOT}:{scheme}"
    yield from _LAST_PATTERNS
