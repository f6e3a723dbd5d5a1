"""HTML pages: the base of the page, and every link in it."""

from collections.abc import Iterator
from typing import BinaryIO

from hexapla.corpus.source import BadRow, Pair, Settings, SourceError, pair_or_bad
from hexapla.html.errors import DocumentError


def links_of_page(file: BinaryIO, source: str, settings: Settings) -> Iterator[Pair | BadRow]:
    """Yield the links of a page as rows, in the order in which they stand in it.

    Args:
        file: The file, which can be read twice.
        source: The name of the file.
        settings: The URL by which the page was retrieved, as the base.

    Raises:
        SourceError: The page has no base, or is none.
    """
    try:
        yield from links(file, source, 1, settings.base)
    except DocumentError as error:
        raise SourceError(str(error)) from error


def links(
    page: BinaryIO, source: str, first: int, retrieval: str | None, charset: str | None = None
) -> Iterator[Pair | BadRow]:
    """Yield the links of a page as pairs.

    Args:
        page: A binary file that can be read twice.
        source: The name of the source that the page is from.
        first: The number of the first row.
        retrieval: The URL by which the page was retrieved.
        charset: The charset of the page, whatever the page says.

    Raises:
        DocumentError: The page has no base, or is none.
    """
    # Other formats need no parser of HTML, which takes its time to load.
    from hexapla.comparison.page_base import base_of_page
    from hexapla.html.page import open_html

    opened = open_html(page, charset)
    base = base_of_page(opened.base_element(), retrieval).uri
    assert base is not None
    for row, link in enumerate(opened.links(), first):
        yield pair_or_bad(source, row, base, link.reference)
