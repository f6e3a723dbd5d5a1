"""The playground: any input, compared as one types; and what it shares with the front page."""

from collections.abc import Iterator, Mapping
from itertools import product

from markupsafe import Markup

from hexapla.comparison.comparison import compare
from hexapla_site.pages.hosts import hosts_of
from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.playground import known
from hexapla_site.playground.answer import details_of, html_of, texts_of
from hexapla_site.report.case import CaseReport
from hexapla_site.report.report import case_of

EXAMPLE_BASE = "https://shop.example/list;v=1?page=1"
GIVEN = (EXAMPLE_BASE, "?page=2")
"""The base and the reference that the pages ask at first: an input that standards disagree on."""
EXAMPLES = (
    "?page=2",
    "../../../g",
    "https:g",
    ";x",
    "",
    "http://a\\@b/",
    "http://127.0.0.%31/",
    "http://1.2.3/",
)
"""References to try, and whole URLs: implementations were asked all of them."""


def context_of(site: Site, *, details: bool) -> Mapping[str, object]:
    """Return what a page needs that answers as one types, with `details` beside the verdict."""
    case = case_of(*GIVEN, site.columns)
    settings = {
        "reference": case.reference,
        "base": case.base,
        "details": details,
        "known": known.ADDRESS,
        "given": texts_of(case.comparison),
        **site.runtime,
    }
    return {
        "given": case,
        "answer": {name: Markup(text) for name, text in html_of(case.comparison, case).items()},
        "details": Markup(details_of(case.comparison, case)) if details else "",
        "examples": EXAMPLES,
        "settings": settings,
    }


def cases_of(site: Site) -> tuple[tuple[CaseReport, str], ...]:
    """Return the cases that a page answers by itself, each with the address of its page or ""."""
    pages = {(case.base, case.reference): case for case in site.report.cases}
    examples = ((EXAMPLE_BASE, reference) for reference in EXAMPLES)
    inputs = dict.fromkeys(
        (*pages, *examples, *product(known.COMMON_BASES, known.COMMON_REFERENCES))
    )
    return tuple(
        (pages[item], f"cases/{pages[item].id}.html")
        if item in pages
        else (case_of(*item, site.columns), "")
        for item in inputs
    )


def _pages(site: Site) -> Iterator[Page]:
    context = {"interesting": site.report.interesting, **context_of(site, details=True)}
    yield Page("playground.html", "playground.html", context)


def _files(site: Site) -> Iterator[File]:
    rows = {row.url: row for row in site.once(hosts_of).rows}
    cases = (
        known.known_answer(case.comparison, case, page, rows.get(case.reference))
        for case, page in site.once(cases_of)
    )
    hosts = (
        known.known_answer(compare(row.url, specs=site.columns), row=row) for row in rows.values()
    )
    yield File(known.ADDRESS, known.script_of((*cases, *hosts)))


KIND = PageKind("playground", "playground.html", _pages, files=_files)
