"""Variations in removing dot segments and in reading params, segment by segment."""

import re
from collections.abc import Callable, Iterator, Mapping

from hexapla.divergence.model import Variation
from hexapla.divergence.outcomes import Outcomes, after, relative
from hexapla.divergence.situation import Situation, Uri, hidden, pairs_removed, shown
from hexapla.standard.dots import (
    remove_final_dot,
    remove_leading_parents,
    remove_single_dots,
)

_SEMICOLON = "zqsemiqz"
_EARLY_SEMICOLON = re.compile(r";(?=[^/]*/)")
_PARAMS = re.compile(r";[^/]*\Z")
_DOTS_BEFORE_PARAMS = re.compile(r"(?:(?<=/)|\A)\.\.?(?=;)")
_DOUBLE_DOTS_BEFORE_PARAMS = re.compile(r"(?:(?<=/)|\A)\.\.(?=;)")

Climb = Callable[[list[str]], bool]
"""Takes the segments kept so far, and changes them for a ".."; returns whether it changed them."""


def walked(path: str, climb: Climb, *, keeps_excess: bool) -> str:
    """Return a path without dot segments, after a function has acted for each "..".

    Args:
        path: The path.
        climb: The function.
        keeps_excess: Whether a ".." stays for which the function changes nothing.
    """
    root = "/" if path.startswith("/") else ""
    segments = path.removeprefix("/").split("/")
    kept: list[str] = []
    for segment in segments:
        if segment == "..":
            is_done = climb(kept)
            if not is_done and keeps_excess:
                kept.append("..")
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", "..") and kept[-1:] != [".."]:
        kept.append("")
    return root + "/".join(kept)


def _remove_with_empty_segments(kept: list[str]) -> bool:
    """Remove the last segment that isn't empty, and the empty segments after it."""
    length = len(kept)
    while kept and not kept[-1]:
        del kept[-1]
    if kept and kept[-1] != "..":
        del kept[-1]
    return len(kept) < length


def _keep_after_empty_segment(kept: list[str]) -> bool:
    """Remove the last segment unless it is empty; if it is, or if a ".." stayed, keep the ".."."""
    if not kept:
        return False
    if kept[-1] in ("", ".."):
        kept.append("..")
    else:
        del kept[-1]
    return True


def _remove_any(kept: list[str]) -> bool:
    """Remove the last segment, even if it is a ".." that stayed."""
    if not kept:
        return False
    del kept[-1]
    return True


def _keeps_excess(path: str, due: str) -> bool | None:
    """Return whether a standard keeps ".." segments that lead above the root.

    None if the standard's result isn't known to come about segment by segment.

    Args:
        path: The path with its dot segments.
        due: The path in the standard's result.
    """
    for keeps_excess in (True, False):
        if walked(path, _remove_last, keeps_excess=keeps_excess) == due:
            return keeps_excess
    return None


def _walking(climb: Climb, *, always_keeps_excess: bool = False) -> Outcomes:
    """Return the outcomes of acting differently for each "..".

    Args:
        climb: Acts for a "..".
        always_keeps_excess: Whether ".." segments that lead above the root stay even if the
            standard removes them; otherwise, they stay if the standard keeps them.
    """

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.with_dots
        if uri is None or situation.uri is None or uri.text == situation.due:
            return
        keeps_excess = _keeps_excess(uri.path, situation.uri.path)
        if keeps_excess is None or ".." not in uri.path.split("/"):
            return
        path = walked(uri.path, climb, keeps_excess=keeps_excess or always_keeps_excess)
        is_only_excess = path == walked(uri.path, _remove_last, keeps_excess=True)
        if keeps_excess or not always_keeps_excess or not is_only_excess:
            yield uri._replace(path=path).text

    return outcomes


