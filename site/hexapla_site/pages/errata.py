"""The errata of the standards: the reports, their status, and their effect in Hexapla."""

from collections.abc import Iterator, Sequence
from datetime import date

import attrs

from hexapla.standard.spec import Spec
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.pages.kind import Page, PageKind, Site

ADDRESS = "standards/errata.html"


@attrs.frozen
class ErrataContext:
    """The content of the page: the standards with and without errata, and the date of the list."""

    with_errata: Sequence[Spec]
    without: Sequence[Spec]
    as_of: date | None


def _pages(site: Site) -> Iterator[Page]:
    with_errata, without, dates = [], [], []
    for spec in site.columns:
        if not spec.errata:
            without.append(spec)
            continue
        with_errata.append(spec)
        for erratum in spec.errata:
            dates.append(erratum.as_of)
    context = ErrataContext(with_errata, without, max(dates, default=None))
    yield Page(ADDRESS, "errata.html", context)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("errata", _rows(site))


def _rows(site: Site) -> Iterator[Cells]:
    for spec in site.columns:
        for erratum in spec.errata:
            kind = "technical" if erratum.is_technical else "editorial"
            about = (erratum.number, erratum.section, erratum.state.value, kind)
            yield spec.id, *about, erratum.says, erratum.effect


KIND = PageKind("errata", ADDRESS, _pages, _tables)
