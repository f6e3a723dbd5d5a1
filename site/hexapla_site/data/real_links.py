"""What `site/collect/real_links.py` counted of the links of documentation packages."""

import functools
from collections.abc import Mapping
from typing import Any

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla_site.folders import read_data


@attrs.frozen
class LinkExample:
    """A link of a page: what is written in it, and the page's address, which is its base.

    `package` has the page, as `path`.
    """

    base: str
    reference: str
    package: str
    path: str


@attrs.frozen
class CountedCause:
    """A cause, in how many links it is one, and its smallest and commonest example."""

    key: CauseKey
    links: int
    smallest: LinkExample
    commonest: LinkExample | None


@attrs.frozen
class CommonLink:
    """A link of pages, with how many of the counted links are written so."""

    example: LinkExample
    links: int


@attrs.frozen
class DifferenceToday:
    """A way in which the two standards in force differ in some links, and why.

    `kind` is one of `KINDS`. There are `references` distinct links; `common` has the commonest.
    """

    kind: str
    cause: CauseKey
    links: int
    references: int
    common: tuple[CommonLink, ...]


KINDS = ("structure", "spelling", "script")
"""How the results of the two standards in force can differ.

They differ in spelling if both standards call the results equivalent. A link with the scheme
`javascript` is a script. All others differ in structure: they lead to different places.
"""


@attrs.frozen(slots=False)
class RealLinks:
    """All that was counted: `facts` as the file has it, and what it says of causes and examples.

    The file counts links that differ in `valid`, `parts` and `target`; in target `since` RFC 1808,
    with the current document as its URI; and by the two standards in force `today`, which
    `links_by_kind` divides.
    """

    facts: Mapping[str, Any]

    @functools.cached_property
    def causes(self) -> tuple[CountedCause, ...]:
        """The causes of different parts and targets."""
        return tuple(
            CountedCause(
                CauseKey.from_dict(item),
                item["links"],
                self.example(item["smallest"]),
                item["commonest"] and self.example(item["commonest"]),
            )
            for item in self.facts["causes"]
        )

    @functools.cached_property
    def all(self) -> Mapping[str, int]:
        """How many of all links differ in what."""
        names = ("valid", "parts", "target", "since", "today")
        return {name: sum(item[name] for item in self.facts["generators"]) for name in names}

    @functools.cached_property
    def today(self) -> tuple[DifferenceToday, ...]:
        """How the two standards in force differ, by kind; the most frequent causes first."""
        return tuple(
            DifferenceToday(
                item["kind"],
                CauseKey.from_dict(item),
                item["links"],
                item["references"],
                tuple(self._common(example) for example in item["examples"]),
            )
            for item in self.facts["today"]
        )

    def _common(self, item: Mapping[str, Any]) -> CommonLink:
        return CommonLink(self.example((item["base"], item["reference"])), item["links"])

    @functools.cached_property
    def links_by_kind(self) -> Mapping[str, int]:
        """In how many links the two standards in force differ, by kind."""
        counts = dict.fromkeys(KINDS, 0)
        for item in self.today:
            counts[item.kind] += item.links
        return counts

    @property
    def sample(self) -> str:
        """The pages whose links were counted, in words."""
        release = self.facts["release"].partition(" (")[0]
        return f"{len(self.facts['packages'])} documentation packages of {release}"

    def example(self, pair: tuple[str, str]) -> LinkExample:
        """Return the link that is a base and a reference."""
        base, reference = pair
        package, slash, path = base.removeprefix(self.facts["root"]).partition("/")
        return LinkExample(base, reference, package, slash + path)

    def percent(self, count: int, of: int | None = None) -> str:
        """Return a count as a part of all links, or of another number, in per cent."""
        whole = self.facts["links"] if of is None else of
        value = 100 * count / whole if whole else 0.0
        if count and value < 0.01:
            return "less than 0.01 %"
        return f"{value:.1f} %" if value >= 1 or not count else f"{value:.2f} %"


@functools.cache
def read_real_links() -> RealLinks:
    """Read the numbers."""
    return RealLinks(read_data("real-links.json"))
