"""The front page, which answers while the reader types; the list of standards; the 404 page.

The server sends the 404 page for an unknown address in any folder.
"""

from collections.abc import Iterator

import attrs

from hexapla_site.data.real_links import RealLinks, read_real_links
from hexapla_site.pages.hosts import hosts_of, known_cases
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.pages.playground import PlaygroundQuestion, question_of, scripts_of
from hexapla_site.report.case import CaseReport
from hexapla_site.report.report import STARTLING
from hexapla_site.web_address import MISSING


@attrs.frozen
class FrontContext:
    """The content of the front page.

    Attributes:
        question: The question that the page answers while the reader types.
        startling: A case that the standards resolve differently.
        parsers: The number of parsers whose answers about hosts are recorded.
        known_cases: The number of differences that public sources report.
        counted: How often the standards differ on real links.
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


KIND = PageKind("front", "index.html", _front, files=scripts_of)
PLACES = PageKind(
    "places", "standards/index.html", lambda _: [Page("standards/index.html", "place.html")]
)
MISSING_PAGE = PageKind(
    "missing", MISSING, lambda _: [Page(MISSING, "missing.html", indexed=False, anywhere=True)]
)
