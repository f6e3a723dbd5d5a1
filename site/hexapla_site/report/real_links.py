"""What real links say of the standards: the counts of the study beside the site's own causes."""

from collections.abc import Iterable, Mapping

import attrs

from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.comparison.columns import compare
from hexapla.standard.spec import Spec
from hexapla_site.data.real_links import CountedCause, Effect, LinkExample, RealLinks
from hexapla_site.report.causes import CauseWithCases

_SHOWN_CAUSES = 20


@attrs.frozen
class PairOfColumns:
    """Two standards, and how many links they resolve to different targets, of those both define."""

    left: Spec
    right: Spec
    differ: int
    both: int
    differ_of_others: int
    both_of_others: int

    @property
    def part(self) -> float:
        """The part of the links that they resolve to different targets."""
        return self.differ / self.both if self.both else 0.0


@attrs.frozen
class DifferingLinks:
    """Links that differ by the same causes: how many, who agrees on the smallest, and why."""

    links: int
    example: LinkExample
    groups: tuple[tuple[Spec, ...], ...]
    silent: tuple[Spec, ...]
    causes: tuple[CauseKey, ...]


def pairs_of(counted: RealLinks, columns: Iterable[Spec]) -> tuple[PairOfColumns, ...]:
    """Return every two columns with the numbers of links that they resolve differently."""
    others = {
        (item["left"], item["right"]): item for item in counted.facets_of_others["target"]["pairs"]
    }
    by_selector = {spec.selector: spec for spec in columns}
    return tuple(
        PairOfColumns(
            by_selector[item["left"]],
            by_selector[item["right"]],
            item["differ"],
            item["agree"] + item["differ"],
            beside["differ"],
            beside["agree"] + beside["differ"],
        )
        for item in counted.facets["target"]["pairs"]
        if item["left"] in by_selector and item["right"] in by_selector
        for beside in [others[item["left"], item["right"]]]
    )


def differing_links(counted: RealLinks, columns: tuple[Spec, ...]) -> tuple[DifferingLinks, ...]:
    """Return the kinds of links whose targets differ, those of most links first."""
    by_selector = {spec.selector: spec for spec in columns}

    def named(selectors: Iterable[str]) -> tuple[Spec, ...]:
        return tuple(by_selector[selector] for selector in selectors)

    kinds = []
    for pattern in counted.patterns:
        causes = tuple(key for key in pattern.causes if key.facet == TARGET)
        if causes:
            example = pattern.example
            target = compare(example.reference, base=example.base, specs=columns).target
            groups = tuple(named(group.specs) for group in target.groups)
            kinds.append(
                DifferingLinks(pattern.links, example, groups, named(target.silent), causes)
            )
    return tuple(kinds)


def commonest_causes(
    counted: RealLinks, reports: Mapping[CauseKey, CauseWithCases]
) -> tuple[tuple[CountedCause, CauseWithCases], ...]:
    """Return the causes of different targets that are those of most links, and have a page."""
    return tuple(
        (cause, reports[cause.key])
        for cause in counted.causes
        if cause.key.facet == TARGET and cause.key in reports
    )[:_SHOWN_CAUSES]


def unseen_causes(
    counted: RealLinks, reports: Mapping[CauseKey, CauseWithCases]
) -> tuple[CauseWithCases, ...]:
    """Return the site's causes of different targets that no link shows."""
    seen = {cause.key for cause in counted.causes}
    return tuple(
        report for key, report in reports.items() if key.facet == TARGET and key not in seen
    )


def effects_that_matter(counted: RealLinks) -> tuple[Effect, ...]:
    """Return the options that change a target, those that change most first."""
    changing = (effect for effect in counted.effects if effect.changed)
    return tuple(sorted(changing, key=lambda effect: (-effect.changed, effect.spec, effect.option)))
