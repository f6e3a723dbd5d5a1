"""The cases: a list of them, and a page each."""

from collections.abc import Iterable, Iterator

from hexapla.standard.display import show
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Table, table_of
from hexapla_site.pages.catalogue import address_of, classes_by_input
from hexapla_site.pages.explanations import explanations_of
from hexapla_site.pages.kind import Page, PageKind, Site, with_neighbours
from hexapla_site.report.case import CaseReport
from hexapla_site.report.report import STARTLING
from hexapla_site.search import SearchEntry


def _pages(site: Site) -> Iterator[Page]:
    quoting = dict.fromkeys(source for case in site.report.cases for source in case.sources)
    sources = {source: f"s{number}" for number, source in enumerate(quoting)}
    yield Page("cases/index.html", "cases.html", {"sources": sources})
    for case, neighbours in with_neighbours(site.report.cases):
        context = {
            **neighbours,
            "case": case,
            "explanations": site.once(explanations_of),
            "classes_of_case": site.once(classes_by_input).get((case.base, case.reference), ()),
            "address_of_class": address_of,
        }
        yield Page(f"cases/{case.id}.html", "case.html", context, indexed=False)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for case in site.report.cases:
        yield SearchEntry(
            "case",
            f"cases/{case.id}.html",
            show(case.reference),
            show(case.base),
            tuple(_targets(case)),
            usual=case.base == STARTLING[0],
        )


def _targets(case: CaseReport) -> Iterator[tuple[str, str, bool]]:
    """Yield each target with the standards that give it, and last the standards without a rule."""
    for group in case.verdict.groups:
        is_uri = isinstance(group.target, str)
        shown = show(str(group.target)) if is_uri else str(group.target)
        yield shown, _short_labels(group.specs), is_uri
    if case.verdict.silent:
        yield "no rule", _short_labels(case.verdict.silent), False


def _short_labels(specs: Iterable[Spec]) -> str:
    return " ".join(spec.document.short_label for spec in specs)


def _tables(site: Site) -> Iterator[Table]:
    rows = (
        (
            case.id,
            case.base,
            case.reference,
            *case.comparison.resolutions,
            "; ".join(case.sources),
        )
        for case in site.report.cases
    )
    yield table_of("cases", rows, (spec.id for spec in site.columns))


KIND = PageKind("cases", "cases/", _pages, entries=_entries, tables=_tables)
