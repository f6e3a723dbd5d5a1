"""The page for an address that no page has; a server gives it for any folder."""

from collections.abc import Iterator

from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.web_address import MISSING


def _pages(_: Site) -> Iterator[Page]:
    yield Page(MISSING, "missing.html", indexed=False, anywhere=True)


KIND = PageKind("missing", MISSING, _pages)
