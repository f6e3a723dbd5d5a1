"""Find the references in CSS: in style sheets, STYLE elements and style attributes.

tinycss2 tokenizes CSS according to CSS Syntax. References are found even in rules that a browser
would ignore.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import attrs
import tinycss2
import tinycss2.ast
from tinycss2.bytes import decode_stylesheet_bytes

from hexapla.pages.encoding import charset_of_css, check_not_binary, known_codec
from hexapla.pages.link import FoundLinks, Link, UnreadPart, XmlBase
from hexapla.pages.page import PageFormat, ParsedPage
from hexapla.values.errors import DocumentError

LARGEST_STYLE_SHEET = 4 << 20
"""The maximum number of characters of CSS in a style sheet, an element or an attribute.

In the worst case, the tokens take 320 times as much memory as the CSS: 1.3 GB at this maximum.
"""

# Functions of CSS Values and Units (url, src) and of CSS Images (image-set). A string is a
# reference if it is the first argument of url or src, or a direct argument of image-set.
_FUNCTIONS = {
    "url": "url()",
    "src": "src()",
    "image-set": "image-set()",
    "-webkit-image-set": "image-set()",
}
_OF_FIRST_STRING = ("url()", "src()")
_INSIGNIFICANT = ("whitespace", "comment")
_SURROGATE = re.compile("[\ud800-\udfff]")


class CssReference(NamedTuple):
    """A reference in CSS.

    Attributes:
        reference: The reference, without quotes and escapes.
        construct: The construct that contains the reference: `url()`, `src()`, `image-set()` or
            `@import`.
        line: The line of the reference's token, counted from 1.
        column: The column of the reference's token, in code points from 0.
    """

    reference: str
    construct: str
    line: int
    column: int


def css_references(text: str) -> list[CssReference]:
    """Return the references in CSS, in order.

    >>> [found.reference for found in css_references('@import "a.css"; b { cursor: url(c) }')]
    ['a.css', 'c']

    Args:
        text: A style sheet, or the value of a style attribute; it need not be valid CSS.

    Raises:
        DocumentError: The string is too long, or contains a number with too many digits.
    """
    if "(" not in text and "@" not in text:
        return []
    if len(text) > LARGEST_STYLE_SHEET:
        raise DocumentError(f"the CSS has more than {LARGEST_STYLE_SHEET:,} characters")
    try:
        tokens = tinycss2.parse_component_value_list(text)
    except ValueError:  # Python doesn't convert more than 4,300 digits
        raise DocumentError("the CSS has a number with more than 4,300 digits") from None
    return list(_references_in(tokens))


@attrs.define
class _Level:
    """The remaining tokens of a block or a function.

    Attributes:
        tokens: The tokens.
        construct: The function, such as `url()`, if the next string in it is a reference; empty
            otherwise.
        at_rule: The at-keyword before the next token, in lower case; empty if there is none.
    """

    tokens: Iterator[tinycss2.ast.Node]
    construct: str = ""
    at_rule: str = ""


def _references_in(tokens: Sequence[tinycss2.ast.Node]) -> Iterator[CssReference]:
    """Yield the references in tokens, including those in nested blocks and functions."""
    levels = [_Level(iter(tokens))]
    while levels:
        level = levels[-1]
        token = next(level.tokens, None)
        if token is None:
            levels.pop()
            continue
        if token.type in _INSIGNIFICANT:
            continue
        if token.type == "at-keyword":
            level.at_rule = token.lower_value
            continue
        if level.at_rule == "namespace":  # the URL of a namespace is only a name, not a link
            if token == ";" or token.type == "{} block":
                level.at_rule = ""
            continue
        is_imported = level.at_rule == "import"
        level.at_rule = ""
        construct = level.construct
        if construct in _OF_FIRST_STRING:
            level.construct = ""
        if token.type == "url":
            yield _reference(token, "url()")
        elif token.type == "string" and is_imported:
            yield _reference(token, "@import")
        elif token.type == "string" and construct:
            yield _reference(token, construct)
        elif token.type == "function":
            within = _FUNCTIONS.get(token.lower_name, "")
            levels.append(_Level(iter(token.arguments), within))
        elif token.type.endswith(" block"):
            levels.append(_Level(iter(token.content)))


def _reference(token: tinycss2.ast.Node, construct: str) -> CssReference:
    """Return the reference in a token.

    An escaped surrogate becomes U+FFFD (CSS Syntax, section 4.3.7).
    """
    reference = _SURROGATE.sub("\ufffd", token.value)
    return CssReference(reference, construct, token.source_line, token.source_column - 1)


def links_of_style(
    text: str,
    element: str,
    attribute: str,
    line: int,
    column: int,
    xml_base: XmlBase | None = None,
) -> Iterator[Link | UnreadPart]:
    """Yield the links in CSS, or an unread part if the CSS can't be parsed.

    Args:
        text: The CSS.
        element: The name of the element that contains the CSS; empty for a style sheet.
        attribute: The attribute that contains the CSS; empty if the CSS isn't in an attribute.
            Links in an attribute get the position of the tag.
        line: The line, from 1, at which the CSS or, for an attribute, the tag begins.
        column: The column, in code points from 0, at which the CSS or the tag begins.
        xml_base: The nearest xml:base around the CSS; None if there is none.
    """
    try:
        found = css_references(text)
    except DocumentError as error:
        yield UnreadPart(str(error), line, column)
        return
    for reference, construct, css_line, css_column in found:
        link_line = line
        link_column = column
        if not attribute:
            link_line += css_line - 1
            link_column = css_column + (column if css_line == 1 else 0)
        yield Link(reference, element, attribute, link_line, link_column, construct, xml_base)


def is_css(type_attribute: str | None) -> bool:
    """Return whether a STYLE element contains CSS, given its TYPE (None if absent)."""
    return not type_attribute or type_attribute.lower() == "text/css"


def read_css(content: bytes, charset: str | None = None) -> ParsedPage:
    """Parse a style sheet.

    >>> read_css(b'@import "a.css";').links[0].reference
    'a.css'

    Args:
        content: The bytes of the style sheet.
        charset: The charset to use, even if an @charset rule declares another; None to detect it. A
            byte order mark takes precedence.

    Raises:
        DocumentError: The content is binary, or the given charset is unknown.
    """
    declared = charset or charset_of_css(content)
    check_not_binary(content, declared, "a style sheet")
    if charset is not None:
        known_codec(charset, is_given=True)
    text, encoding = decode_stylesheet_bytes(content, protocol_encoding=charset)
    found = FoundLinks()
    found.keep(links_of_style(text, "", "", 1, 0))
    return ParsedPage(
        PageFormat.CSS,
        encoding.name,
        declared is not None,
        None,
        tuple(found.links),
        tuple(found.unread),
    )
