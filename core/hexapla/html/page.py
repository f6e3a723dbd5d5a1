"""An HTML page in a file: its charset, its BASE element and its links, read piece by piece."""

import io
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import BinaryIO, NamedTuple, TextIO

import attrs

from hexapla.html.encoding import HEAD, charset_of, codec_of, guess
from hexapla.values.errors import DocumentError

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
            is_tag = self.rawdata[1:2].isalpha() and self.cdata_elem is None
            has_too_many = is_tag and self.rawdata.count("=") > _MOST_ATTRIBUTES
            if len(self.rawdata) > LONGEST_TAG or has_too_many:
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


@attrs.frozen(eq=False)
class HtmlFile:
    """An HTML page in a binary file that can be read twice.

    `charset` is the one that it is in, `declared` says whether the page or the caller named it, and
    `codec` is what Python reads it with.
    """

    file: BinaryIO
    charset: str
    declared: bool
    codec: str

    def base_element(self) -> str | None:
        """Return the HREF of the page's BASE element, None where it has none."""
        return base_element(self._text())

    def links(self, given_up: list[int] | None = None) -> Iterator[Link]:
        """Yield the links of the page in their order, as they are written.

        To `given_up` the line is added, from 1, of each tag that is too long to be one.
        """
        reader = LinkReader([] if given_up is None else given_up)
        for links in reader.read(self._text()):
            yield from links

    def _text(self) -> io.TextIOWrapper:
        self.file.seek(0)
        return _Text(self.file, self.codec, "replace", newline="")


class _Text(io.TextIOWrapper):
    """Text over a file that stays open when the text is gone."""

    def __del__(self) -> None:
        if not self.closed:
            self.detach()


def open_html(file: BinaryIO, charset: str | None = None) -> HtmlFile:
    """Find the charset of an HTML page, in a binary file that can be read twice.

    A charset that is given counts, whatever the page says.

    Raises:
        DocumentError: It is a binary file, or its charset is unknown.
    """
    head = file.read(HEAD)
    declared = charset or charset_of(head)
    if declared is None and b"\0" in head:
        raise DocumentError(
            "this is a binary file, not an HTML page; if it is one after all, name its --charset"
        )
    named = declared or guess(file)
    codec = codec_of(named)
    if codec is None:
        whose = "" if charset else "the page says that it is in a charset unknown here: "
        raise DocumentError(f"{whose}{named!r} is no known charset; name another by --charset")
    return HtmlFile(file, named, declared is not None, codec)
