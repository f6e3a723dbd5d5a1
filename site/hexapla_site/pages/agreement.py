"""How often standards agree with each other, and how that changed over time.

A standard without a rule for a case is silent on the case: it neither agrees nor disagrees.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import attrs

from hexapla.standard.phases import has_rule
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.figures.heat_map import HeatMapRow, Share
from hexapla_site.navigation import PageLink
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.standards import standard_address
from hexapla_site.report.case import CaseReport


class PairShare(NamedTuple):
    """How often two standards agree."""

    earlier: Spec
    later: Spec
    share: Share


class Moment(NamedTuple):
    """How often a standard agrees with the one before it.

    `all_so_far` says how often this standard and all earlier standards agree.
    """

    spec: Spec
    with_last: Share
    all_so_far: Share


@attrs.frozen
class AgreementContext:
    """The content of the page: pairs of standards, and standards by date."""

    pairs: Sequence[PairShare]
    moments: Sequence[Moment]
    heat_map: Sequence[HeatMapRow]


def share_of(cases: Sequence[CaseReport], members: Sequence[Spec]) -> Share:
    """Count the cases for which at least two of the given standards have a rule.

    Also count those of these cases in which all of the given standards that have a rule give the
    same target.
    """
    alike = shared = 0
    for case in cases:
        targets = []
        for resolution in case.comparison.resolutions:
            if resolution.spec in members and has_rule(resolution.target):
                targets.append(resolution.target)
        if len(targets) > 1:
            shared += 1
            alike += len(set(targets)) == 1
    return Share(alike, shared)


def pairs(site: Site) -> list[PairShare]:
    """Return, for each pair of standards, how often they agree; the earlier standard is first."""
    cases = site.report.cases
    return [PairShare(*two, share_of(cases, two)) for two in combinations(site.columns, 2)]


def moments(site: Site) -> list[Moment]:
    """Return, for each standard except the first, how often it agrees with the standard before it.

    Also return, for each of these standards, how often all standards up to it agree.
    """
    cases, columns = site.report.cases, site.columns
    found = []
    for number, (earlier, later) in enumerate(pairwise(columns), 2):
        with_last = share_of(cases, (earlier, later))
        all_so_far = share_of(cases, columns[:number])
        found.append(Moment(later, with_last, all_so_far))
    return found


def _heat_map(site: Site) -> Iterator[HeatMapRow]:
    """Yield a row for each standard, oldest first."""
    shares = {frozenset((pair.earlier, pair.later)): pair.share for pair in site.once(pairs)}
    for spec in site.columns:
        link = PageLink(spec.document.label, standard_address(spec))
        row = [shares.get(frozenset((spec, other)), Share(0, 0)) for other in site.columns]
        yield HeatMapRow((link,), row)


def _pages(site: Site) -> Iterator[Page]:
    context = AgreementContext(site.once(pairs), site.once(moments), list(_heat_map(site)))
    yield Page("agreement.html", "agreement.html", context)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("agreement", map(_pair_row, site.once(pairs)))
    yield table_of("agreement-over-time", map(_moment_row, site.once(moments)))


def _pair_row(pair: PairShare) -> Cells:
    return pair.earlier.id, pair.later.id, pair.share.alike, pair.share.cases


def _moment_row(moment: Moment) -> Cells:
    spec, last, every = moment
    return spec.id, spec.date, last.alike, last.cases, every.alike, every.cases


KIND = PageKind("agreement", "agreement.html", _pages, tables=_tables)