def _double_before_single(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if each ".." can remove a "." before it."""
    uri = situation.with_dots
    if uri is None or situation.uri is None or uri.text == situation.due:
        return
    if not {".", ".."}.issubset(uri.path.split("/")):
        return
    keeps_excess = _keeps_excess(uri.path, situation.uri.path)
    if keeps_excess is None:
        return
    name = "zqdotqz"
    path = "/".join(name if segment == "." else segment for segment in uri.path.split("/"))
    path = walked(path, _remove_last, keeps_excess=keeps_excess)
    path = "/".join("." if segment == name else segment for segment in path.split("/"))
    yield uri._replace(path=remove_final_dot(remove_single_dots(path))).text


def _remove_last(kept: list[str]) -> bool:
    """Remove the last segment unless it is a ".."."""
    if not kept or kept[-1] == "..":
        return False
    del kept[-1]
    return True


def _is_merged(reference: Uri) -> bool:
    return reference.is_relative and reference.path[:1] not in ("", "/")


def _dots_of_base_removed_first(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    if not _is_merged(reference):
        return base, reference
    path = pairs_removed(base.path)
    if base.authority is None and path.startswith("//"):
        return base, reference
    return base._replace(path=path), reference


def _dots_of_reference_removed_first(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if the reference's path has no dot segments before merging.

    Nothing is yielded if that makes no difference, because the reference doesn't begin with "..".
    """
    base, reference = situation.base, situation.reference
    leading = pairs_removed(reference.path)
    path = remove_leading_parents(leading)
    if _is_merged(reference) and path != leading:
        yield from situation.texts(base, reference._replace(path=path or "./"))


def _params_hidden(pattern: re.Pattern[str]) -> Outcomes:
    """Return the outcomes of reading the semicolons that a pattern finds as ordinary characters."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.with_paths(lambda path: pattern.sub(_SEMICOLON, path))
        if uri is not None:
            yield uri.text.replace(_SEMICOLON, ";")

    return outcomes


def _params_from_first_semicolon(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if the params begin at the first semicolon of a path."""
    base, reference = situation.base, situation.reference
    if not _is_merged(reference) or reference.path.startswith(";"):
        return
    if not _EARLY_SEMICOLON.search(f"{base.path} {reference.path}"):
        return
    path, mark, params = reference.path.partition(";")
    changed = base._replace(path=base.path.partition(";")[0]), reference._replace(path=path)
    if changed == (base, reference):
        return
    uri = situation.resolved(*changed)
    if uri is not None:
        yield uri._replace(path=f"{uri.path}{mark}{params}").text


def _inner_excess_dropped(situation: Situation) -> Iterator[str]:
    """Yield the URI without ".." segments that lead above the root, except at the end."""
    uri = situation.uri
    path = "" if uri is None else uri.path
    while path.startswith("/../"):
        path = path[len("/..") :]
    if uri is not None and path != uri.path:
        yield uri._replace(path=path).text


def _reference_params_dropped(situation: Situation) -> Iterator[str]:
    """Yield the URIs of the reference without the params of its last segment, or of its path."""
    path = situation.reference.path
    for changed in dict.fromkeys((_PARAMS.sub("", path), path.partition(";")[0])):
        if changed != path:
            reference = situation.reference._replace(path=changed)
            yield from situation.texts(situation.base, reference)


def _empty_params_kept(uri: Uri, situation: Situation) -> Uri | None:
    is_open = situation.reference.path.endswith(";") and not uri.path.endswith(";")
    if is_open:
        return uri._replace(path=f"{uri.path};")
    return None


def _kept_in_reference(pattern: re.Pattern[str]) -> Outcomes:
    """Return the outcomes of keeping the dot segments of the reference that a pattern finds."""

    def outcomes(situation: Situation) -> Iterator[str]:
        path = situation.reference.path
        changed = pattern.sub(lambda match: hidden(match[0]), path)
        if changed != path:
            uri = situation.resolved(situation.base, situation.reference._replace(path=changed))
            if uri is not None:
                yield shown(uri).text

    return outcomes


DOT_VARIATIONS: Mapping[Variation, Outcomes] = {
    Variation.KEEP_EMPTY_PARAMS: after(_empty_params_kept),
    Variation.DROP_REFERENCE_PARAMS: _reference_params_dropped,
    Variation.DROP_INNER_EXCESS_DOTS: _inner_excess_dropped,
    Variation.READ_PARAMS_AS_PATH: _params_hidden(re.compile(";")),
    Variation.READ_PARAMS_OF_LAST_SEGMENT: _params_hidden(_EARLY_SEMICOLON),
    Variation.READ_PARAMS_FROM_FIRST_SEMICOLON: _params_from_first_semicolon,
    Variation.KEEP_DOUBLE_DOTS_BEFORE_PARAMS: _kept_in_reference(_DOUBLE_DOTS_BEFORE_PARAMS),
    Variation.KEEP_DOTS_BEFORE_PARAMS: _kept_in_reference(_DOTS_BEFORE_PARAMS),
    Variation.REMOVE_DOTS_OF_BASE_FIRST: relative(_dots_of_base_removed_first),
    Variation.REMOVE_DOTS_OF_REFERENCE_FIRST: _dots_of_reference_removed_first,
    Variation.REMOVE_DOUBLE_BEFORE_SINGLE: _double_before_single,
    Variation.REMOVE_EMPTY_SEGMENTS_WITH_DOUBLE: _walking(_remove_with_empty_segments),
    Variation.KEEP_DOUBLE_AFTER_EMPTY_SEGMENT: _walking(_keep_after_empty_segment),
    Variation.CANCEL_DOUBLE_DOTS: _walking(_remove_any, always_keeps_excess=True),
}
"""The outcomes of each variation in removing dot segments and in reading params."""
