"""Count the recorded links that consecutive standards resolve differently, by kind of reason."""

from collections import Counter
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import attrs

from hexapla.comparison.cause_key import TARGET
from hexapla.standard.registry import spec
from hexapla.standard.spec import Spec
from hexapla_site.data.real_links import RealLinks
from hexapla_site.folders import read_data

_TOLD: Mapping[str, Any] = read_data("story.toml")


@attrs.frozen
class DifferenceKind:
    """A kind of reason why two standards resolve a link to different targets."""

    name: str
    title: str
    causes: tuple[str, ...] = attrs.field(converter=tuple)

    def has(self, cause_id: str) -> bool:
        """Return whether a pattern in `causes` matches the id of a cause."""
        return any(fnmatchcase(cause_id, pattern) for pattern in self.causes)


SAME_PAGE = "same-page"
KINDS = tuple(DifferenceKind(**kind) for kind in _TOLD["kind"])
NEIGHBOURS = (
    ("rfc1630", "rfc1808"),
    ("rfc1808", "rfc2396"),
    ("rfc2396", "rfc3986"),
    ("rfc3986", "whatwg"),
)
"""The pairs of consecutive standards that have a rule for relative links."""


class CountedKind(NamedTuple):
    """The number of links that differ because of one kind of reason."""

    kind: DifferenceKind
    links: int


@attrs.frozen
class NeighbourCount:
    """The number of recorded links that two standards resolve to different targets, by kind."""

    earlier: Spec
    later: Spec
    links: int
    differing: int
    by_kind: tuple[CountedKind, ...]

    @property
    def same_page(self) -> int:
        """The number of differing links that lead to a place in their own page."""
        return sum(count.links for count in self.by_kind if count.kind.name == SAME_PAGE)

    @property
    def others(self) -> tuple[CountedKind, ...]:
        """The other differing links, counted by kind; kinds without such links are left out."""
        others = (count for count in self.by_kind if count.kind.name != SAME_PAGE)
        return tuple(count for count in others if count.links)


def neighbour_counts(counted: RealLinks) -> tuple[NeighbourCount, ...]:
    """Count the recorded links that consecutive standards resolve differently, for each pair."""
    every = counted.facts["facets"][TARGET]["pairs"]
    pairs = {(item["left"], item["right"]): item for item in every}
    counts = []
    for earlier, later in NEIGHBOURS:
        pair = pairs[earlier, later]
        links = pair["agree"] + pair["differ"]
        by_kind = _by_kind(counted, earlier, later)
        counts.append(NeighbourCount(spec(earlier), spec(later), links, pair["differ"], by_kind))
    return tuple(counts)


def _by_kind(counted: RealLinks, earlier: str, later: str) -> tuple[CountedKind, ...]:
    """Return the number of links of each kind.

    If `counted` contains the links of this pair by kind, these counts are used. Otherwise, the
    links of each cause are counted under the cause's kind.
    """
    links: Counter[str] = Counter()
    for item in counted.facts.get("today", ()):
        if (item["left"], item["right"]) == (earlier, later):
            links[item["kind"]] += item["links"]
    if not links:
        for cause in counted.causes:
            key = cause.key
            if (key.facet, key.left, key.right) == (TARGET, earlier, later):
                links[kind_of_cause(key.name).name] += cause.links
    return tuple(CountedKind(kind, links[kind.name]) for kind in KINDS)


def kind_of_cause(cause_id: str) -> DifferenceKind:
    """Return the kind of a cause: the first kind with a pattern that matches the cause's id."""
    return next(kind for kind in KINDS if kind.has(cause_id))
