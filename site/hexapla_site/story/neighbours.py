"""In how many recorded links each standard differs from the one before it, and why."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import attrs

from hexapla.comparison.cause_key import TARGET
from hexapla.standard.registry import spec
from hexapla.standard.spec import Spec
from hexapla_site.data.real_links import CountedCause, RealLinks
from hexapla_site.folders import read_data

_TOLD: Mapping[str, Any] = read_data("story.toml")


@attrs.frozen
class DifferenceKind:
    """Why two standards resolve a link to different targets."""

    name: str
    title: str
    causes: tuple[str, ...] = attrs.field(converter=tuple)

    def has(self, cause_id: str) -> bool:
        """Return whether a cause is of this kind."""
        return any(fnmatchcase(cause_id, pattern) for pattern in self.causes)


SAME_PAGE = "same-page"
KINDS = tuple(DifferenceKind(**kind) for kind in _TOLD["kind"])
NEIGHBOURS = (
    ("rfc1630", "rfc1808"),
    ("rfc1808", "rfc2396"),
    ("rfc2396", "rfc3986"),
    ("rfc3986", "whatwg"),
)
"""Each standard with a rule for relative links, and the next one."""


@attrs.frozen
class NeighbourCount:
    """How many recorded links two standards resolve to different targets, by kind."""

    earlier: Spec
    later: Spec
    links: int
    differing: int
    by_kind: tuple[tuple[DifferenceKind, int], ...]

    @property
    def same_page(self) -> int:
        """How many of them lead into the page that they are on."""
        return sum(links for kind, links in self.by_kind if kind.name == SAME_PAGE)

    @property
    def others(self) -> tuple[tuple[DifferenceKind, int], ...]:
        """The kinds of all other links, and how many there are of each."""
        return tuple(
            (kind, links) for kind, links in self.by_kind if kind.name != SAME_PAGE and links
        )


def neighbour_counts(counted: RealLinks) -> tuple[NeighbourCount, ...]:
    """Return in how many recorded links each standard differs from the one before it."""
    pairs = {
        (item["left"], item["right"]): item for item in counted.facts["facets"][TARGET]["pairs"]
    }
    counts = []
    for earlier, later in NEIGHBOURS:
        pair = pairs[earlier, later]
        causes = [cause for cause in counted.causes if _is_about(cause, earlier, later)]
        by_kind = tuple((kind, _links_of(kind, causes)) for kind in KINDS)
        links = pair["agree"] + pair["differ"]
        counts.append(NeighbourCount(spec(earlier), spec(later), links, pair["differ"], by_kind))
    return tuple(counts)


def _is_about(cause: CountedCause, earlier: str, later: str) -> bool:
    key = cause.key
    return (key.facet, key.left, key.right) == (TARGET, earlier, later)


def kind_of_cause(cause_id: str) -> DifferenceKind:
    """Return the kind of a cause: the first that has it."""
    return next(kind for kind in KINDS if kind.has(cause_id))


def _links_of(kind: DifferenceKind, causes: Sequence[CountedCause]) -> int:
    return sum(cause.links for cause in causes if kind_of_cause(cause.key.name) == kind)
