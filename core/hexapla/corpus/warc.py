"""WARC: the pages among its records, each with the base that its record and the page give.

ISO 28500:2017. The rows of a file are the links of all its pages, numbered through.
"""

import contextlib
import gzip
import io
import tempfile
import zlib
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any, BinaryIO, cast

from hexapla.corpus.extras import Need, library
from hexapla.corpus.html import links
from hexapla.corpus.http_message import HttpError, content_of, header_of
from hexapla.corpus.pair import BadRow, Item
from hexapla.corpus.source import Format, Piece, Settings, SourceError
from hexapla.html.encoding import codec_of
from hexapla.html.errors import DocumentError

_GZIP = b"\x1f\x8b"
_HTTP_RECORD = "response"
_HTTP_SCHEMES = ("http:", "https:")
_TYPES_OF_RECORDS = ("response", "resource")
_TYPES_OF_PAGES = ("text/html", "application/xhtml+xml")

WARC = Need("warcio.archiveiterator", "warc", "WARC")

# A page of more octets is held on the disk while it is read.
_IN_MEMORY = 1 << 20

_LONGEST_HEADER = 1 << 18
# In characters: how much of a record a message repeats.
_LONGEST_TOLD = 200


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


class _Reader:
    """The library's reader of an archive, which reads lines of headers, and the octets between."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._in_header = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def read(self, length: int | None = None) -> bytes:
        self._in_header = 0
        octets: bytes = self._reader.read(length)
        return octets

    def readline(self, length: int | None = None) -> bytes:
        """Read a line; raise `ValueError` where the lines of a header become too many.

        The library sets no length for those; others do for what a record holds.
        """
        if length is not None:
            line: bytes = self._reader.readline(length)
            return line
        line = self._reader.readline(_LONGEST_HEADER + 1)
        self._in_header += len(line)
        if self._in_header > _LONGEST_HEADER:
            raise ValueError(f"its header has more than {_LONGEST_HEADER} octets")
        return line


def _records(file: BinaryIO) -> Iterator[Any]:
    """Yield the records of an archive; raise `SourceError` after the last one that can be read.

    The library takes most damage for the end of the file: what it read of a record is therefore
    held against the length that the record states, and the end against all that was read.
    """
    octets = _Octets(file)
    with _quiet():
        archive = library(*WARC).ArchiveIterator(octets, no_record_parse=True)
    archive.reader = _Reader(archive.reader)
    while True:
        place = f"the record at octet {archive.offset}"
        try:
            with _quiet():
                record = next(archive, None)
        except Exception as error:  # the library has no error of its own for a broken header
            raise SourceError(f"it can't be read: {str(error)[:_LONGEST_TOLD]}", place) from error
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
    """Read the links of a record that is a page; where that has to end, the last row is bad."""
    if record.rec_type not in _TYPES_OF_RECORDS or record.length is None:
        return
    uri = (record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")
    row = first
    try:
        for item in _links(record, uri, source, first, settings):
            yield item
            row += 1
    except (DocumentError, HttpError) as error:
        no = "no" if row == first else "no more"
        wrong = f"{no} links can be read in the page {uri[:_LONGEST_TOLD]}: {error}"
        yield BadRow(source, row, wrong)


def _links(record: Any, uri: str, source: str, first: int, settings: Settings) -> Iterator[Item]:
    """Read the links of a record.

    Raises:
        DocumentError: It is no page that can be read.
        HttpError: It is an HTTP message that can't be read, or not any further.
    """
    header, pieces = _message(record, uri)
    if header.get_content_type() not in _TYPES_OF_PAGES:
        return
    charset = header.get_content_charset()
    named = charset if charset and codec_of(charset) is not None else None
    broken: HttpError | None = None
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as page:
        try:
            for piece in pieces:
                page.write(piece)
        except HttpError as error:
            broken = error
        page.seek(0)
        yield from links(cast(BinaryIO, page), source, first, settings.base or uri, named)
    if broken is not None:
        raise broken


def _message(record: Any, uri: str) -> tuple[Message, Iterator[bytes]]:
    """Return what describes the content of a record, and the content in pieces."""
    if record.rec_type == _HTTP_RECORD and uri.startswith(_HTTP_SCHEMES):
        header = header_of(record.raw_stream)
        return header, content_of(record.raw_stream, header)
    header = Message()
    header["Content-Type"] = record.rec_headers.get_header("Content-Type") or ""
    return header, content_of(record.raw_stream, Message())
