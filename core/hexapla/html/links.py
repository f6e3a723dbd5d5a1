"""The links of an HTML page, and its BASE element, read piece by piece."""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import NamedTuple, TextIO

# HTML 4.01, index of attributes: those of the type %URI; and those that HTML added since.
_ELEMENTS = {
    "classid": "object",
    "codebase": "applet object",
    "data": "object",
    "href": "a area link",
    "longdesc": "frame iframe img",
    "poster": "video",
    "src": "audio embed frame iframe img input script source track video",
    "usemap": "img input object",
    "action": "form",
    "background": "body",
    "cite": "blockquote del ins q",
    "formaction": "button input",
    "profile": "head",
}
LINK_ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    element: tuple(name for name, elements in _ELEMENTS.items() if element in elements.split())
    for element in " ".join(_ELEMENTS.values()).split()
}

# HTML 4.01, 7.4.1: what the head may hold; any other element begins the body.
_IN_HEAD = frozenset(
    ("html", "head", "title", "base", "isindex", "link", "meta", "script", "style", "object")
) | {"noscript", "template"}


class Link(NamedTuple):
    """A link of a page: its reference as it is written, in which attribute, at which place.

    The line counts from 1, the column of the tag from 0, in code points.
    """

    reference: str
    element: str
    attribute: str
    line: int
    column: int


# A tag that has not ended after so many characters, or that has more attributes, counts as broken
# and is left out, so that memory and time stay small whatever a page holds.
LONGEST_TAG = 1 << 20
_MOST_ATTRIBUTES = 10_000
_PIECE = 1 << 16
_LONGEST_END = 1 << 10  # the parser's own way with an open tag at the end is quadratic


class LinkReader(HTMLParser):
    """Reads a page piece by piece, and keeps its BASE element and its latest links.

    `given_up` are the lines, from 1, at which a tag began that was too long to be one.
    """

    def __init__(self, given_up: list[int]) -> None:
        super().__init__(convert_charrefs=True)
        self.base: str | None = None
        self.in_body = False
        self.given_up = given_up
        self._in_title = False
        self._links: list[Link] = []

    def read(self, page: TextIO) -> Iterator[list[Link]]:
        """Yield the links of each piece of a page, which is read no further than they are asked."""
        while piece := page.read(_PIECE):
            self.feed(piece)
            if len(self.rawdata) > LONGEST_TAG or self._has_too_many_attributes():
                self._give_up()
            yield self._latest()
        if len(self.rawdata) > _LONGEST_END and "<" in self.rawdata:
            self._give_up()
        self.close()
        yield self._latest()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to."""
        self.in_body |= tag not in _IN_HEAD
        values = dict(reversed(attrs))  # the first of two attributes of a name counts
        in_head = not self.in_body and not self._in_title
        self._in_title |= tag == "title"
        if tag == "base" and self.base is None and in_head:
            href = values.get("href")
            self.base = href and href.strip()
        for attribute in LINK_ATTRIBUTES.get(tag, ()):
            value = values.get(attribute)
            if value is not None:
                self._links.append(Link(value, tag, attribute, *self.getpos()))

    def handle_endtag(self, tag: str) -> None:
        """Note where the head ends."""
        self.in_body |= tag == "head"
        self._in_title &= tag != "title"

    def _has_too_many_attributes(self) -> bool:
        is_tag = self.rawdata[1:2].isalpha() and self.cdata_elem is None
        return is_tag and self.rawdata.count("=") > _MOST_ATTRIBUTES

    def _give_up(self) -> None:
        """Leave out what was read and has not ended, and note the line where it began."""
        self.given_up.append(self.getpos()[0])
        self.updatepos(0, len(self.rawdata))
        self.rawdata = ""

    def _latest(self) -> list[Link]:
        links, self._links = self._links, []
        return links


def base_element(page: TextIO) -> str | None:
    """Return the HREF of a page's BASE element, None where it has none.

    The first one in the head counts; reading ends there, or where the body begins.
    """
    reader = LinkReader([])
    for _ in reader.read(page):
        if reader.base is not None or reader.in_body:
            break
    return reader.base
