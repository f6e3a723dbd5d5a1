"""WARC archives (ISO 28500:2017): read the links of the pages in an archive.

The rows of an archive are the links of all its pages, numbered consecutively.
"""

import contextlib
import io
from collections.abc import Iterator
from email.message import Message
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader

from hexapla.corpus.content_coding import decoded
from hexapla.corpus.source import BadRow, Read, Settings, SourceError, links, reason_of
from hexapla.pages.encoding import codec_of
from hexapla.pages.page import check_size, read_content

_TYPES_OF_RECORDS = ("response", "resource")
_TYPES_OF_PAGES = ("text/html", "application/xhtml+xml")
# The maximum number of bytes of an HTTP message that are read at a time.
_PIECE = 1 << 20
# The maximum length, in characters, of text quoted from a record in an error message.
_LONGEST_TOLD = 200


def links_of_archive(file: Any, settings: Settings) -> Iterator[Read]:
    """Yield the links of the pages in an archive.

    If the settings have a base, this base is used instead of the URIs of the records. A page that
    can't be read gives a bad row. If the archive is damaged, a `SourceError` is raised after the
    last readable record. The library warcio treats most damage as the end of the file. To detect
    damage, the length read is compared with the length that the record states, and the final
    position is compared with the size of the file.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    with _quiet():
        archive = ArchiveIterator(file)
    while True:
        place = f"the record at byte {archive.offset}"
        try:
            with _quiet():
                record = next(archive, None)
        except Exception as error:  # the library has no error type for a broken header
            if archive.offset == 0:
                raise SourceError("it isn't a WARC file") from error
            raise SourceError(f"it can't be read: {str(error)[:_LONGEST_TOLD]}", place) from error
        if record is None:
            break
        yield from _links_of_record(record, settings)
        with _quiet():
            archive.read_to_end()
        length = record.rec_headers.get_header("Content-Length")
        if not length or getattr(record.raw_stream, "limit", True):
            raise SourceError("the archive is truncated", place)
        if archive.err_count:
            raise SourceError("the record is longer than its Content-Length", place)
    if archive.offset < size:
        raise SourceError("the archive is truncated", f"the record at byte {archive.offset}")


def _quiet() -> contextlib.AbstractContextManager[object]:
    """Suppress the library's messages about damaged records."""
    return contextlib.redirect_stderr(io.StringIO())


def _links_of_record(record: Any, settings: Settings) -> list[Read]:
    """Return the links of a record, or a bad row if the record's page can't be read.

    A record that isn't a page has no links.
    """
    if record.rec_type not in _TYPES_OF_RECORDS or record.length is None:
        return []
    uri = record.rec_headers.get_header("WARC-Target-URI") or ""
    try:
        content_type = _content_type(record)
        if content_type.get_content_type() not in _TYPES_OF_PAGES:
            return []
        page = _page_of(record, settings.max_page_bytes)
        return [*links(page, settings.base or uri, _charset_of(content_type))]
    except Exception as error:  # an error affects only this page; other pages are still read
        wrong = f"the links of {uri[:_LONGEST_TOLD]} can't be read: {reason_of(error)}"
        return [BadRow(wrong)]


def _content_type(record: Any) -> Message:
    headers = record.http_headers or record.rec_headers
    content_type = Message()
    content_type["Content-Type"] = headers.get_header("Content-Type") or ""
    return content_type


def _charset_of(content_type: Message) -> str | None:
    """Return the charset that a header names; None if it doesn't name a known charset."""
    charset = None
    with contextlib.suppress(ValueError):  # Python raises an error if the name contains NUL
        charset = content_type.get_content_charset()
    return charset if charset and codec_of(charset) is not None else None


def _page_of(record: Any, most: int) -> bytes:
    """Return the page in a record, with its transfer and content codings undone.

    Args:
        record: The record, whose content hasn't been read yet.
        most: The maximum size of a page in bytes.

    Raises:
        DocumentError: The page is too large or can't be decoded.
    """
    if record.http_headers is None:
        return read_content(record.raw_stream, most)
    header = record.http_headers.get_header
    stream = record.raw_stream
    if (header("Transfer-Encoding") or "").strip().lower() == "chunked":
        stream = ChunkedDataReader(_LimitedStream(stream, most))
    with _quiet():
        content = read_content(stream, most)
    return decoded(content, (header("Content-Encoding") or "").split(","), most)


class _LimitedStream:
    """The stream of a chunked message, with a limit on the number of bytes read.

    The library reads a chunk as a whole, and a chunk may state any length. The limit is twice the
    maximum size of a page, because the chunks' delimiters may take up as many bytes as the page.
    """

    def __init__(self, stream: Any, most: int) -> None:
        self._stream = stream
        self._most = most
        self._size = 0

    def read(self, length: int) -> bytes:
        """Return at most `length` bytes, b"" at the end; raise `DocumentError` above the limit."""
        return self._counted(self._stream.read(min(length, _PIECE)))

    def readline(self, length: int) -> bytes:
        """Return at most `length` bytes of the next line; raise `DocumentError` above the limit."""
        return self._counted(self._stream.readline(length))

    def _counted(self, piece: bytes) -> bytes:
        self._size += len(piece)
        if self._size > 2 * self._most:
            check_size(self._size, self._most)
        return piece
