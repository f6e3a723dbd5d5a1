"""Counts of links in documentation packages, collected by `site/collect/real_links.py`."""

import functools
from collections.abc import Mapping
from typing import Any

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla_site.folders import read_data


@attrs.frozen
class LinkExample:
    """A link on a page: the reference and the base, which is usually the page's address.

    The page is the file `path` in `package`.
    """

    base: str
    reference: str
    package: str
    path: str


@attrs.frozen
class CountedCause:
    """A cause, the number of links that show it, and two of these links as examples.

    `smallest` is the smallest link, and `commonest` is a link with the most common reference; None
    if it isn't recorded.
    """

    key: CauseKey
    links: int
    smallest: LinkExample
    commonest: LinkExample | None


@attrs.frozen
class CommonLink:
    """A link, with the number of counted links that have the same reference."""

    example: LinkExample
    links: int


@attrs.frozen
class DifferenceToday:
    """A way in which the two current standards differ on some links, with the cause.

    `kind` is one of `KINDS`. `references` is the number of distinct references, and `common` lists
    links with the most common of these references.
    """

    kind: str
    cause: CauseKey
    links: int
    references: int
    common: tuple[CommonLink, ...]


KINDS = ("structure", "spelling", "script")
"""The kinds of differences between the results of the two current standards.

Results differ in spelling if both standards call them equivalent, once the characters that aren't
allowed in a URI are percent-encoded. Links with the scheme `javascript` are counted as scripts. All
other results differ in structure: they lead to different places.
"""


@attrs.frozen(slots=False)
class RealLinks:
    """All counts; `facts` is the content of the data file, which the properties interpret.

    The file contains the numbers of links that differ in `valid`, `parts` and `target`. `since` is
    the number of links whose targets differ between RFC 1808 and the later standards; where a
    standard gives the current document instead of a URI, the document's URI counts as the target.
    `today` is the number of links on which the two current standards differ.
    """

    facts: Mapping[str, Any]

    @functools.cached_property
    def causes(self) -> tuple[CountedCause, ...]:
        """The causes of differences in parts and in targets."""
        return tuple(map(self._cause, self.facts["causes"]))

    def _cause(self, item: Mapping[str, Any]) -> CountedCause:
        smallest = self.example(item["smallest"])
        commonest = item["commonest"]
        if commonest is not None:
            commonest = self.example(commonest)
        return CountedCause(CauseKey.from_dict(item), item["links"], smallest, commonest)

    @functools.cached_property
    def all(self) -> Mapping[str, int]:
        """The number of differing links, keyed by `valid`, `parts`, `target`, `since`, `today`."""
        counts: dict[str, int] = dict.fromkeys(("valid", "parts", "target", "since", "today"), 0)
        for item in self.facts["generators"]:
            for name in counts:
                counts[name] += item[name]
        return counts

    @functools.cached_property
    def today(self) -> tuple[DifferenceToday, ...]:
        """The differences between the two current standards, sorted by kind, then by frequency."""
        return tuple(map(self._difference, self.facts["today"]))

    def _difference(self, item: Mapping[str, Any]) -> DifferenceToday:
        kind, cause = item["kind"], CauseKey.from_dict(item)
        common = tuple(map(self._common, item["examples"]))
        return DifferenceToday(kind, cause, item["links"], item["references"], common)

    def _common(self, item: Mapping[str, Any]) -> CommonLink:
        return CommonLink(self.example((item["base"], item["reference"])), item["links"])

    @functools.cached_property
    def links_by_kind(self) -> Mapping[str, int]:
        """The number of links on which the two current standards differ, keyed by kind."""
        counts = dict.fromkeys(KINDS, 0)
        for item in self.today:
            counts[item.kind] += item.links
        return counts

    @property
    def sample(self) -> str:
        """The sample of pages whose links were counted, in words."""
        release = self.facts["release"].partition(" (")[0]
        return f"{len(self.facts['packages'])} documentation packages of {release}"

    def example(self, pair: tuple[str, str]) -> LinkExample:
        """Return the link for a base and a reference."""
        base, reference = pair
        package, slash, path = base.removeprefix(self.facts["root"]).partition("/")
        return LinkExample(base, reference, package, slash + path)

    def percent(self, count: int, of: int | None = None) -> str:
        """Format a count as a percentage of the number `of`; by default, of all links."""
        whole = self.facts["links"] if of is None else of
        if not count or not whole:
            return "0.0 %"
        value = 100 * count / whole
        if value < 0.01:
            return "less than 0.01 %"
        return f"{value:.1f} %" if value >= 1 else f"{value:.2f} %"


@functools.cache
def read_real_links() -> RealLinks:
    """Read the counts."""
    return RealLinks(read_data("real-links.json"))
