"""Links of a page, the xml:base attributes around them, and parts that could not be read."""

from collections.abc import Iterable
from typing import NamedTuple

import attrs


@attrs.frozen(eq=False)
class XmlBase:
    """An xml:base attribute (XML Base), linked to the xml:base attribute around it.

    Attributes:
        value: The attribute's value, as written.
        parent: The xml:base of the nearest ancestor that has one; None if no ancestor has one.
        depth: The number of xml:base attributes that apply inside the element, including this one.
    """

    value: str
    parent: "XmlBase | None"
    depth: int


class Link(NamedTuple):
    """A link of a page: the reference as written, and its position.

    Attributes:
        reference: The reference, without the quotes and escapes of the format.
        element: The name of the element, as written in XML and in lower case in HTML; empty in a
            style sheet. The name of a processing instruction is preceded by "?".
        attribute: The name of the attribute; empty if the link isn't in an attribute.
        line: The line, from 1.
        column: The column, in code points from 0. Line and column are those of the tag or, in CSS
            outside attributes, of the token.
        css: The CSS construct that contains the reference, such as `url()` or `@import`; empty
            outside CSS.
        xml_base: The nearest xml:base around the link; None if there is none.
    """

    reference: str
    element: str
    attribute: str
    line: int
    column: int
    css: str = ""
    xml_base: XmlBase | None = None


class UnreadPart(NamedTuple):
    """A part of a page whose links could not be read, with the problem and the position.

    Attributes:
        wrong: The problem, in words.
        line: The line at which the part begins, from 1.
        column: The column at which the part begins, in code points from 0.
    """

    wrong: str
    line: int
    column: int


@attrs.define(eq=False)
class FoundLinks:
    """The links and unread parts that have been found so far while a page is read.

    Attributes:
        links: The links, in document order.
        unread: The parts that could not be read, in document order.
    """

    links: list[Link] = attrs.field(factory=list)
    unread: list[UnreadPart] = attrs.field(factory=list)

    def keep(self, items: Iterable[Link | UnreadPart]) -> None:
        """Add links and unread parts to their lists."""
        for item in items:
            if isinstance(item, Link):
                self.links.append(item)
            else:
                self.unread.append(item)
