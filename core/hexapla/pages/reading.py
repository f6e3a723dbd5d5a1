"""Parse a page in any of the formats."""

from hexapla.pages.css import read_css
from hexapla.pages.html import read_html
from hexapla.pages.page import PageFormat, ParsedPage
from hexapla.pages.xml import read_xml

_READERS = {PageFormat.HTML: read_html, PageFormat.XML: read_xml, PageFormat.CSS: read_css}


def read_page(
    content: bytes, charset: str | None = None, format: PageFormat = PageFormat.HTML
) -> ParsedPage:
    """Parse a page.

    >>> read_page(b'<a href="?y">').links[0].reference
    '?y'

    Args:
        content: The bytes of the page.
        charset: The charset to use, even if the page declares another one; None to detect it.
        format: The format to parse the page as.

    Raises:
        DocumentError: The page is a binary file, or its charset is unknown.
        MissingExtraError: The HTML tokenizer isn't installed.
    """
    return _READERS[format](content, charset)
