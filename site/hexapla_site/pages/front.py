"""The front page, which answers as one types and leads to all others; the first page of a section.

A server gives the page for an address that no page has for any folder.
"""

from collections.abc import Iterator

import attrs

from hexapla_site.data.real_links import RealLinks, read_real_links
from hexapla_site.pages.hosts import hosts_of, known_cases
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.playground import PlaygroundQuestion, question_of
from hexapla_site.report.case import CaseReport
from hexapla_site.report.report import STARTLING
from hexapla_site.web_address import MISSING


@attrs.frozen
class FrontContext:
    """What the front page shows.

    Attributes:
        question: What it answers as one types.
        startling: A case that the standards resolve differently.
        parsers: How many parsers were asked which host they read.
        known_cases: How many differences public sources report.
        counted: How often the standards differ on links that are in use.
    """

    question: PlaygroundQuestion
    startling: CaseReport
    parsers: int
    known_cases: int
    counted: RealLinks


def _front(site: Site) -> Iterator[Page]:
    context = FrontContext(
        question=question_of(site, details=False),
        startling=site.report.by_input[STARTLING],
        parsers=len(site.once(hosts_of).names),
        known_cases=known_cases(),
        counted=read_real_links(),
    )
    yield Page("index.html", "index.html", context)


KIND = PageKind("front", "index.html", _front)
PLACES = PageKind(
    "places", "standards/index.html", lambda _: [Page("standards/index.html", "place.html")]
)
MISSING_PAGE = PageKind(
    "missing", MISSING, lambda _: [Page(MISSING, "missing.html", indexed=False, anywhere=True)]
)
