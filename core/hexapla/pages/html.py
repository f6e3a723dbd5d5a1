"""Find the charset, the BASE element and the links of an HTML page.

A page is tokenized under the HTML standard (section 13.2.5) with scripting disabled, so the content
of NOSCRIPT is read. No tree is built: each start tag counts as an element, even if a browser would
move or drop it. Everything between the tags of an SVG or MATH element counts as inside that
element.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from hexapla.pages.attributes import (
    LINK_ATTRIBUTES,
    PRESENTATION_ATTRIBUTES,
    STYLE,
    references_of_html,
)
from hexapla.pages.css import is_css, links_of_style
from hexapla.pages.encoding import HEAD, charset_of, check_not_binary, guess, known_codec
from hexapla.pages.link import FoundLinks, Link
from hexapla.pages.page import PageFormat, ParsedPage
from hexapla.values.extras import check_installed

if TYPE_CHECKING:
    from turbohtml import Token

# HTML 4.01, section 7.4.1: the elements allowed in the head. Any other element begins the body.
_IN_HEAD = frozenset(
    ("html", "head", "title", "base", "isindex", "link", "meta", "script", "style", "object")
) | {"noscript", "template"}

_FOREIGN = frozenset({"svg", "math"})
# Attributes of any SVG or MathML element.
_FOREIGN_ATTRIBUTES = ("href", "xlink:href")


def read_html(content: bytes, charset: str | None = None) -> ParsedPage:
    """Parse an HTML page.

    >>> read_html(b'<a href="?y">').links[0].reference
    '?y'

    Args:
        content: The bytes of the page.
        charset: The charset to use, even if the page declares another one; None to detect it.

    Raises:
        DocumentError: The page is a binary file, or its charset is unknown.
        MissingExtraError: The tokenizer isn't installed.
    """
    declared = charset or charset_of(content[:HEAD])
    check_not_binary(content, declared, "an HTML page")
    named = declared or guess(content)
    codec = known_codec(named, is_given=charset is not None)
    reader = _HtmlReader()
    reader.read(content.decode(codec, "replace"))
    return ParsedPage(
        PageFormat.HTML,
        named,
        declared is not None,
        reader.base.href,
        tuple(reader.found.links),
        tuple(reader.found.unread),
        begins_like_xml=reader.begins_like_xml,
    )


def base_element(text: str) -> str | None:
    """Return the HREF of a page's BASE element; None if there is none.

    The BASE element that applies is the first one in the head that has an HREF.

    Args:
        text: The page; any string is accepted.

    Raises:
        MissingExtraError: The tokenizer isn't installed.
    """
    check_installed("turbohtml")
    from turbohtml import TokenType

    base = _BaseFinder()
    for token, _, _ in _tokens_of(text):
        if token.type is TokenType.START_TAG:
            base.see_start_tag(token)
        elif token.type is TokenType.END_TAG:
            base.see_end_tag(token)
    return base.href


class _Placed(NamedTuple):
    """A token with its position in the page."""

    token: "Token"
    line: int
    column: int


def _tokens_of(text: str) -> Iterator[_Placed]:
    """Yield the tokens of a page.

    The tokenizer returns the content of a NOSCRIPT element as text, so this text is tokenized, too.
    The content of a nested NOSCRIPT isn't tokenized: the standard doesn't allow nesting, and a page
    of nested NOSCRIPTs would take quadratic time.
    """
    from turbohtml import TokenType, tokenize

    is_noscript = False
    for token in tokenize(text):
        if is_noscript and token.type is TokenType.TEXT and token.data:
            yield from _tokens_within(token.data, token.line, token.col)
            continue
        yield _Placed(token, token.line, token.col)
        if token.type is TokenType.START_TAG:
            is_noscript = token.tag == "noscript"


def _tokens_within(text: str, first_line: int, first_column: int) -> Iterator[_Placed]:
    """Yield the tokens in the content of a NOSCRIPT, except end tags of HEAD.

    Args:
        text: The content.
        first_line: The line at which the content begins.
        first_column: The column at which the content begins.
    """
    from turbohtml import TokenType, tokenize

    for token in tokenize(text):
        if token.type is TokenType.END_TAG and token.tag == "head":
            continue
        column = token.col + (first_column if token.line == 1 else 0)
        yield _Placed(token, token.line + first_line - 1, column)


class _BaseFinder:
    """Finds the applicable BASE element while the tokens of a page are read."""

    def __init__(self) -> None:
        self.href: str | None = None
        self._in_body = False
        self._open_templates = 0

    def see_start_tag(self, token: "Token") -> None:
        """Process a start tag of the page."""
        if token.tag == "template":
            self._open_templates += 1
        if self._open_templates:  # the content of a template isn't part of the document
            return
        if token.tag not in _IN_HEAD:
            self._in_body = True
        if token.tag == "base" and self.href is None and not self._in_body:
            href = token.attr("href")
            self.href = None if href is None else href.strip()

    def see_end_tag(self, token: "Token") -> None:
        """Process an end tag of the page."""
        if token.tag == "template":
            self._open_templates = max(0, self._open_templates - 1)
        elif token.tag == "head" and not self._open_templates:
            self._in_body = True


class _HtmlReader:
    """Collects the BASE element and the links of a page while its tokens are read."""

    def __init__(self) -> None:
        self.base = _BaseFinder()
        self.found = FoundLinks()
        self.begins_like_xml = False
        self._is_first_tag = True
        self._in_style = False
        self._open_foreign = 0

    def read(self, text: str) -> None:
        """Read the tokens of a page."""
        check_installed("turbohtml")
        from turbohtml import TokenType

        self.begins_like_xml = text[:HEAD].lstrip("\ufeff\t\n\f\r ").startswith("<?xml")
        for token, line, column in _tokens_of(text):
            if token.type is TokenType.START_TAG:
                self.base.see_start_tag(token)
                self._read_start_tag(token, line, column)
            elif token.type is TokenType.END_TAG:
                self.base.see_end_tag(token)
                self._read_end_tag(token)
            elif token.type is TokenType.TEXT and self._in_style:
                self.found.keep(links_of_style(token.data or "", "style", "", line, column))

    def _read_start_tag(self, token: "Token", line: int, column: int) -> None:
        tag = token.tag or ""
        if self._is_first_tag:
            self._is_first_tag = False
            self.begins_like_xml |= tag == "svg"
        if tag in _FOREIGN and not token.self_closing:
            self._open_foreign += 1
        self._in_style = tag == "style" and is_css(token.attr("type"))
        for reference, name in references_of_html(tag, token.attr):
            self.found.links.append(Link(reference, tag, name, line, column))
        if self._open_foreign or tag in _FOREIGN:
            self._read_foreign_attributes(token, line, column)
        style = token.attr(STYLE)
        if style is not None:
            self.found.keep(links_of_style(style, tag, STYLE, line, column))

    def _read_foreign_attributes(self, token: "Token", line: int, column: int) -> None:
        """Collect the links in attributes that any element of SVG or MathML can have."""
        tag = token.tag or ""
        for name in _FOREIGN_ATTRIBUTES:
            value = token.attr(name)
            if value is not None and name not in LINK_ATTRIBUTES.get(tag, ()):
                self.found.links.append(Link(value, tag, name, line, column))
        for name in PRESENTATION_ATTRIBUTES:
            value = token.attr(name)
            if value is not None:
                self.found.keep(links_of_style(value, tag, name, line, column))

    def _read_end_tag(self, token: "Token") -> None:
        self._in_style = False
        if token.tag in _FOREIGN:
            self._open_foreign = max(0, self._open_foreign - 1)
