"""How often columns agree: with each other, and over time.

A column that has no rule for a case is silent on it: it neither agrees nor disagrees.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Table, table_of
from hexapla_site.figures.heat_map import Share
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import CaseReport


def share_of(cases: Sequence[CaseReport], members: Sequence[Spec]) -> Share:
    """Count the cases for which two columns or more have a rule, and those on which all agree."""
    answers = [
        [
            resolution.target
            for resolution in case.comparison.resolutions
            if resolution.spec in members and has_rule(resolution.target)
        ]
        for case in cases
    ]
    shared = [targets for targets in answers if len(targets) > 1]
    return Share(sum(len(set(targets)) == 1 for targets in shared), len(shared))


def pairs(site: Site) -> list[tuple[Spec, Spec, Share]]:
    """Return every pair of columns, the earlier one first, and how often they agree."""
    return [
        (earlier, later, share_of(site.report.cases, (earlier, later)))
        for earlier, later in combinations(site.columns, 2)
    ]


def moments(site: Site) -> list[tuple[Spec, Share, Share]]:
    """Return how often each standard agrees with the one before, and all published by then."""
    return [
        (
            later,
            share_of(site.report.cases, (earlier, later)),
            share_of(site.report.cases, site.columns[: site.columns.index(later) + 1]),
        )
        for earlier, later in pairwise(site.columns)
    ]


def _pages(site: Site) -> Iterator[Page]:
    shares = {frozenset((earlier, later)): share for earlier, later, share in site.once(pairs)}
    heat_map = [
        (
            ((spec.document.label, f"standards/{spec.id}.html"),),
            [shares.get(frozenset((spec, other)), Share(0, 0)) for other in site.columns],
        )
        for spec in site.columns
    ]
    context = {
        "pairs": site.once(pairs),
        "moments": site.once(moments),
        "heat_map": heat_map,
    }
    yield Page("agreement.html", "agreement.html", context)


def _tables(site: Site) -> Iterator[Table]:
    of_pairs = (
        (earlier.id, later.id, share.alike, share.cases)
        for earlier, later, share in site.once(pairs)
    )
    yield table_of("agreement", of_pairs)
    over_time = (
        (spec.id, spec.date, last.alike, last.cases, every.alike, every.cases)
        for spec, last, every in site.once(moments)
    )
    yield table_of("agreement-over-time", over_time)


KIND = PageKind("agreement", "agreement.html", _pages, tables=_tables)
