"""What `benchmarks/real_links.py` counted of the links of documentation packages."""

import functools
import json
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla_site.folders import DATA

FILE = DATA / "real-links.json"


@attrs.frozen
class LinkExample:
    """A link of a page: what is written in it, and the page's address, which is its base.

    Attributes:
        base: The address of the page.
        reference: What is written in the link.
        package: The package that has the page.
        path: Where the package has it.
    """

    base: str
    reference: str
    package: str
    path: str


@attrs.frozen
class Numbers:
    """How many links there are of a kind, and how many of them differ.

    Attributes:
        name: What kind it is.
        links: All of them.
        valid: Those whose validity differs.
        parts: Those whose parts differ.
        target: Those whose targets differ.
        since: Those whose targets differ since RFC 1808, with the current document as its URI.
        today: Those that the two standards in force resolve to different targets.
        packages: How many packages have them, where that is counted.
        pages: How many pages have them, where that is counted.
    """

    name: str
    links: int
    valid: int
    parts: int
    target: int
    since: int
    today: int
    packages: int = 0
    pages: int = 0

    def part(self, count: int) -> float:
        """Return what part of the links a count is, from 0 to 1."""
        return count / self.links if self.links else 0.0


@attrs.frozen
class CountedCause:
    """A cause, in how many links it is one, and its smallest and commonest example."""

    key: CauseKey
    links: int
    smallest: LinkExample
    commonest: LinkExample | None


@attrs.frozen
class Pattern:
    """Links that differ by the same causes: how many, and the smallest of them."""

    causes: tuple[CauseKey, ...]
    links: int
    example: LinkExample


@attrs.frozen
class Effect:
    """What another option of a reading does: in how many links it is asked for, and changes what.

    Attributes:
        spec: The selector of the standard.
        reading: The name of the reading.
        default: The option in force.
        option: The other one.
        touched: In how many links the standard asks for the reading.
        changed: In how many of them the target is another.
        settled: In how many of these all columns then agree, and did not before.
        unsettled: In how many all columns agreed, and then do not.
        example: The smallest link with another target.
    """

    spec: str
    reading: str
    default: str
    option: str
    touched: int
    changed: int
    settled: int
    unsettled: int
    example: LinkExample | None


@attrs.frozen
class RealLinks:
    """All that was counted.

    `facets` and `facets_of_others` have who agrees with whom, of all links and of those that do not
    begin with `#`; `facts` has the other members of the file.
    """

    facts: Mapping[str, Any]
    packages: tuple[Mapping[str, Any], ...]
    facets: Mapping[str, Mapping[str, Any]]
    facets_of_others: Mapping[str, Mapping[str, Any]]
    all: Numbers
    generators: tuple[Numbers, ...]
    forms: tuple[Numbers, ...]
    schemes: tuple[Numbers, ...]
    hosts: tuple[Numbers, ...]
    causes: tuple[CountedCause, ...]
    patterns: tuple[Pattern, ...]
    effects: tuple[Effect, ...]

    @property
    def links(self) -> int:
        """How many links there are."""
        return self.all.links

    def percent(self, count: int, of: int | None = None) -> str:
        """Return a count as a part of all links, or of another number, in per cent."""
        whole = self.links if of is None else of
        value = 100 * count / whole if whole else 0.0
        if count and value < 0.01:
            return "less than 0.01 %"
        return f"{value:.1f} %" if value >= 1 or not count else f"{value:.2f} %"


@functools.cache
def read_real_links() -> RealLinks:
    """Read the numbers."""
    form: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    root = form["root"]
    example = functools.partial(_example, root)
    keys = [CauseKey.from_dict(item) for item in form["causes"]]
    generators = _numbers(form["generators"], "generator")
    return RealLinks(
        facts=form,
        packages=tuple(form["packages"]),
        facets=form["facets"],
        facets_of_others=form["facets_of_others"],
        all=_sum(generators),
        generators=generators,
        forms=_numbers(form["forms"], "form"),
        schemes=_numbers(form["schemes"], "scheme"),
        hosts=_numbers(form["hosts"], "host"),
        causes=tuple(
            CountedCause(
                key,
                item["links"],
                example(item["smallest"]),
                item["commonest"] and example(item["commonest"]),
            )
            for key, item in zip(keys, form["causes"], strict=True)
        ),
        patterns=tuple(
            Pattern(
                tuple(keys[number] for number in item["causes"]),
                item["links"],
                example(item["example"]),
            )
            for item in form["patterns"]
        ),
        effects=tuple(
            Effect(**{**item, "example": item["example"] and example(item["example"])})
            for item in form["readings"]
        ),
    )


def _example(root: str, pair: tuple[str, str]) -> LinkExample:
    base, reference = pair
    package, slash, path = base.removeprefix(root).partition("/")
    return LinkExample(base, reference, package, slash + path)


def _numbers(items: Iterable[Mapping[str, Any]], name: str) -> tuple[Numbers, ...]:
    forms = (
        {("name" if key == name else key): value for key, value in item.items()} for item in items
    )
    return tuple(Numbers(**form) for form in forms)


def _sum(items: Iterable[Numbers]) -> Numbers:
    total = Numbers("all", 0, 0, 0, 0, 0, 0)
    for item in items:
        added = {
            field.name: getattr(total, field.name) + getattr(item, field.name)
            for field in attrs.fields(Numbers)
            if field.name not in ("name", "packages")
        }
        total = attrs.evolve(total, **added)
    return total
