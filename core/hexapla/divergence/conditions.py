"""Conditions on the base and the reference under which a program behaves in some way."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from hexapla.divergence.model import Condition
from hexapla.divergence.situation import Situation, Uri
from hexapla.divergence.transforms import DEFAULT_PORTS
from hexapla.text.escapes import ascii_lower

_SPECIAL = frozenset({*DEFAULT_PORTS, "file"})


def _is_relative(reference: Uri) -> bool:
    return reference.scheme is None and reference.authority is None


def _has_other_scheme(base: Uri) -> bool:
    return base.scheme is not None and ascii_lower(base.scheme) not in _SPECIAL


_CONDITIONS: Mapping[str, Callable[[Situation], bool]] = {
    Condition.REFERENCE_HAS_SCHEME: lambda it: it.reference.scheme is not None,
    Condition.REFERENCE_HAS_AUTHORITY: lambda it: (
        it.reference.authority is not None and it.reference.scheme is None
    ),
    Condition.REFERENCE_IS_RELATIVE: lambda it: _is_relative(it.reference),
    Condition.REFERENCE_IS_ABSOLUTE_PATH: lambda it: (
        _is_relative(it.reference) and it.reference.path.startswith("/")
    ),
    Condition.REFERENCE_IS_RELATIVE_PATH: lambda it: (
        _is_relative(it.reference) and it.reference.path[:1] not in ("", "/")
    ),
    Condition.REFERENCE_HAS_NO_PATH: lambda it: (
        _is_relative(it.reference) and not it.reference.path
    ),
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
}


def holds(where: str, situation: Situation) -> bool:
    """Return whether a condition is true of a case; "" always is."""
    if not where:
        return True
    condition, _, scheme = where.partition(":")
    is_scheme = ascii_lower(situation.base.scheme or "") == scheme
    if condition == Condition.BASE_SCHEME_IS:
        return is_scheme
    if condition == Condition.BASE_SCHEME_IS_NOT:
        return not is_scheme
    return _CONDITIONS[condition](situation)


def conditions(situations: Sequence[Situation]) -> Iterator[str]:
    """Yield all conditions that can distinguish cases, beginning with no condition."""
    yield ""
    yield from _CONDITIONS
    schemes = {ascii_lower(situation.base.scheme or "") for situation in situations}
    for scheme in sorted(schemes - {""}):
        yield f"{Condition.BASE_SCHEME_IS}:{scheme}"
        yield f"{Condition.BASE_SCHEME_IS_NOT}:{scheme}"
