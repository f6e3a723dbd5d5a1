"""Other ways to remove dot segments from the path of a URL than a standard's."""

import re
from collections.abc import Callable, Mapping

import attrs

from hexapla.divergence.model import Variation
from hexapla.divergence.parts import last_of
from hexapla.divergence.path_variations import (
    double_dots_removed,
    inner_dots_removed,
    pairs_removed_once,
    single_dots_removed,
    without_dots,
)
from hexapla.divergence.situation import pairs_removed


@attrs.frozen
class DotChange:
    """Another way to remove dot segments.

    Attributes:
        change: Takes a path with its dot segments; returns the path that results.
        segments: The dot segments that it treats differently. One of them must be in the path.
        is_of_end: Whether one of them must end the path.
        reads_escapes: Whether percent-encoded dot segments are treated in the same way.
    """

    change: Callable[[str], str]
    segments: tuple[str, ...] = (".", "..")
    is_of_end: bool = False
    reads_escapes: bool = True

    def concerns(self, path: str) -> bool:
        """Return whether a path has one of the dot segments."""
        if self.is_of_end:
            return last_of(path) in self.segments
        return not {*self.segments}.isdisjoint(path.split("/"))


def _final_slash_dropped(path: str) -> str:
    return without_dots(path).removesuffix("/") or "/"


def _empty_segments_dropped(path: str) -> str:
    return without_dots(re.sub("//+", "/", path))


DOT_CHANGES: Mapping[Variation, DotChange] = {
    Variation.KEEP_DOTS: DotChange(lambda path: path, reads_escapes=False),
    Variation.KEEP_DOUBLE_DOTS: DotChange(single_dots_removed, ("..",), reads_escapes=False),
    Variation.KEEP_SINGLE_DOTS: DotChange(double_dots_removed, (".",), reads_escapes=False),
    Variation.KEEP_EXCESS_DOTS: DotChange(pairs_removed, ("..",)),
    Variation.KEEP_FINAL_SINGLE_DOT: DotChange(
        inner_dots_removed, (".",), is_of_end=True, reads_escapes=False
    ),
    Variation.KEEP_FINAL_DOUBLE_DOTS: DotChange(
        inner_dots_removed, ("..",), is_of_end=True, reads_escapes=False
    ),
    Variation.DROP_FINAL_SLASH_OF_SINGLE_DOT: DotChange(
        _final_slash_dropped, (".",), is_of_end=True
    ),
    Variation.DROP_FINAL_SLASH_OF_DOUBLE_DOTS: DotChange(
        _final_slash_dropped, ("..",), is_of_end=True
    ),
    Variation.KEEP_FINAL_DOTS: DotChange(inner_dots_removed, is_of_end=True, reads_escapes=False),
    Variation.DROP_FINAL_SLASH_OF_DOTS: DotChange(_final_slash_dropped, is_of_end=True),
    Variation.REMOVE_PAIRS_ONCE: DotChange(pairs_removed_once, ("..",)),
    Variation.DROP_EMPTY_SEGMENTS_FIRST: DotChange(_empty_segments_dropped),
}
"""The changes, by variation."""
