"""The attributes whose values are or contain references.

One table lists the attributes of each HTML element; it also applies to XHTML. Another table lists
the attributes, other than `style`, that contain CSS in any SVG element.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from hexapla.pages.image_candidates import candidate_urls
from hexapla.pages.refresh import refresh_url

# The attributes of type "%URI;" in HTML 4.01's index of attributes, and attributes that HTML has
# added since.
_ELEMENTS = {
    "archive": "object",
    "classid": "object",
    "codebase": "applet object",
    "data": "object",
    "href": "a area link",
    "imagesrcset": "link",
    "longdesc": "frame iframe img",
    "ping": "a area",
    "poster": "video",
    "src": "audio embed frame iframe img input script source track video",
    "srcset": "img source",
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
"""The attributes that contain references, keyed by the name of the HTML element."""
_IMAGE_CANDIDATES = frozenset({"srcset", "imagesrcset"})
_SPACE_SEPARATED = frozenset({"archive", "ping"})

STYLE = "style"
"""The attribute in HTML and SVG that contains CSS declarations."""

# SVG 2, section 6.6, and SVG 1.1, appendix N: attributes for properties that can have a url()
# value.
PRESENTATION_ATTRIBUTES = (
    "clip-path",
    "color-profile",
    "cursor",
    "fill",
    "filter",
    "marker",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "stroke",
)
"""The SVG attributes, other than `style`, whose CSS can contain references."""

ValueOf = Callable[[str], str | None]
"""A function that takes the name of an attribute, and returns its value; None if it is absent."""

_WORD = re.compile(r"[^\t\n\f\r ]+")


class AttributeReference(NamedTuple):
    """A reference in an attribute, with the name of the attribute."""

    reference: str
    attribute: str


def references_of_html(tag: str, value_of: ValueOf) -> Iterator[AttributeReference]:
    """Yield the references in the attributes of an HTML or XHTML element, except those in CSS.

    The references are in the order of the attributes in `LINK_ATTRIBUTES`.

    Args:
        tag: The name of the element.
        value_of: A function that returns the value of an attribute.
    """
    for name in LINK_ATTRIBUTES.get(tag, ()):
        value = value_of(name)
        if value is None:
            continue
        for reference in _references_in(name, value):
            yield AttributeReference(reference, name)
    if tag == "meta":
        yield from _references_of_meta(value_of)


def _references_in(name: str, value: str) -> Iterator[str]:
    """Yield the references in the value of an attribute."""
    if name in _IMAGE_CANDIDATES:
        yield from candidate_urls(value)
    elif name in _SPACE_SEPARATED:
        for word in _WORD.finditer(value):
            yield word[0]
    else:
        yield value


def _references_of_meta(value_of: ValueOf) -> Iterator[AttributeReference]:
    """Yield the URL to which a META element redirects the page (`http-equiv=refresh`), if any."""
    http_equiv = value_of("http-equiv")
    content = value_of("content")
    if http_equiv is None or content is None or http_equiv.lower() != "refresh":
        return
    reference = refresh_url(content)
    if reference is not None:
        yield AttributeReference(reference, "content")
