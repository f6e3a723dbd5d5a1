"""An HTML page: its charset, its BASE element and its links.

A page is tokenized as the HTML standard has it (13.2.5), with scripting off, so that the content of
NOSCRIPT is read. No tree is built: each tag is one element, wherever a browser would put it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import attrs

from hexapla.pages.encoding import HEAD, charset_of, codec_of, guess
from hexapla.values.errors import DocumentError
from hexapla.values.extras import check_installed

if TYPE_CHECKING:
    from turbohtml import Token

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

LARGEST_PAGE = 32 << 20
"""How many bytes a page may have by default, decompressed.

Reading a page takes several times as much memory, and at worst, with millions of attributes in one
tag, 60 times as much.
"""


class Link(NamedTuple):
    """A link of a page: its reference as it is written, in which attribute, at which place.

    The line counts from 1, the column of the tag from 0, in code points.
    """

    reference: str
    element: str
    attribute: str
    line: int
    column: int


@attrs.frozen(eq=False)
class HtmlPage:
    """An HTML page that was read.

    Attributes:
        charset: The charset that the page was read in.
        declared: Whether the page or the caller named the charset.
        base_element: The HREF of the first BASE element in the head that has one; None without one.
        links: The links, in the order of the page, as they are written.
    """

    charset: str
    declared: bool
    base_element: str | None
    links: tuple[Link, ...]


def read_page(content: bytes, charset: str | None = None) -> HtmlPage:
    """Read an HTML page.

    Args:
        content: The bytes of the page.
        charset: The charset to read it in, whatever the page itself says.

    Raises:
        DocumentError: It is a binary file, or its charset is unknown.
        MissingExtraError: The tokenizer is not installed.
    """
    declared = charset or charset_of(content[:HEAD])
    if declared is None and b"\0" in content[:HEAD]:
        raise DocumentError(
            "this is a binary file, not an HTML page; if it is one after all, name its --charset"
        )
    named = declared or guess(content)
    codec = codec_of(named)
    if codec is None:
        whose = "" if charset else "the page says that it is in a charset unknown here: "
        raise DocumentError(f"{whose}{named!r} is no known charset; name another by --charset")
    reader = _LinkReader()
    reader.read(content.decode(codec, "replace"))
    return HtmlPage(named, declared is not None, reader.base, tuple(reader.links))


def read_content(file: BinaryIO, most: int) -> bytes:
    """Return the bytes of a file from where it stands.

    Args:
        file: The file, which is read once.
        most: How many bytes it may have.

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
    """Raise `DocumentError` if a page has more bytes than it may have."""
    if size > most:
        raise DocumentError(
            f"the page has more than {most:,} bytes; allow more with --max-page-bytes"
        )


def base_element(text: str) -> str | None:
    """Return the HREF of a page's BASE element, None where it has none.

    The first one in the head that has an HREF counts.

    Args:
        text: The page; any text is legal.
    """
    reader = _LinkReader()
    reader.read(text)
    return reader.base


class _LinkReader:
    """Keep the BASE element and the links of a page while its tokens are read."""

    def __init__(self) -> None:
        check_installed("turbohtml")
        self.base: str | None = None
        self.links: list[Link] = []
        self._in_body = False
        self._open_templates = 0

    def read(self, text: str) -> None:
        """Read a page."""
        from turbohtml import TokenType, tokenize

        noscript = None
        for token in tokenize(text):
            if token.type is TokenType.START_TAG:
                self._read_start_tag(token, token.line, token.col)
                noscript = token.tag if token.tag == "noscript" else None
            elif token.type is TokenType.END_TAG:
                self._read_end_tag(token)
            elif token.type is TokenType.TEXT and noscript and token.data:
                self._read_noscript(token.data, token.line, token.col)

    def _read_noscript(self, text: str, first_line: int, first_column: int) -> None:
        """Read the content of a NOSCRIPT, which the tokenizer takes for text.

        In it another NOSCRIPT is not read: the standard allows none there, and a page of nothing
        else would take quadratic time.

        Args:
            text: The content.
            first_line: The line at which it begins.
            first_column: The column at which it begins.
        """
        from turbohtml import TokenType, tokenize

        for token in tokenize(text):
            column = token.col + first_column if token.line == 1 else token.col
            if token.type is TokenType.START_TAG:
                self._read_start_tag(token, token.line + first_line - 1, column)

    def _read_start_tag(self, token: "Token", line: int, column: int) -> None:
        tag = token.tag or ""
        if tag == "template":
            self._open_templates += 1
        if not self._open_templates:  # what is in a template is in no document
            self._in_body |= tag not in _IN_HEAD
            if tag == "base" and self.base is None and not self._in_body:
                href = token.attr("href")
                self.base = None if href is None else href.strip()
        for name in LINK_ATTRIBUTES.get(tag, ()):
            value = token.attr(name)
            if value is not None:
                self.links.append(Link(value, tag, name, line, column))

    def _read_end_tag(self, token: "Token") -> None:
        if token.tag == "template":
            self._open_templates = max(0, self._open_templates - 1)
        elif token.tag == "head" and not self._open_templates:
            self._in_body = True
