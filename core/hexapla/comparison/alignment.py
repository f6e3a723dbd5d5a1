"""What a column takes over from another: components, by the names that standards share."""

import functools
from collections.abc import Mapping

from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import State, Target
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.text.changes import common_beginning
from hexapla.values.frozen import FrozenMapping


def taken_over(
    parts: Parts, spec: Spec, behind: Phase, state: State | None, other: Spec, base: str
) -> Parts:
    """Return the components with which a column goes on from what another has behind a phase.

    Args:
        parts: What the other column has, as the column takes it apart.
        spec: The standard that goes on.
        behind: The phase.
        state: The components that the other column has; None where it has none.
        other: The other column.
        base: The base.
    """
    if state is None or behind is Phase.CLASSIFY:
        return parts
    if behind is Phase.SPLIT:
        return _unchanged(parts, spec, state, other)
    parts = with_authority(parts, spec, state, other)
    if behind is Phase.COMBINE:
        return _with_base_path(parts, spec, state, other, base)
    return parts


def rejoined(spec: Spec, parts: Parts) -> Target:
    """Return the text that a standard makes of components; it may drop separators."""
    return spec.text_of(spec.state_of(parts))


def with_authority(parts: Parts, spec: Spec, state: State, other: Spec) -> Parts:
    """Return components of a text, with no more in the authority than another column has in it.

    A path behind an authority is no part of it, even with no slash between, once both are merged.

    Args:
        parts: The text as `spec` takes it apart, which may have more in the authority.
        spec: The standard whose components they are.
        state: The components of the text as the other column has them.
        other: The other column.
    """
    if not (has_components(other) and has_components(spec) and has_authority(spec)):
        return parts
    held = dict(zip(shared_names(other), state, strict=True))
    own = dict(zip(shared_names(spec), parts[1:], strict=True))
    if own["scheme"] != held["scheme"] or not own["authority"] or not _is_glued(held):
        return parts
    scheme, authority = held["scheme"], held.get("authority")
    start = 0 if scheme is None else len(scheme) + 1
    start += 2 + len(authority) if authority else 0
    # Behind "/a" no scheme and no authority can be there.
    rest = str(parts[0])[start:]
    behind = dict(zip(own, spec.split(f"/a{rest}")[1:], strict=True))
    kept = authority or _nothing(spec)["authority"]
    path = str(behind["path"])[2:]
    return (parts[0], *(behind | {"scheme": scheme, "authority": kept, "path": path}).values())


def _with_base_path(parts: Parts, spec: Spec, state: State, other: Spec, base: str) -> Parts:
    """Return components of a text, with all as path that is the path of the base to another column.

    What RFC 2396 takes over of the base's path is a path, where RFC 1808 would have params.

    Args:
        parts: The text as `spec` takes it apart.
        spec: The standard whose components they are.
        state: The components of the text as the other column has them.
        other: The other column.
        base: The base.
    """
    further = _behind_path(spec)
    if further is None or further.shared in shared_names(other) or not has_components(other):
        return parts
    names, name = shared_names(spec), further.shared
    own = dict(zip(names, parts[1:], strict=True))
    held = dict(zip(shared_names(other), state, strict=True))
    joined, text = f"{own['path']}{further.prefix}{own[name]}", str(parts[0])
    merged = text.rfind("/", 0, common_beginning(base, text)) + 1
    begins = text.find(joined)
    if not own[name] or begins + len(str(own["path"])) >= merged:
        return parts
    if not str(held["path"]).endswith(joined):
        return parts
    # Behind "/a" there are no scheme and no authority.
    behind = dict(zip(names, spec.split(f"/a{text[merged:]}")[1:], strict=True))
    path = text[begins:merged] + str(behind["path"])[2:]
    return (parts[0], *(own | {"path": path, name: behind[name]}).values())


def _unchanged(parts: Parts, spec: Spec, state: State, other: Spec) -> Parts:
    """Return components of a text, of which nothing is dropped if the other column's drop nothing.

    RFC 1808 drops the mark of empty params; to RFC 2396, it is a character of the path.

    Args:
        parts: The text as `spec` takes it apart.
        spec: The standard whose components they are.
        state: The components of the text as the other column has them.
        other: The other column.
    """
    text = parts[0]
    if rejoined(spec, parts) == text:
        return parts
    if not (has_components(other) and has_components(spec)):
        return parts
    taken = aligned((text, *state), other, spec)
    if taken is None or rejoined(spec, taken) != text:
        return parts
    names = dict(zip(shared_names(spec), zip(parts[1:], taken[1:], strict=True), strict=True))
    alike = (names[name] for name in ("scheme", "authority") if name in names)
    return taken if all(own == theirs for own, theirs in alike) else parts


def _is_glued(held: Mapping[str, str | None]) -> bool:
    """Return whether a path, in the text, would be read as authority, or as a part of it."""
    path = held["path"] or ""
    return not path.startswith("/") if held.get("authority") and path else path.startswith("//")


def merges_with_authority(state: State | None, spec: Spec) -> bool:
    """Return whether components have a path behind an authority, with no slash between."""
    if state is None or not (has_components(spec) and has_authority(spec)):
        return False
    held = dict(zip(shared_names(spec), state, strict=True))
    return bool(held["authority"]) and _is_glued(held)


@functools.lru_cache(maxsize=128)
def shared_names(spec: Spec) -> tuple[str, ...]:
    """Return the shared names of a standard's components, in its own order."""
    return tuple(component.shared for component in spec.components)


def has_authority(spec: Spec) -> bool:
    """Return whether a standard has a component for the authority."""
    return "authority" in shared_names(spec)


@functools.lru_cache(maxsize=128)
def has_components(spec: Spec) -> bool:
    """Return whether a standard passes its components on as they are, and each name once."""
    names = shared_names(spec)
    own = type(spec).state_of is not Spec.state_of
    return not own and {"scheme", "path"} <= set(names) and len(set(names)) == len(names)


@functools.lru_cache(maxsize=128)
def _behind_path(spec: Spec) -> Component | None:
    """Return the component that follows the path, such as params; None where there is none."""
    if not has_components(spec):
        return None
    place = shared_names(spec).index("path") + 1
    return spec.components[place] if place < len(spec.components) else None


@functools.lru_cache(maxsize=128)
def _nothing(spec: Spec) -> Mapping[str, str | None]:
    """Return the components of the empty text, by their shared names."""
    return FrozenMapping(zip(shared_names(spec), spec.split("")[1:], strict=True))


def aligned(parts: Parts, spec: Spec, other: Spec) -> Parts | None:
    """Return what one standard takes apart as the components of another, by their shared names.

    Args:
        parts: A text as `spec` takes it apart.
        spec: The standard that took it apart.
        other: The standard whose components are asked for.

    Returns:
        The parts; None where the other has no component for one of them.
    """
    shared = shared_names(other)
    values = dict(zip(shared, other.split("")[1:], strict=True))
    of_nothing = spec.split("")[1:]
    for component, part, nothing in zip(spec.components, parts[1:], of_nothing, strict=True):
        if component.shared not in values:
            if part:
                return None
        elif part is not None and part != nothing:
            # "" counts where the standard tells it from what is not there.
            values[component.shared] = part
    return (parts[0], *(values[name] for name in shared))
