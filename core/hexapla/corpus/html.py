"""HTML pages: the base of the page, and every link in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from hexapla.corpus.pair import Item, pair_or_bad
from hexapla.corpus.source import Format, Piece, Settings, SourceError
from hexapla.html.errors import DocumentError


class HtmlPage(Format):
    """A page; its rows are its links, in the order in which they stand in it."""

    name = "html"
    suffixes = (".html", ".htm", ".xhtml")

    def pieces(self, source: str, rows: int) -> Iterator[Piece]:
        """Yield the page as one piece."""
        yield Piece(source, self.name, Path(source).stat().st_size)

    def items(self, piece: Piece, settings: Settings) -> Iterator[Item]:
        """Read the links of the page."""
        with Path(piece.source).open("rb") as page:
            try:
                yield from links(page, piece.source, 1, settings.base)
            except DocumentError as error:
                raise SourceError(str(error)) from error


def links(
    page: BinaryIO, source: str, first: int, retrieval: str | None, charset: str | None = None
) -> Iterator[Item]:
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
