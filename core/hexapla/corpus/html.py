"""HTML pages: the base of the page, and every link in it."""

from collections.abc import Iterator
from typing import BinaryIO

from hexapla.corpus.source import Settings


def links_of_page(file: BinaryIO, settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield the links of a page, which was retrieved by the base of the settings."""
    return links(file, settings.base)


def links(
    page: BinaryIO, retrieval: str | None, charset: str | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the base and the reference of each link of a page, in their order.

    Args:
        page: A binary file that can be read twice.
        retrieval: The URL by which the page was retrieved.
        charset: The charset of the page, whatever the page says.

    Raises:
        DocumentError: The page has no base, or is none.
    """
    # Other formats need no parser of HTML, which takes its time to load.
    from hexapla.comparison.operations import base_of_page
    from hexapla.html.page import open_html

    opened = open_html(page, charset)
    base = base_of_page(opened.base_element(), retrieval).uri
    assert base is not None
    for link in opened.links():
        yield base, link.reference
