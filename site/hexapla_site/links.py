"""Links between the pages, checked while they are built."""

import html
import posixpath
import re
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

import attrs

from hexapla.values.errors import HexaplaError
from hexapla_site.web_address import is_on_the_web

# All text of a page is escaped when it is rendered, so that a quotation mark ends an attribute, and
# a less-than sign begins a tag.
_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_ATTRIBUTE = re.compile(r'\s(href|src|id)="([^"]*)"')


class BrokenLinkError(HexaplaError, ValueError):
    """A page links to something that is not there; the message says which page, and which link."""


@attrs.frozen
class SiteLink:
    """A link, and the page or file that has it."""

    page: str
    target: str

    def __str__(self) -> str:
        return f"{self.page}: the link {self.target!r} leads nowhere"

    @property
    def address(self) -> str:
        """The address of the page or file that it leads to."""
        path = urlsplit(self.target).path
        folder = posixpath.dirname(self.page)
        return posixpath.normpath(posixpath.join(folder, path)) if path else self.page

    @property
    def anchor(self) -> str:
        """The anchor on that page; "" for none, or for what a script reads there."""
        fragment = urlsplit(self.target).fragment
        return "" if "=" in fragment else fragment

    @property
    def leaves_the_site(self) -> bool:
        """Whether it leads to another site."""
        return is_on_the_web(self.target)


class LinkChecker:
    """The links and the anchors of pages, collected as they are rendered.

    Where it is known where the site will be served, pages name themselves by that address; this is
    no link.
    """

    def __init__(self, served_at: str = "") -> None:
        self._served_at = served_at
        self._anchors: dict[str, frozenset[str]] = {}
        self._links: dict[SiteLink, None] = {}

    def add(self, address: str, markup: str) -> None:
        """Collect the links and the anchors of a rendered page."""
        anchors = []
        for tag in _TAG.findall(markup):
            for name, value in _ATTRIBUTE.findall(tag):
                if name == "id":
                    anchors.append(html.unescape(value))
                elif not (self._served_at and value.startswith(self._served_at)):
                    self._links[SiteLink(address, html.unescape(value))] = None
        self._anchors[address] = frozenset(anchors)

    def add_link(self, address: str, target: str) -> None:
        """Collect a link that is in no markup, such as one of the search index."""
        self._links[SiteLink(address, target)] = None

    def check(self, files: Collection[str], is_built: Callable[[str], bool]) -> None:
        """Check all links; those to other sites are not followed.

        Args:
            files: The addresses of all files of the site.
            is_built: Returns whether this build has what has an address, so that a link there can
                be checked.

        Raises:
            BrokenLinkError: A link leads to no page, no file, or no anchor.
        """
        for link in self._links:
            if not link.leaves_the_site and is_built(link.address) and self._is_broken(link, files):
                raise BrokenLinkError(str(link))

    def _is_broken(self, link: SiteLink, files: Collection[str]) -> bool:
        if link.address not in files:
            return True
        known = self._anchors.get(link.address)
        return bool(link.anchor) and known is not None and link.anchor not in known
