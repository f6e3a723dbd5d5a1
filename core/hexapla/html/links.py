"""The links of an HTML page, and its BASE element, read piece by piece."""

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from itertools import islice, takewhile
from typing import NamedTuple, TextIO

# HTML 4.01, index of attributes: those of the type %URI; and those that HTML added since.
LINK_ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "a": ("href",),
    "applet": ("codebase",),
    "area": ("href",),
    "audio": ("src",),
    "blockquote": ("cite",),
    "body": ("background",),
    "button": ("formaction",),
    "del": ("cite",),
    "embed": ("src",),
    "form": ("action",),
    "frame": ("longdesc", "src"),
    "head": ("profile",),
    "iframe": ("longdesc", "src"),
    "img": ("longdesc", "src", "usemap"),
    "input": ("src", "usemap", "formaction"),
    "ins": ("cite",),
    "link": ("href",),
    "object": ("classid", "codebase", "data", "usemap"),
    "q": ("cite",),
    "script": ("src",),
    "source": ("src",),
    "track": ("src",),
    "video": ("poster", "src"),
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


class LinkReader(HTMLParser):
    """Reads a page piece by piece, and keeps its BASE element and its latest links.

    `given_up` are the lines, from 1, at which a tag began that was too long to be one.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.base: str | None = None
        self.in_body = False
        self.given_up: list[int] = []
        self._in_title = False
        self._links: list[Link] = []

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

    def give_up(self) -> None:
        """Leave out what was read and has not ended, and note the line where it began."""
        self.given_up.append(self.getpos()[0])
        self.updatepos(0, len(self.rawdata))
        self.rawdata = ""

    def latest(self) -> list[Link]:
        """Return the links read since the last call."""
        links, self._links = self._links, []
        return links


# A tag that has not ended after so many characters counts as broken, and is left out, so that
# memory and time stay small whatever a page holds; so does one of so many attributes.
LONGEST_TAG = 1 << 20
_MOST_ATTRIBUTES = 4096
_PIECE = 1 << 16
_LONGEST_END = 1 << 10  # the parser's own way with an open tag at the end is quadratic


def read_pieces(reader: LinkReader, page: TextIO) -> Iterator[LinkReader]:
    """Let a reader read a page piece by piece; yield it after each piece, and at the end.

    What is left of a piece is read again with the next, which is therefore at least as long.

    Args:
        reader: A reader that has read nothing yet.
        page: The page as text.
    """
    while piece := page.read(max(_PIECE, len(reader.rawdata))):
        for part in _parts(piece):
            if _has_too_many_attributes(reader, part):
                reader.give_up()
            reader.feed(part)
        if len(reader.rawdata) > LONGEST_TAG:
            reader.give_up()
        yield reader
    if len(reader.rawdata) > _LONGEST_END and "<" in reader.rawdata:
        reader.give_up()
    reader.close()
    yield reader


def _parts(piece: str) -> Iterator[str]:
    """Cut a piece that is long, because a tag before it is, behind the first end of a tag."""
    start = piece.find(">") + 1 if len(piece) > _PIECE else len(piece)
    yield piece[: start or None]
    for place in range(start or len(piece), len(piece), _PIECE):
        yield piece[place : place + _PIECE]


def _has_too_many_attributes(reader: LinkReader, part: str) -> bool:
    """Return whether a long tag that goes on in a part has too many attributes to be one.

    The parser takes a kilobyte for each.
    """
    tag = reader.rawdata
    if len(tag) < _PIECE or reader.cdata_elem is not None or not tag[1:2].isalpha():
        return False
    between = (match[0] for match in _BETWEEN.finditer(tag + part))
    in_tag = takewhile(lambda text: text != ">", islice(between, 2 * _MOST_ATTRIBUTES))
    return sum(text[0] not in "\"'" for text in in_tag) >= _MOST_ATTRIBUTES


# What is between attributes or ends a tag, and values in quotes, which may have the same within.
_BETWEEN = re.compile("\"[^\"]*\"?|'[^']*'?|[\\s/]+|>")


def base_element(page: TextIO) -> str | None:
    """Return the HREF of a page's BASE element, None where it has none.

    The first one in the head counts; reading ends there, or where the body begins.
    """
    for reader in read_pieces(LinkReader(), page):
        if reader.base is not None or reader.in_body:
            return reader.base
    return None
