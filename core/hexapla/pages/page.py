"""Parsed pages, the formats of pages, and the limit on the size of a page."""

from enum import StrEnum
from typing import BinaryIO

import attrs

from hexapla.pages.link import Link, UnreadPart
from hexapla.values.errors import DocumentError

LARGEST_PAGE = 32 << 20
"""The default limit on the size of a page in bytes, after decompression.

Parsing a page takes several bytes of memory for each byte of the page, and 70 bytes in the worst
case, which is a single tag with millions of links.
"""


class PageFormat(StrEnum):
    """The format that a page is parsed as."""

    HTML = "html"
    XML = "xml"
    CSS = "css"

    @property
    def label(self) -> str:
        """The name of the format, as used in a sentence."""
        return self.value.upper()


_FORMATS_BY_SUFFIX = {
    ".svg": PageFormat.XML,
    ".xhtml": PageFormat.XML,
    ".xht": PageFormat.XML,
    ".xml": PageFormat.XML,
    ".atom": PageFormat.XML,
    ".rss": PageFormat.XML,
    ".rdf": PageFormat.XML,
    ".css": PageFormat.CSS,
}


def format_of_file(name: str) -> PageFormat:
    """Return the format that a file's name indicates; HTML if the name indicates none.

    >>> format_of_file("logo.svg")
    <PageFormat.XML: 'xml'>
    """
    lower_name = name.lower()
    for suffix, found in _FORMATS_BY_SUFFIX.items():
        if lower_name.endswith(suffix):
            return found
    return PageFormat.HTML


@attrs.frozen(eq=False)
class ParsedPage:
    """A parsed page.

    Attributes:
        format: The format that the page was parsed as.
        charset: The charset with which the page was decoded.
        declared: Whether the page or the caller declared the charset.
        base_element: The HREF of the BASE element that applies; None if there is none.
        links: The links, as written, in document order.
        unread: The parts that could not be read, in document order.
        root_xml_base: The xml:base of the root element; None if there is none.
        begins_like_xml: Whether a page that was parsed as HTML begins with an XML declaration, or
            has an SVG element as its first element.
    """

    format: PageFormat
    charset: str
    declared: bool
    base_element: str | None
    links: tuple[Link, ...]
    unread: tuple[UnreadPart, ...] = ()
    root_xml_base: str | None = None
    begins_like_xml: bool = False


def read_content(file: BinaryIO, most: int) -> bytes:
    """Return the bytes of a file, from its current position to its end.

    Args:
        file: The file, which is read only once.
        most: The maximum number of bytes.

    Raises:
        DocumentError: The file has more than `most` bytes.
    """
    pieces = []
    size = 0
    while piece := file.read(1 << 16):
        pieces.append(piece)
        size += len(piece)
        check_size(size, most)
    return b"".join(pieces)


def check_size(size: int, most: int) -> None:
    """Raise `DocumentError` if a page has more bytes than allowed."""
    if size > most:
        raise DocumentError(
            f"the page has more than {most:,} bytes; allow more with --max-page-bytes"
        )
