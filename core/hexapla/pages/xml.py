"""Find the charset, the bases and the links of XML documents, such as SVG, XHTML and feeds.

Documents are parsed by Expat, which loads no external entities here. The base of each element is
determined under XML Base. Attributes that only a DTD supplies are not read.
"""

from collections.abc import Mapping
from typing import NamedTuple
from xml.parsers import expat

import attrs

from hexapla.pages.attributes import (
    LINK_ATTRIBUTES,
    PRESENTATION_ATTRIBUTES,
    STYLE,
    references_of_html,
)
from hexapla.pages.css import LARGEST_STYLE_SHEET, is_css, links_of_style
from hexapla.pages.encoding import charset_of_xml, known_codec
from hexapla.pages.entities import PUBLIC_IDENTIFIERS, entity_declarations
from hexapla.pages.link import FoundLinks, Link, UnreadPart, XmlBase
from hexapla.pages.page import PageFormat, ParsedPage

DEEPEST_ELEMENT = 100_000
"""The maximum number of open elements, which limits memory use."""
DEEPEST_BASE = 100
"""The maximum number of nested xml:base attributes, which limits the time to resolve a base."""

# The encoding of a document without a declaration (XML 1.0, section 4.3.3).
_DEFAULT_CHARSET = "utf-8"
# The separator that Expat puts between the namespace, the name and the prefix. No XML document can
# contain this character.
_SEPARATOR = "\x01"
_XHTML = "http://www.w3.org/1999/xhtml"
_SVG = "http://www.w3.org/2000/svg"
_XML_BASE = _SEPARATOR.join(("http://www.w3.org/XML/1998/namespace", "base", "xml"))
_XLINK_HREF = _SEPARATOR.join(("http://www.w3.org/1999/xlink", "href", ""))
# Attributes that contain a reference in any element of any namespace.
_ANY_ELEMENT = ("href", "src")
# Attributes that contain CSS, keyed by the element's namespace.
_CSS_ATTRIBUTES = {_XHTML: (STYLE,), _SVG: (STYLE, *PRESENTATION_ATTRIBUTES)}
_STYLE_SHEET = "xml-stylesheet"
_REST = "; the rest wasn't read"


def read_xml(content: bytes, charset: str | None = None) -> ParsedPage:
    """Parse an XML document.

    If the document isn't well-formed or exceeds a limit, only the part before the error is read.
    The rest is reported as an unread part.

    >>> read_xml(b'<feed><link href="?y"/></feed>').links[0].reference
    '?y'

    Args:
        content: The bytes of the document.
        charset: The charset to use, even if the document declares another one; None to detect it.

    Raises:
        DocumentError: The charset is unknown.
    """
    declared = charset or charset_of_xml(content)
    named = declared or _DEFAULT_CHARSET
    codec = known_codec(named, is_given=charset is not None)
    reader = _XmlReader(len(content))
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        text = error.object[: error.start].decode(codec, "replace")
        reader.read(text, is_whole=False)
        if not reader.found.unread:
            line, column = _end_of(text)
            wrong = f"XML error: bytes that aren't valid {named}{_REST}"
            reader.found.unread.append(UnreadPart(wrong, line, column))
    else:
        reader.read(text, is_whole=True)
    return ParsedPage(
        PageFormat.XML,
        named,
        declared is not None,
        reader.base_element,
        tuple(reader.found.links),
        tuple(reader.found.unread),
        root_xml_base=reader.root_xml_base,
    )


