"""How often columns agree: with each other, and over time."""

from collections.abc import Iterator

from hexapla_site.data.table import Table
from hexapla_site.figures.heat_map import HeatRow
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.agreement import FEW, Agreements, Share, agreements


def agreements_of(site: Site) -> Agreements:
    """Return how often columns agree in the site's cases."""
    return agreements(site.columns, site.report.cases)


def _pages(site: Site) -> Iterator[Page]:
    counted = site.once(agreements_of)
    context = {
        "counted": counted,
        "few": FEW,
        "heat_map": _heat_map(counted),
    }
    yield Page("agreement.html", "agreement.html", context)


def _heat_map(counted: Agreements) -> list[HeatRow]:
    """Return a row for each column, in the order of their dates."""
    shares = {frozenset((pair.earlier, pair.later)): pair.share for pair in counted.pairs}
    return [
        HeatRow(
            ((spec.document.label, f"standards/{spec.id}.html"),),
            tuple(shares.get(frozenset((spec, other)), Share(0, 0)) for other in counted.columns),
        )
        for spec in counted.columns
    ]


def _tables(site: Site) -> tuple[Table, Table]:
    counted = site.once(agreements_of)
    pairs = tuple(
        (pair.earlier.id, pair.later.id, str(pair.share.alike), str(pair.share.cases))
        for pair in counted.pairs
    )
    moments = tuple(
        (
            moment.spec.id,
            moment.spec.date,
            *(str(count) for share in shares for count in (share.alike, share.cases)),
        )
        for moment in counted.moments
        for shares in [(moment.with_the_last, moment.all_so_far)]
    )
    return (
        Table(
            "agreement",
            "How many cases each pair of columns resolves to the same, of those both define.",
            ("earlier", "later", "alike", "cases"),
            pairs,
        ),
        Table(
            "agreement-over-time",
            "The same for each standard with the one before it, and for all published by then.",
            ("spec", "date", "alike_with_last", "cases_with_last", "alike_all", "cases_all"),
            moments,
        ),
    )


KIND = PageKind("agreement", "agreement.html", _pages, tables=_tables)
