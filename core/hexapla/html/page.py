"""Reading documents: the links of an HTML page, its BASE element, its charset, its MIME parts."""

import codecs
import io
import re
from collections.abc import Iterator, Mapping
from email.message import Message
from html.parser import HTMLParser
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

    The line counts from 1, the column from 0, as the parser has them.
    """

    reference: str
    element: str
    attribute: str
    line: int
    column: int


class LinkReader(HTMLParser):
    """Reads a page piece by piece, and keeps its BASE element and the links not yet taken.

    `given_up` are the lines at which a tag began that was too long to be one.
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

    def taken(self) -> list[Link]:
        """Give the links read since the last call."""
        links, self._links = self._links, []
        return links


# A tag that has not ended after so many characters is taken for broken, and left out, so that
# memory and time stay small whatever a page holds.
LONGEST_TAG = 1 << 20
_PIECE = 1 << 16
_LONGEST_END = 1 << 10  # the parser's own way with an open tag at the end is quadratic


def read(reader: LinkReader, stream: TextIO) -> Iterator[LinkReader]:
    """Let a reader read a page piece by piece; gives it back after each piece, and at the end.

    What is left of a piece is read again with the next, which is therefore as long at least.
    """
    while piece := stream.read(max(_PIECE, len(reader.rawdata))):
        reader.feed(piece)
        if len(reader.rawdata) > LONGEST_TAG:
            reader.give_up()
        yield reader
    if len(reader.rawdata) > _LONGEST_END and "<" in reader.rawdata:
        reader.give_up()
    reader.close()
    yield reader


def base_element(page: TextIO) -> str | None:
    """Give the HREF of a page's BASE element, None where it has none.

    The first one in the head counts; reading ends there, or where the body begins.
    """
    for reader in read(LinkReader(), page):
        if reader.base is not None or reader.in_body:
            return reader.base
    return None


def text_of_part(part: Message) -> str | None:
    """Give the text of a MIME part that is an HTML page, None of any other."""
    if part.get_content_type() != "text/html":
        return None
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return None
    return text_of_page(payload, part.get_content_charset())


def text_of_page(page: bytes, charset: str | None = None) -> str:
    """Decode a page by the charset given, else by the one that it declares, else by the default."""
    named = charset or charset_of(page)
    return page.decode(named if named and known(named) else DEFAULT_CHARSET, "replace")


def leaves(message: Message) -> Iterator[tuple[Message, tuple[Message, ...]]]:
    """Give the parts of a message that have no parts, each with what encloses it, inside out."""

    def within(
        part: Message, around: tuple[Message, ...]
    ) -> Iterator[tuple[Message, tuple[Message, ...]]]:
        if not part.is_multipart():
            yield part, around
            return
        for child in part.get_payload():
            if isinstance(child, Message):
                yield from within(child, (part, *around))

    return within(message, ())


# Charsets.

# HTML 2.0 to 4.01 were written when HTTP took text that names no charset for ISO 8859-1 (RFC 2068,
# 3.7.1).
DEFAULT_CHARSET = "iso-8859-1"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META = re.compile(rb"<meta[^>]+?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)", re.IGNORECASE)
_HEAD = 4096


def charset_of(head: bytes) -> str | None:
    """Find the charset that the beginning of a page declares, by a mark or a META element."""
    for mark, charset in _MARKS:
        if head.startswith(mark):
            return charset
    found = _META.search(head[:_HEAD])
    return found[1].decode("ascii", "replace") if found else None


def known(charset: str) -> bool:
    """Say whether there is a codec for a charset."""
    try:
        io.TextIOWrapper(io.BytesIO(), charset)
    except (LookupError, ValueError):
        return False
    return True


def is_binary(head: bytes) -> bool:
    """Say whether the beginning of a file is no text: it has NUL, and no mark of a charset."""
    return b"\0" in head[:_HEAD] and not head.startswith(tuple(mark for mark, _ in _MARKS))
