"""The cases by implementation: who gives the same as whom, and as which standard."""

from collections.abc import Iterator

from hexapla_site.pages.differences import choices_of
from hexapla_site.pages.explanations import BASE
from hexapla_site.pages.implementations import implementations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.answer_matrix import matrix_of
from hexapla_site.report.implementations import page_of

ADDRESS = "implementations/cases.html"


def _pages(site: Site) -> Iterator[Page]:
    asked = site.once(implementations_of)
    context = {
        "asked": asked,
        "rows": sorted(matrix_of(asked), key=lambda row: row.row.base != BASE),
        "choices": site.once(choices_of),
        "page_of": page_of,
    }
    yield Page(ADDRESS, "answer-matrix.html", context)


KIND = PageKind("matrix", ADDRESS, _pages)
