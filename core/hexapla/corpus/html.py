"""HTML pages: the base of the page, and every link in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from hexapla.audit.page import DocumentError, audit
from hexapla.corpus.pair import LONGEST_ROW, BadRow, Item, Pair
from hexapla.corpus.source import Format, Piece, Settings, SourceError


class HtmlPage(Format):
    """A page; its rows are its links, in the order in which they stand in it."""

    name = "html"
    suffixes = (".html", ".htm", ".xhtml")

    def pieces(self, source: str, rows: int) -> Iterator[Piece]:
        """Give the page as one piece."""
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
    """Give the links of a page that was retrieved by a URL as pairs, numbered from `first`.

    Raises `DocumentError` for a page without a base, and for one that is none.
    """
    found = audit(page, retrieval, (), charset)
    assert found.base.uri is not None
    for row, link in enumerate(found.read(), first):
        if len(link.reference) > LONGEST_ROW:
            octets = link.reference.encode("utf-8", "surrogatepass")
            wrong = f"the link has more than {LONGEST_ROW} characters"
            yield BadRow(source, row, wrong, octets)
        else:
            yield Pair(source, row, found.base.uri, link.reference)