def _end_of(text: str) -> tuple[int, int]:
    """Return the line (from 1) and the column (from 0) of the end of a string."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return len(lines), len(lines[-1])


class _LimitError(Exception):
    """A document exceeds a limit, which the message describes."""

    def __init__(self, wrong: str, line: int, column: int) -> None:
        super().__init__(wrong)
        self.line = line
        self.column = column


class _XmlReader:
    """Collects the bases and the links of a document while Expat parses it."""

    def __init__(self, size: int) -> None:
        """Prepare to read a document of `size` bytes."""
        self.found = FoundLinks()
        self.base_element: str | None = None
        self.root_xml_base: str | None = None
        self._size = size
        self._has_root = False
        # The xml:base that applies in each open element, if any.
        self._bases: list[XmlBase | None] = []
        self._style: _Style | None = None
        # Entities can multiply the size of a document, so the expanded size is counted if a
        # document declares entities.
        self._has_entities = False
        self._read_size = 0

        self._parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
        self._parser.namespace_prefixes = True
        self._parser.specified_attributes = True
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE)
        self._parser.StartElementHandler = self._start_element
        self._parser.EndElementHandler = self._end_element
        self._parser.ProcessingInstructionHandler = self._processing_instruction
        self._parser.EntityDeclHandler = self._entity_declaration
        self._parser.ExternalEntityRefHandler = self._external_entity

    def read(self, text: str, *, is_whole: bool) -> None:
        """Parse a document.

        Args:
            text: The document, or its beginning.
            is_whole: Whether `text` is the whole document.
        """
        try:
            self._parser.Parse(text, is_whole)
        except expat.ExpatError as error:
            wrong = f"XML error: {expat.ErrorString(error.code)}{_REST}"
            self.found.unread.append(UnreadPart(wrong, error.lineno, error.offset))
        except _LimitError as error:
            self.found.unread.append(UnreadPart(f"{error}{_REST}", error.line, error.column))

    def _limit(self, wrong: str) -> _LimitError:
        """Return an error that ends parsing at the current position."""
        parser = self._parser
        return _LimitError(wrong, parser.CurrentLineNumber, parser.CurrentColumnNumber)

    # Callbacks for Expat.

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        self._check_limits(attributes)
        element = _name_of(name)
        base = self._base_within(attributes)
        self._bases.append(base)
        self._read_attributes(element, attributes, base)
        is_style = element.local == "style" and element.namespace in (_XHTML, _SVG)
        if is_style and self._style is None and is_css(attributes.get("type")):
            self._style = _Style(element.written, len(self._bases), base)
            self._parser.CharacterDataHandler = self._character_data
        if element.namespace == _XHTML and element.local == "base" and self.base_element is None:
            href = attributes.get("href")
            self.base_element = None if href is None else href.strip()
        self._has_root = True

    def _end_element(self, name: str) -> None:
        style = self._style
        if style is not None and style.depth == len(self._bases):
            self._parser.CharacterDataHandler = None
            self._style = None
            text = "".join(style.pieces)
            line = style.line
            column = style.column
            self.found.keep(links_of_style(text, style.element, "", line, column, style.base))
        self._bases.pop()

    def _character_data(self, data: str) -> None:
        """Collect the content of a STYLE element, up to the limit on its size."""
        style = self._style
        assert style is not None
        if not style.pieces:
            style.line = self._parser.CurrentLineNumber
            style.column = self._parser.CurrentColumnNumber
        if style.size <= LARGEST_STYLE_SHEET:
            style.pieces.append(data)
            style.size += len(data)

    def _processing_instruction(self, target: str, data: str) -> None:
        """Read a link to a style sheet, if the processing instruction comes before the root."""
        if target != _STYLE_SHEET or self._has_root:
            return
        href = _pseudo_attributes(data).get("href")
        if href is not None:
            line = self._parser.CurrentLineNumber
            column = self._parser.CurrentColumnNumber
            self.found.links.append(Link(href, f"?{target}", "href", line, column))

    def _entity_declaration(self, *_: object) -> None:
        self._has_entities = True

    def _external_entity(
        self, context: str | None, base: str | None, system_id: str | None, public_id: str | None
    ) -> int:
        """Declare the entities of XHTML instead of loading its DTD; ignore other entities."""
        if context is None and public_id in PUBLIC_IDENTIFIERS:
            dtd = self._parser.ExternalEntityParserCreate(context)
            dtd.Parse(entity_declarations(), True)
        return 1

    # Helpers for the callbacks.

    def _check_limits(self, attributes: Mapping[str, str]) -> None:
        """Raise `_LimitError` if a document exceeds a limit."""
        if len(self._bases) == DEEPEST_ELEMENT:
            raise self._limit(f"elements are nested more than {DEEPEST_ELEMENT:,} deep")
        if self._has_entities:
            self._read_size += 1 + sum(map(len, attributes.values()))
            if self._read_size > self._size:
                raise self._limit("the entities expand to more text than the document contains")

    def _base_within(self, attributes: Mapping[str, str]) -> XmlBase | None:
        """Return the xml:base that applies in an element; None if there is none.

        An element without an xml:base inherits that of its parent.
        """
        around = self._bases[-1] if self._bases else None
        value = attributes.get(_XML_BASE)
        if value is None:
            return around
        if not self._has_root:
            self.root_xml_base = value
        depth = 1 if around is None else around.depth + 1
        if depth > DEEPEST_BASE:
            raise self._limit(f"more than {DEEPEST_BASE} xml:base attributes apply here")
        return XmlBase(value, around, depth)

    def _read_attributes(
        self, element: "_Name", attributes: Mapping[str, str], base: XmlBase | None
    ) -> None:
        """Collect the links in the attributes of an element."""
        line = self._parser.CurrentLineNumber
        column = self._parser.CurrentColumnNumber
        links = self.found.links
        names_read: tuple[str, ...] = ()
        if element.namespace == _XHTML:
            for reference, name in references_of_html(element.local, attributes.get):
                links.append(Link(reference, element.written, name, line, column, xml_base=base))
            names_read = LINK_ATTRIBUTES.get(element.local, ())
            if element.local == "base":  # its HREF is a base, not a link
                names_read = ("href",)
        for key, value in attributes.items():
            if key in _ANY_ELEMENT and key not in names_read:
                links.append(Link(value, element.written, key, line, column, xml_base=base))
            elif key.startswith(_XLINK_HREF):
                name = _name_of(key).written
                links.append(Link(value, element.written, name, line, column, xml_base=base))
        for name in _CSS_ATTRIBUTES.get(element.namespace, ()):
            css = attributes.get(name)
            if css is not None:
                found = links_of_style(css, element.written, name, line, column, base)
                self.found.keep(found)


class _Name(NamedTuple):
    """The name of an element or an attribute."""

    namespace: str
    local: str
    written: str


def _name_of(name: str) -> _Name:
    """Return the name of an element or an attribute.

    Args:
        name: A name from Expat: either the local name alone, or the namespace, the local name, and
            the prefix if there is one.
    """
    parts = name.split(_SEPARATOR)
    if len(parts) == 1:
        return _Name("", name, name)
    if len(parts) == 2:
        return _Name(parts[0], parts[1], parts[1])
    return _Name(parts[0], parts[1], f"{parts[2]}:{parts[1]}")


@attrs.define
class _Style:
    """An open STYLE element.

    Attributes:
        element: The element's name, as written.
        depth: The number of open elements, including the STYLE element.
        base: The xml:base that applies in the element.
        pieces: The content so far.
        size: The number of characters in the content.
        line: The line at which the content begins, from 1.
        column: The column at which the content begins, in code points from 0. Columns after an
            entity reference or a CDATA section on the same line are shifted.
    """

    element: str
    depth: int
    base: XmlBase | None
    pieces: list[str] = attrs.field(factory=list)
    size: int = 0
    line: int = 1
    column: int = 0


def _pseudo_attributes(data: str) -> dict[str, str]:
    """Parse the pseudo-attributes of a processing instruction.

    Under "Associating Style Sheets with XML documents", pseudo-attributes are written like
    attributes. The result is empty if they are malformed.
    """
    attributes: dict[str, str] = {}
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _, given: attributes.update(given)
    try:
        parser.Parse(f"<{_STYLE_SHEET} {data}/>", True)
    except expat.ExpatError:
        return {}
    return attributes
