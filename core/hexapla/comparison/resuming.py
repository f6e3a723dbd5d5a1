"""Find the components with which one standard can resume after a phase of another standard.

Except in `aligned`, the parameters have these meanings: `other` is the standard under which the
input was processed up to a phase, and `spec` is the standard that resumes after it. `parts`
contains the string that resulted from the phase, followed by its components under `spec`. `state`
contains the components of the same string under `other`.
"""

import functools
from collections.abc import Iterable, Mapping

from hexapla.standard.driver import Parts
from hexapla.standard.phases import State
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.span import common_beginning


def taken_over(
    parts: Parts, spec: Spec, behind: Phase, state: State | None, other: Spec, base: str
) -> Parts:
    """Return the components for resuming under `spec` after the phase `behind` under `other`."""
    if state is None or not (has_components(spec) and has_components(other)):
        return parts
    if behind is Phase.SPLIT:
        return _unchanged(parts, spec, state, other)
    parts = _with_authority(parts, spec, state, other)
    if behind is Phase.COMBINE:
        return _with_base_path(parts, spec, state, other, base)
    return parts


def _with_authority(parts: Parts, spec: Spec, state: State, other: Spec) -> Parts:
    """Return the components of a string, with the authority shortened to that of the other spec.

    A path that was merged with a base isn't part of the preceding authority, even if no slash
    separates the two.
    """
    own = by_name(spec, parts[1:])
    held = by_name(other, state)
    scheme = held["scheme"]
    authority = held.get("authority")
    if own["scheme"] != scheme or not own.get("authority") or not _is_glued(held):
        return parts
    beginning = "" if scheme is None else f"{scheme}:"
    if authority:
        beginning += f"//{authority}"
    behind = _behind_path(str(parts[0])[len(beginning) :], spec)
    behind["scheme"] = scheme
    behind["authority"] = authority or without_components(spec)["authority"]
    return (parts[0], *behind.values())


def _with_base_path(parts: Parts, spec: Spec, state: State, other: Spec, base: str) -> Parts:
    """Return the components of a string; the path keeps what the other spec kept of the base.

    For example, after RFC 2396 has merged paths, everything that it kept of the base's path stays
    in the path component, even if RFC 1808 would split off params there.
    """
    place = spec.standard.shared_names.index("path") + 1
    following = next(iter(spec.components[place:]), None)
    if following is None or following.shared in other.standard.shared_names:
        return parts
    text = str(parts[0])
    own = by_name(spec, parts[1:])
    path = own["path"]
    more = own[following.shared]
    begins = text.find(f"{path}{following.prefix}{more}")
    merged = text.rfind("/", 0, common_beginning(base, text)) + 1
    if not more or begins + len(str(path)) >= merged:
        return parts
    behind = _behind_path(text[merged:], spec)
    own["path"] = f"{text[begins:merged]}{behind['path']}"
    own[following.shared] = behind[following.shared]
    return (text, *own.values())


def _behind_path(text: str, spec: Spec) -> dict[str, str | None]:
    """Return the components of a string that continues a path, keyed by shared name."""
    behind = by_name(spec, spec.standard.split(f"/a{text}")[1:])
    behind["path"] = str(behind["path"])[2:]
    return behind


def _unchanged(parts: Parts, spec: Spec, state: State, other: Spec) -> Parts:
    """Return the spec's components of a string, or the other spec's if the spec loses a delimiter.

    For example, RFC 1808 drops the delimiter of empty params, which RFC 2396 treats as a character
    of the path.
    """
    text = parts[0]
    text_of = spec.standard.text_of
    if text_of(parts[1:]) == text:
        return parts
    taken = aligned((text, *state), other, spec)
    if taken is None or text_of(taken[1:]) != text:
        return parts
    own = by_name(spec, parts[1:])
    theirs = by_name(spec, taken[1:])
    has_same_scheme = own["scheme"] == theirs["scheme"]
    has_same_authority = own.get("authority") == theirs.get("authority")
    if has_same_scheme and has_same_authority:
        return taken
    return parts


def _is_glued(held: Mapping[str, str | None]) -> bool:
    """Return whether the path, once recombined, would be parsed as all or part of an authority."""
    path = held["path"] or ""
    if held.get("authority") and path:
        return not path.startswith("/")
    return path.startswith("//")


def by_name(spec: Spec, state: Iterable[str | None]) -> dict[str, str | None]:
    """Return a standard's components, keyed by shared name."""
    return dict(zip(spec.standard.shared_names, state, strict=True))


def without_components(spec: Spec) -> dict[str, str | None]:
    """Return the components of the empty string under a standard, keyed by shared name."""
    return by_name(spec, spec.standard.split("")[1:])


def has_components(spec: Spec) -> bool:
    """Return whether a standard has a scheme and a path, and its shared names are distinct."""
    return _are_distinct(spec.standard.shared_names)


@functools.lru_cache(maxsize=128)
def _are_distinct(names: tuple[str, ...]) -> bool:
    return {"scheme", "path"} <= set(names) and len(set(names)) == len(names)


def aligned(parts: Parts, spec: Spec, other: Spec) -> Parts | None:
    """Convert a string's components under `spec` to those under `other`, by their shared names.

    Return None if the other standard lacks one of the non-empty components, or would change the
    string before parsing it.
    """
    if other.standard.clean_text(str(parts[0])) != parts[0]:
        return None  # the other standard would change the string before parsing it
    values = without_components(other)
    of_nothing = spec.standard.split("")[1:]
    for name, part, nothing in zip(spec.standard.shared_names, parts[1:], of_nothing, strict=True):
        if part and name not in values:
            return None
        if name in values and part is not None and part != nothing:
            # "" is kept if the standard distinguishes it from an absent component.
            values[name] = part
    return (parts[0], *(values[name] for name in other.standard.shared_names))
