"""WARC: the pages among its records, each with the base that its record and the page give.

ISO 28500:2017. The rows of a file are the links of all its pages, numbered through.
"""

import contextlib
import gzip
import io
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from hexapla.corpus.extras import Need, library
from hexapla.corpus.html import links
from hexapla.corpus.pair import BadRow, Item
from hexapla.corpus.source import Format, Piece, Settings, SourceError
from hexapla.html.encoding import codec_of
from hexapla.html.errors import DocumentError

_GZIP = b"\x1f\x8b"
_TYPES_OF_RECORDS = ("response", "resource")
_TYPES_OF_PAGES = ("text/html", "application/xhtml+xml")

WARC = Need("warcio.archiveiterator", "warc", "WARC")

# A page of more octets is held on the disk while it is read.
_IN_MEMORY = 1 << 20


class Warc(Format):
    """An archive of records, compressed or not."""

    name = "warc"
    suffixes = (".warc", ".warc.gz")
    need = WARC

    def pieces(self, source: str, rows: int) -> Iterator[Piece]:
        """Yield the archive as one piece."""
        yield Piece(source, self.name, Path(source).stat().st_size)

    def items(self, piece: Piece, settings: Settings) -> Iterator[Item]:
        """Read the links of the pages in the archive."""
        row = 1
        with Path(piece.source).open("rb") as file:
            for record in _records(file):
                for item in _items(record, piece.source, row, settings):
                    yield item
                    row += 1


class _Octets:
    """The octets of an archive, unpacked; where they can't be read further they end.

    The library would take what is raised for the end of the archive, and lose what came with it.
    """

    def __init__(self, file: BinaryIO) -> None:
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        self._stream = cast(io.BufferedIOBase, gzip.GzipFile(fileobj=file) if packed else file)
        self._position = 0
        self.error: Exception | None = None

    def read(self, size: int) -> bytes:
        try:
            block = self._stream.read1(size)
        except (EOFError, OSError, zlib.error) as error:
            self.error = error
            return b""
        self._position += len(block)
        return block

    def tell(self) -> int:
        return self._position


def _records(file: BinaryIO) -> Iterator[Any]:
    """Yield the records of an archive; raise `SourceError` after the last one that can be read.

    The library takes most damage for the end of the file: what it read of a record is therefore
    held against the length that the record states, and the end against all that was read.
    """
    octets = _Octets(file)
    with _quiet():
        archive = library(*WARC).ArchiveIterator(octets)
    while True:
        place = f"the record at octet {archive.offset}"
        try:
            with _quiet():
                record = next(archive, None)
        except Exception as error:  # the library has no error of its own for a broken header
            raise SourceError(f"it can't be read: {error}", place) from error
        if record is None:
            break
        yield record
        with _quiet():
            archive.read_to_end()
        if getattr(record.raw_stream, "limit", 1):
            raise SourceError(_cut(octets), place)
        if archive.err_count:
            raise SourceError("the record is longer than it says", place)
    place = f"the record at octet {archive.offset}"
    if octets.error is not None or archive.offset < octets.tell():
        raise SourceError(_cut(octets), place)


def _quiet() -> contextlib.AbstractContextManager[object]:
    """Keep the library from printing what it can't read."""
    return contextlib.redirect_stderr(io.StringIO())


def _cut(octets: _Octets) -> str:
    return "the archive is cut off" + (f": {octets.error}" if octets.error is not None else "")


def _items(record: Any, source: str, first: int, settings: Settings) -> Iterator[Item]:
    from email.message import Message  # other formats need no parser of mail

    headers = record.http_headers or record.rec_headers
    if record.rec_type not in _TYPES_OF_RECORDS or record.length is None:
        return
    described = Message()
    described["Content-Type"] = headers.get_header("Content-Type") or ""
    if described.get_content_type() not in _TYPES_OF_PAGES:
        return
    charset = described.get_content_charset()
    uri = record.rec_headers.get_header("WARC-Target-URI") or ""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as page:
        shutil.copyfileobj(record.content_stream(), page)
        page.seek(0)
        named = charset if charset and codec_of(charset) is not None else None
        try:
            yield from links(
                cast(BinaryIO, page), source, first, settings.base or uri.strip("<>"), named
            )
        except DocumentError as error:
            yield BadRow(source, first, f"no links can be read in the page {uri}: {error}")
