"""Check the links between pages during the build."""

import html
import posixpath
import re
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from hexapla.values.errors import HexaplaError
from hexapla_site.web_address import is_on_the_web

# All text in a page is escaped when the page is rendered, so a quotation mark always ends an
# attribute, and a less-than sign always begins a tag.
_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_ATTRIBUTE = re.compile(r'\s(href|src|id)="([^"]*)"')


class BrokenLinkError(HexaplaError, ValueError):
    """A link is broken or leads to 404.html, or no page links to a page; the message says which."""


class LinkChecker:
    """Collects the links and anchors of pages, and checks the links.

    If the address of the published site is known, pages contain their own full addresses, which
    don't count as links.
    """

    def __init__(self, served_at: str = "") -> None:
        self._served_at = served_at
        self._anchors: dict[str, frozenset[str]] = {}
        self._links: dict[tuple[str, str], None] = {}

    def add(self, address: str, markup: str) -> None:
        """Collect the links and anchors of a rendered page."""
        anchors = []
        for tag in _TAG.findall(markup):
            for name, value in _ATTRIBUTE.findall(tag):
                if name == "id":
                    anchors.append(html.unescape(value))
                elif not (self._served_at and value.startswith(self._served_at)):
                    self.add_link(address, html.unescape(value))
        self._anchors[address] = frozenset(anchors)

    def add_link(self, address: str, target: str) -> None:
        """Collect a link unless it leads to another site.

        Args:
            address: The address of the page with the link; "" if the link isn't on a page.
            target: The target of the link.
        """
        if not is_on_the_web(target):
            self._links[address, target] = None

    def check(self, files: Collection[str], is_built: Callable[[str], bool]) -> list[str]:
        """Check all links, and return the pages that no other page links to.

        Args:
            files: The addresses of all files of the site.
            is_built: A function that returns whether an address is part of this build, so that
                links to it can be checked.

        Raises:
            BrokenLinkError: A link leads to a missing page, file or anchor.
        """
        linked = set()
        for page, target in self._links:
            parts = urlsplit(target)
            folder = posixpath.dirname(page)
            address = posixpath.normpath(posixpath.join(folder, parts.path)) if parts.path else page
            if page and address != page:
                linked.add(address)
            # A fragment with an equals sign is meant for a script, and isn't an anchor.
            anchor = "" if "=" in parts.fragment else parts.fragment
            known = self._anchors.get(address)
            is_there = address in files and (not anchor or known is None or anchor in known)
            if not is_there and is_built(address):
                raise BrokenLinkError(f"{page}: the link {target!r} is broken")
        return sorted(self._anchors.keys() - linked)
