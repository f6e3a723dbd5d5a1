"""Parsed pages, the possible formats of pages, and the limit on their size."""

from enum import StrEnum
from typing import BinaryIO

import attrs

from hexapla.pages.link import Link, UnreadPart
from hexapla.values.errors import DocumentError

LARGEST_PAGE = 32 << 20
"""The default limit on the size of a page in bytes, decompressed.

Reading a page takes several times as much memory. In the worst case, with millions of links in a
single tag, it takes 70 times as much.
"""


class PageFormat(StrEnum):
    """The format in which a page is read."""

    HTML = "html"
    XML = "xml"
    CSS = "css"

    @property
    def label(self) -> str:
        """The name of the format in a sentence."""
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
    """Return the format of a file by its name; HTML if the name doesn't show it.

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
    """A page that was read.

    Attributes:
        format: The format in which it was read.
        charset: The charset with which it was read.
        declared: Whether the page or the caller declared the charset.
        base_element: The HREF of the BASE element that applies; None without one.
        links: The links, as written, in the order of the page.
        unread: The parts that could not be read, in the order of the page.
        root_xml_base: The xml:base of the root element; None without one.
        begins_like_xml: Whether a page that was read as HTML begins like XML.
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
    """Return the bytes of a file from its current position.

    Args:
        file: The file, which is read once.
        most: The maximum number of bytes.

    Raises:
        DocumentError: It has more bytes.
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
