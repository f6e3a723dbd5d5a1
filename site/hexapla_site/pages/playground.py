"""The playground: any input, compared as one types; and what it shares with the front page."""

from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup

from hexapla_site.data.recordings import recorded_answers
from hexapla_site.pages.catalogue import catalogue_of
from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.playground import known
from hexapla_site.playground.answer import details_of, texts_of, verdict_of
from hexapla_site.report.case import CaseReport, case_of
from hexapla_site.report.terms import TERMS

GIVEN = ("http://a/b/c/d;p?q", "?y")
"""The base and the reference that the pages ask at first: an input that standards disagree on."""


def context_of(site: Site, *, details: bool) -> Mapping[str, object]:
    """Return what a page needs that answers as one types.

    Args:
        site: The site.
        details: Whether it shows the details beside the verdict.
    """
    given = site.report.by_input[GIVEN]
    settings = {
        "reference": given.reference,
        "base": given.base,
        "details": details,
        "known": known.ADDRESS,
        "given": texts_of(given.comparison),
        **site.runtime.settings,
    }
    return {
        "given": given,
        "verdict": Markup(verdict_of(given, site.columns)),
        "details": Markup(details_of(given, site.columns)) if details else "",
        "answers": len(site.once(cases_of)),
        "terms": TERMS,
        "settings": settings,
    }


def cases_of(site: Site) -> tuple[tuple[CaseReport, str], ...]:
    """Return the cases that a page answers by itself, each with the address of its page or ""."""
    pages = {(case.base, case.reference): case for case in site.report.cases}
    inputs = dict.fromkeys((*pages, *_of_catalogue(site), *known.common_inputs()))
    return tuple(
        (pages[item], f"cases/{pages[item].id}.html")
        if item in pages
        else (case_of(*item, site.columns, (), recorded_answers(*item)), "")
        for item in inputs
    )


def _of_catalogue(site: Site) -> Iterable[tuple[str, str]]:
    catalogue = site.once(catalogue_of)
    entries = catalogue.entries if catalogue else ()
    return ((entry.base, entry.reference) for entry in entries if entry.base)


def _pages(site: Site) -> Iterator[Page]:
    context = {"interesting": site.report.interesting, **context_of(site, details=True)}
    yield Page("playground.html", "playground.html", context)


def _files(site: Site) -> Iterator[File]:
    answers = (known.known_answer(case, site.columns, page) for case, page in site.once(cases_of))
    yield File(known.ADDRESS, known.script_of(answers))


KIND = PageKind("playground", "playground.html", _pages, files=_files)
